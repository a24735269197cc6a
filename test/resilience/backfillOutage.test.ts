import { afterEach, describe, expect, it } from 'vitest';
import { startBackfillStack } from '../support/servers/backfillStack.ts';
import type { BackfillStack } from '../support/servers/backfillStack.ts';

const RANGE = { from: '2026-04-27', to: '2026-05-06' };

let test: BackfillStack | undefined;
afterEach(async () => {
  await test?.close();
  test = undefined;
});

describe('a backfill whose service goes away', () => {
  it('goes on where it was when the service comes back, and says what it waits for', async () => {
    test = await startBackfillStack({ quirks: { tripsNextOffset: true } });
    const { stack, simulator } = test;
    await stack.startWorker();
    const served = await test.served(RANGE);
    simulator.faults.set({ latencyMs: 15 });
    const id = await test.begin(RANGE);
    await expect
      .poll(async () => (await test!.check(id)).tripsStored, { timeout: 30_000 })
      .toBeGreaterThan(10);
    simulator.faults.set({ failing: { status: 503 } });
    await expect
      .poll(async () => (await test!.check(id)).waitingFor, { timeout: 30_000 })
      .toContain('does not answer');
    // Seconds later: one mishap is no alarm.
    await expect
      .poll(() => stack.database.db.selectFrom('fleetAlarms').select('kind').execute(), { timeout: 60_000 })
      .toEqual([{ kind: 'analytics_unavailable' }]);
    simulator.faults.clear();
    simulator.faults.set({ limited: { share: 0.05, retryAfterSeconds: 0 }, garbled: { share: 0.02 } });
    const done = await test.over(id);
    expect(done).toMatchObject({ state: 'done', waitingFor: null, tripsFound: served.length });
    expect(done.tripsStored + done.problems).toBe(served.length);
  });
});
