import { Registry } from 'prom-client';
import { afterEach, expect, it } from 'vitest';
import { createStrandedPolling } from '../../../server/background/index.ts';
import type { StrandedWork } from '../../../temporal/index.ts';
import { listAlarms } from '../../../store/alarms/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const inTest = useDatabase();
const log = { warn: () => undefined, error: () => undefined };
let close: () => Promise<void> = () => Promise.resolve();
afterEach(() => close());

it('raises one alarm for the fleet whose incidents no worker runs, and clears it when one does', async () => {
  const registry = new Registry();
  let stranded: StrandedWork[] = [{ fleet: 'north', deployment: 'tripline', build: '1.4.0', count: 2 }];
  const runPoll = createStrandedPolling({
    db: inTest.db,
    fleets: ['north', 'south'],
    registry,
    log,
    now: () => new Date(),
    everyMs: 20,
    workflows: { strandedWork: () => Promise.resolve(stranded) },
  });
  close = () => runPoll.close();
  runPoll.start();
  const openAlarms = async (fleetId: string) =>
    (await listAlarms(inTest.db, { fleetId, openOnly: true })).map(({ kind, message }) => ({
      kind,
      message,
    }));
  await expect
    .poll(() => openAlarms('north'), { timeout: 60_000 })
    .toEqual([
      {
        kind: 'build_without_worker',
        message: expect.stringContaining('tripline/1.4.0 (2)') as string,
      },
    ]);
  expect(await openAlarms('south')).toEqual([]);
  await expect
    .poll(() => registry.metrics(), { timeout: 60_000 })
    .toContain('tripline_stranded_workflows{fleet="north"} 2');
  stranded = [];
  await expect.poll(() => openAlarms('north'), { timeout: 60_000 }).toEqual([]);
  expect(await listAlarms(inTest.db, { fleetId: 'north' })).toHaveLength(1);
});
