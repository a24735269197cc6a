import { afterEach, describe, expect, it } from 'vitest';
import { backfillProblems } from '../../store/backfill/index.ts';
import { startBackfillStack } from '../support/servers/backfillStack.ts';
import type { BackfillStack, ServedTrip } from '../support/servers/backfillStack.ts';
import { killableWorker } from '../support/servers/killable.ts';
import type { Killable } from '../support/servers/killable.ts';
import { everyTripRule } from '../support/servers/rules.ts';
import { FLEET, UNLIMITED } from '../support/servers/stack.ts';

const RANGE = { from: '2026-05-04', to: '2026-05-06' };

let running: BackfillStack | undefined;
let worker: Killable | undefined;
afterEach(async () => {
  await worker?.stop();
  await running?.close();
  running = worker = undefined;
});

/** Starts a fleet of three whose service answers 500, with a message of its own, for the first trip that it lists. */
async function start(): Promise<{ test: BackfillStack; served: ServedTrip[]; poison: ServedTrip }> {
  running = await startBackfillStack({ drivers: 3 });
  const served = await running.served(RANGE);
  const poison = served[0]!;
  running.simulator.faults.set({ failing: { trips: [poison.tripId] } });
  return { test: running, served, poison };
}

const problemsOf = ({ stack }: BackfillStack, id: string) =>
  backfillProblems(stack.database.db, { fleetId: FLEET, id });

const untilKept = (test: BackfillStack, id: string, trips: number) =>
  expect.poll(async () => (await test.check(id)).tripsStored, { timeout: 60_000 }).toBe(trips);

describe('a backfill of a fleet with a trip that its service cannot read out', { timeout: 240_000 }, () => {
  it('keeps everything else, and ends with this one trip as its problem', async () => {
    const { test, served, poison } = await start();
    await test.stack.startWorker({ backfillGiveUpMs: 4_000 });
    const done = await test.over(await test.begin(RANGE));
    expect(done).toMatchObject({ state: 'done', problems: 1, tripsSkipped: 0, waitingFor: null });
    expect([done.tripsFound, done.tripsStored]).toEqual([served.length, served.length - 1]);
    expect(done.readingsUntil).toBe(RANGE.to);
    const problems = await problemsOf(test, done.id);
    expect(problems).toMatchObject([{ driver_id: poison.driverId, trip_id: poison.tripId }]);
    expect(problems[0]!.message).toContain('HTTP 500');
    // Another backfill fetches it again.
    test.simulator.faults.clear();
    const again = await test.over(await test.begin(RANGE));
    expect(again).toMatchObject({
      state: 'done',
      problems: 0,
      tripsStored: 1,
      tripsSkipped: served.length - 1,
    });
  });

  it('keeps it when it can be read after all', async () => {
    const { test, served } = await start();
    await test.stack.startWorker({ backfillGiveUpMs: 15_000 });
    const id = await test.begin(RANGE);
    await untilKept(test, id, served.length - 1);
    await expect
      .poll(async () => (await test.check(id)).waitingFor, { timeout: 30_000 })
      .toContain('refuses');
    expect((await test.check(id)).readingsUntil).toBe(RANGE.to);
    test.simulator.faults.clear();
    const done = await test.over(id);
    expect(done).toMatchObject({ state: 'done', problems: 0, tripsSkipped: 0 });
    expect([done.tripsFound, done.tripsStored]).toEqual([served.length, served.length]);
  });

  it('loses nothing while no trip at all can be read, for however long', async () => {
    const { test, served } = await start();
    test.simulator.faults.set({ failing: { endpoints: ['trip'] } });
    await test.stack.startWorker({ backfillGiveUpMs: 500 });
    const id = await test.begin(RANGE);
    await expect
      .poll(async () => (await test.check(id)).waitingFor, { timeout: 60_000 })
      .toContain('The analytics service');
    // The trip is refused again and again, long after it might have been given up.
    const { tripId } = served[0]!;
    const asked = (): number => test.simulator.requests().filter(({ path }) => path.includes(tripId)).length;
    await expect.poll(asked, { timeout: 120_000 }).toBeGreaterThan(6);
    expect(await test.check(id)).toMatchObject({ state: 'running', problems: 0, driversDone: 0 });
    test.simulator.faults.clear();
    const done = await test.over(id);
    expect(done).toMatchObject({ state: 'done', problems: 0, tripsSkipped: 0, tripsStored: served.length });
  });

  it('counts it once, however often a worker is killed', async () => {
    const { test, served } = await start();
    worker = killableWorker({ ...test.stack.environment, BACKFILL_GIVE_UP_MS: '6000' });
    test.simulator.faults.set({ latencyMs: 20 });
    await worker.start();
    const id = await test.begin(RANGE);
    await expect.poll(async () => (await test.check(id)).tripsStored, { timeout: 60_000 }).toBeGreaterThan(8);
    await worker.killAndRestart();
    await untilKept(test, id, served.length - 1);
    await worker.killAndRestart();
    const done = await test.over(id);
    expect(done).toMatchObject({ state: 'done', problems: 1, tripsSkipped: 0 });
    expect([done.tripsFound, done.tripsStored]).toEqual([served.length, served.length - 1]);
  });

  it('with alerts, sends every other trip once', async () => {
    const { test, served, poison } = await start();
    await test.stack.publish(everyTripRule());
    await test.stack.startWorker({ rateLimits: { slack: UNLIMITED }, backfillGiveUpMs: 4_000 });
    const done = await test.over(await test.begin({ ...RANGE, alerts: true }));
    expect(done).toMatchObject({ state: 'done', problems: 1, tripsSkipped: 0 });
    expect(done.tripsStored).toBe(served.length - 1);
    await expect.poll(() => test.stack.slack.messages.length, { timeout: 60_000 }).toBe(served.length - 1);
    expect(await problemsOf(test, done.id)).toMatchObject([{ trip_id: poison.tripId }]);
  });
});
