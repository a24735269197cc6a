import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker } from '@temporalio/worker';
import { expect, inject, it } from 'vitest';
import { createWorkflowGateway } from '../../temporal/index.ts';
import type { TripInput } from '../../workflows/contracts/index.ts';

const LOUD = 40;
const CALM = 12;

it('a fleet with little waits behind no flood of another: Temporal hands out their work in turn', async () => {
  const address = inject('temporalAddress');
  const taskQueue = `test-${randomUUID()}`;
  const gateway = createWorkflowGateway({ address, namespace: 'default', taskQueue });
  const start = (fleet: string): Promise<unknown> =>
    gateway.startTrip({
      fleet,
      driverId: randomUUID(),
      tripId: '1790000000000',
      receivedAt: new Date().toISOString(),
      source: 'webhook',
    });
  await Promise.all(Array.from({ length: LOUD }, () => start('loud')));
  await Promise.all(Array.from({ length: CALM }, () => start('calm')));
  await gateway.close();

  /** Fleets by driver, because a step may be executed twice, in the order of the first execution. */
  const begun = new Map<string, string>();
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection,
    taskQueue,
    maxConcurrentWorkflowTaskExecutions: 2,
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
  // Temporal polls its partitions in random order. In each of them the two fleets alternate while both have work. In order of
  // arrival, the calm one would be last in all of them.
  const order = [...begun.values()];
  const middle = (fleet: string): number => {
    const places = order.flatMap((each, place) => (each === fleet ? [place] : []));
    return places.reduce((sum, place) => sum + place, 0) / places.length;
  };
  // If they alternate, the calm fleet's middle comes first, more or less. In order of arrival it would be a dozen places behind.
  expect(middle('calm') - middle('loud')).toBeLessThan(8);
});
