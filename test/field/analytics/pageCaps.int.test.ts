import { afterEach, expect, it } from 'vitest';
import { startBackfillStack } from '../../support/servers/backfillStack.ts';
import type { BackfillStack } from '../../support/servers/backfillStack.ts';

const RANGE = { from: '2026-04-27', to: '2026-05-06' };

let running: BackfillStack | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

it('a backfill keeps every trip of a service that gives seven rows at a time and never says that more follow', async () => {
  running = await startBackfillStack({ drivers: 3, quirks: { rowsOfAPage: 7 } });
  await running.stack.startWorker();
  const served = await running.served(RANGE);
  const ofOne = served.filter(({ driverId }) => driverId === served[0]!.driverId);
  expect(ofOne.length).toBeGreaterThan(7);
  const done = await running.over(await running.begin(RANGE));
  expect(done).toMatchObject({ state: 'done', problems: 0, driversDone: 3 });
  expect(done).toMatchObject({ tripsFound: served.length, tripsStored: served.length });
});
