import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { startBackfillStack } from '../support/servers/backfillStack.ts';
import type { BackfillStack } from '../support/servers/backfillStack.ts';
import { killableWorker } from '../support/servers/killable.ts';
import type { Killable } from '../support/servers/killable.ts';
import { everyTripRule } from '../support/servers/rules.ts';

let test: BackfillStack | undefined;
let worker: Killable | undefined;
afterEach(async () => {
  await worker?.stop();
  await test?.close();
  test = worker = undefined;
});

/** Kills the worker whenever `every` more trips are stored, `kills` times in all. */
async function killThrough(id: string, options: { readonly kills: number; readonly every: number }) {
  for (let kill = 1; kill <= options.kills; kill += 1) {
    const reached = options.every * kill;
    while ((await test!.check(id)).tripsStored < reached) await pause(10);
    await worker!.killAndRestart();
  }
}

describe('a backfill whose worker is killed with -9', () => {
  it('goes on where it was: every trip is kept once and counted once', { timeout: 240_000 }, async () => {
    test = await startBackfillStack({ drivers: 4 });
    worker = killableWorker(test.stack.environment);
    const range = { from: '2026-04-27', to: '2026-05-06' };
    const served = await test.served(range);
    test.simulator.faults.set({ latencyMs: 20 });
    await worker.start();
    test.simulator.clearRequests();
    const id = await test.begin(range);
    await killThrough(id, { kills: 2, every: 45 });
    const done = await test.over(id);
    expect(worker.kills).toBe(2);
    expect(done).toMatchObject({ state: 'done', problems: 0, tripsSkipped: 0 });
    expect(done.tripsFound).toBe(served.length);
    expect(done.tripsStored).toBe(served.length);
    // A kill costs the calls that were in progress, not the trips that were stored.
    const asked = test.simulator.requests().filter(({ endpoint }) => endpoint === 'trip').length;
    expect(asked).toBeLessThanOrEqual(served.length + 2 * 2);
  });

  it('with alerts, has sent every trip of it once', { timeout: 240_000 }, async () => {
    test = await startBackfillStack({ drivers: 3 });
    const { stack } = test;
    worker = killableWorker(stack.environment);
    await stack.publish(everyTripRule());
    const range = { from: '2026-05-01', to: '2026-05-06' };
    const served = await test.served(range);
    test.simulator.faults.set({ latencyMs: 20 });
    await worker.start();
    const id = await test.begin({ ...range, alerts: true });
    await killThrough(id, { kills: 2, every: 20 });
    const done = await test.over(id);
    expect(done).toMatchObject({ state: 'done', tripsStored: served.length, tripsSkipped: 0 });
    const sent = () =>
      stack.database.db
        .selectFrom('deliveries')
        .select(['id', 'driverId', 'deliveryKey', 'possibleRepeat', 'state', 'groupedInto'])
        .execute();
    // Alerts that come faster than a channel accepts messages are grouped into one.
    const isOver = ({ state, groupedInto }: { state: string; groupedInto: string | null }): boolean =>
      state === 'sent' || (state === 'skipped' && groupedInto !== null);
    await expect
      .poll(async () => (await sent()).filter(isOver).length, { timeout: 60_000 })
      .toBe(served.length);
    const rows = await sent();
    for (const { id: own, driverId, groupedInto } of rows) {
      const summary = rows.find(({ id: other }) => other === (groupedInto ?? own))!;
      const messages = stack.slack.messages.filter((each) => each.deliveryKey === summary.deliveryKey);
      expect(messages.length).toBeGreaterThanOrEqual(1);
      if (!summary.possibleRepeat) expect(messages).toHaveLength(1);
      for (const { blocks } of messages) expect(JSON.stringify(blocks)).toContain(driverId);
    }
  });
});
