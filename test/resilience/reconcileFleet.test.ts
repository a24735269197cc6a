import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { coverageDays, latestReconcile } from '../../store/reconcile/index.ts';
import { getTrip } from '../../store/trips/index.ts';
import { WORKFLOWS } from '../../workflows/contracts/index.ts';
import type { ReconcileProgress } from '../../workflows/contracts/index.ts';
import { startBackfillStack } from '../support/servers/backfillStack.ts';
import type { BackfillStack, ServedTrip } from '../support/servers/backfillStack.ts';
import { killableWorker } from '../support/servers/killable.ts';
import type { Killable } from '../support/servers/killable.ts';
import { eventRule } from '../support/servers/rules.ts';
import { FLEET } from '../support/servers/stack.ts';

/** Tests reconciliation runs over the lists of the project's own simulated service. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 4;
const dateOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10);
const waitOptions = { timeout: 90_000, interval: 100 };

let test: BackfillStack | undefined;
let worker: Killable | undefined;
afterEach(async () => {
  await worker?.stop();
  await test?.close();
  test = worker = undefined;
});

/** Milliseconds since the fleet last drove, because a run waits for the notification of a trip that has just ended. */
const STILL_FOR_MS = 20 * 60_000;

/**
 * Starts a fleet that stopped driving a while ago, without a received trip. Each test needs its own seed, because all tests share
 * a Temporal that knows the trips of the others.
 */
async function start(
  options: Parameters<typeof startBackfillStack>[0] & { readonly seed: number },
): Promise<readonly ServedTrip[]> {
  const now = Date.now() - STILL_FOR_MS;
  test = await startBackfillStack(
    { startAt: new Date(now), historyDays: DAYS, ...options },
    { RECONCILE_EVERY: '1h' },
  );
  const { stack } = test;
  const since = new Date(now - 30 * DAY_MS);
  await stack.database.db.insertInto('reconcileFleets').values({ fleetId: FLEET, since }).execute();
  await stack.publish(eventRule('COLLISION'));
  return test.served({ from: dateOf(now - (DAYS + 2) * DAY_MS), to: dateOf(now) });
}

function begin() {
  const { client, config } = test!.stack;
  return client.workflow.start<(input: { fleet: string }) => Promise<ReconcileProgress | null>>(
    WORKFLOWS.reconcile,
    {
      taskQueue: config.temporal.taskQueue,
      workflowId: `reconcile:${FLEET}:${randomUUID()}`,
      args: [{ fleet: FLEET }],
    },
  );
}

const nameOf = ({ driverId, tripId }: ServedTrip): string => `${driverId}/${tripId}`;

/** Returns the number of decisions about each trip. */
async function decisions(): Promise<Record<string, number>> {
  const { rows } = await sql<ServedTrip & { count: number }>`
    select driver_id, trip_id, count(*)::int as count from decisions group by driver_id, trip_id`.execute(
    test!.stack.database.db,
  );
  return Object.fromEntries(rows.map((row) => [nameOf(row), row.count]));
}

async function notEvaluated(): Promise<number> {
  const range = { fromDate: dateOf(Date.now() - 30 * DAY_MS), toDate: dateOf(Date.now() + DAY_MS) };
  const days = await coverageDays(test!.stack.database.db, { fleetId: FLEET, ...range });
  return days.reduce((sum, { known, evaluated }) => sum + known - evaluated, 0);
}

async function messagesLeft(): Promise<number> {
  const { db } = test!.stack.database;
  return (await db.selectFrom('deliveries').select('id').where('state', '=', 'pending').execute()).length;
}

const once = (served: readonly ServedTrip[]): Record<string, number> =>
  Object.fromEntries(served.map((trip) => [nameOf(trip), 1]));

describe('a reconciliation run through the simulated service', () => {
  it(
    'killed with -9 in the middle goes on where it was: everything is covered, nothing begun twice',
    { timeout: 300_000 },
    async () => {
      const drivers = 12;
      const served = await start({ seed: 31, drivers, historyDays: 2 });
      const { db } = test!.stack.database;
      worker = killableWorker(test!.stack.environment);
      await worker.start();
      // Slow enough to kill the worker in the middle.
      test!.simulator.faults.set({ latencyMs: 150 });
      test!.simulator.clearRequests();
      const reconciling = await begin();
      const done = async (): Promise<number> =>
        (await db.selectFrom('reconcileDrivers').select('driverId').where('doneAt', 'is not', null).execute())
          .length;
      while ((await done()) < 4) await pause(10);
      await worker.killAndRestart();
      test!.simulator.faults.set({ latencyMs: 0 });
      const left = drivers - (await done());
      expect(left).toBeGreaterThan(0);
      const progress = await reconciling.result();
      expect(progress).toMatchObject({ phase: 'over' });
      expect(await latestReconcile(db, { fleetId: FLEET })).toMatchObject({ state: 'done', problem: null });
      await expect.poll(notEvaluated, waitOptions).toBe(0);
      const decided = await decisions();
      expect(decided).toEqual(once(served));
      // The kill costs the list that was being read, and no other. A list begins with a request without an offset.
      const begun = test!.simulator
        .requests()
        .filter(({ endpoint, path }) => endpoint === 'driver_trips' && !/[?&]offset=[1-9]/.test(path));
      expect(begun.length).toBeGreaterThanOrEqual(drivers);
      expect(begun.length).toBeLessThanOrEqual(drivers + 1);
      expect(await (await begin()).result()).toMatchObject({ started: 0, gone: 0 });
      expect(await decisions()).toEqual(decided);
    },
  );

  it(
    'finds what it has, whatever its ids and shapes; what was scored again, and what was deleted there',
    { timeout: 300_000 },
    async () => {
      const quirks = { oddDriverIds: true, sharedTripIds: true, scoreShape: 'mixed' } as const;
      const served = await start({ seed: 32, drivers: 8, quirks });
      const { stack, simulator } = test!;
      await stack.startWorker();
      expect(await (await begin()).result()).toMatchObject({ phase: 'over', listed: served.length });
      await expect.poll(notEvaluated, waitOptions).toBe(0);
      expect(await decisions()).toEqual(once(served));
      await expect.poll(messagesLeft, waitOptions).toBe(0);
      const sent = stack.slack.messages.length;

      // The next run reads the short range. A trip's id is the time at which it began.
      const lately = served.filter(({ tripId }) => Number(tripId) > Date.now() - 30 * HOUR_MS);
      const [again, deleted] = lately as [ServedTrip, ServedTrip];
      simulator.rescore(again, { events: ['COLLISION'] });
      const path = `/v3/driver/${encodeURIComponent(deleted.driverId)}/trip/${encodeURIComponent(deleted.tripId)}`;
      await fetch(`${simulator.url}${path}?apikey=planted-simulator-key`, { method: 'DELETE' });
      expect(await (await begin()).result()).toMatchObject({ started: 1, gone: 1 });
      const row = (trip: ServedTrip) => getTrip(stack.database.db, { fleetId: FLEET, ...trip });
      await expect.poll(async () => (await row(again))?.revision, waitOptions).toBe(2);
      await expect.poll(() => stack.slack.messages.length, waitOptions).toBe(sent + 1);
      expect(await row(deleted)).toMatchObject({ state: 'gone' });
      expect(await (await begin()).result()).toMatchObject({ started: 0, gone: 0 });
    },
  );
});
