import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker } from '@temporalio/worker';
import { expect, inject, it } from 'vitest';
import { createWorkflowGateway } from '../../server/workflowGateway.ts';
import type { TripInput } from '../../workflows/contract.ts';

const LOUD = 40;
const CALM = 3;

it('a fleet with little waits behind no flood of another: Temporal hands out their work in turn', async () => {
  const address = inject('temporalAddress');
  const taskQueue = `test-${randomUUID()}`;
  const gateway = createWorkflowGateway({ address, namespace: 'default', taskQueue });
  const announce = (fleet: string): Promise<unknown> =>
    gateway.startTrip({
      ...{ fleet, driverId: randomUUID(), tripId: '1790000000000' },
      ...{ receivedAt: new Date().toISOString(), source: 'webhook' },
    });
  await Promise.all(Array.from({ length: LOUD }, () => announce('loud')));
  await Promise.all(Array.from({ length: CALM }, () => announce('calm')));
  await gateway.close();

  /** By driver, because a step may be taken twice; in the order of the first look. */
  const begun = new Map<string, string>();
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    ...{ connection, taskQueue, maxConcurrentWorkflowTaskExecutions: 2 },
    workflowsPath: fileURLToPath(new URL('../../workflows/index.ts', import.meta.url)),
    activities: {
      assessTrip({ fleet, driverId }: TripInput) {
        if (!begun.has(driverId)) begun.set(driverId, fleet);
        return Promise.resolve({ kind: 'settled', state: 'decided', revision: 1, deliveries: [] });
      },
    },
  });
  await worker.runUntil(expect.poll(() => begun.size, { timeout: 100_000 }).toBe(LOUD + CALM));
  await connection.close();
  // In the order in which they came, the last of them would be the last of all.
  expect([...begun.values()].lastIndexOf('calm')).toBeLessThan(LOUD / 2);
});
