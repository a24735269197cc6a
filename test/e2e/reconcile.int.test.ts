import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listAlarms } from '../../store/alarms/index.ts';
import { coverageDays, latestReconcile } from '../../store/reconcile/index.ts';
import type { CoverageDay } from '../../store/reconcile/index.ts';
import { getTrip, listDecisions, listNotifications, setTripState } from '../../store/trips/index.ts';
import { WORKFLOWS, tripWorkflowId } from '../../workflows/contracts/index.ts';
import type { ReconcileProgress, TripInput } from '../../workflows/contracts/index.ts';
import { standInTrip, tripAt } from '../support/stand-ins/analytics.ts';
import { FLEET, sha256Hex } from '../support/servers/stack.ts';
import { useStack } from '../support/servers/useStack.ts';
import { eventsOf, liveRule } from '../support/rules/documents.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const stack = useStack({ more: { RECONCILE_EVERY: '1h' } });
beforeAll(async () => {
  await stack.publish(
    liveRule(eventsOf('COLLISION'), { id: 'collision', name: 'Collision', severity: 'critical' }),
  );
  await stack.startWorker();
});

beforeEach(async () => {
  const { db } = stack.database;
  for (const table of ['trips', 'serviceTrips', 'reconcileRuns', 'reconcileFleets'] as const)
    await db.deleteFrom(table).execute();
  await reconciledFor(3 * DAY_MS);
  stack.analytics.trips.clear();
  stack.analytics.odd.clear();
  stack.analytics.mode = 'ok';
  stack.slack.messages.length = 0;
});

/** Sets the time since which the fleet is reconciled: trips that ended since then are not history. */
async function reconciledFor(millis: number): Promise<void> {
  const since = new Date(Date.now() - millis);
  await stack.database.db
    .insertInto('reconcileFleets')
    .values({ fleetId: FLEET, since })
    .onConflict((conflict) => conflict.column('fleetId').doUpdateSet({ since }))
    .execute();
}

interface Key {
  readonly driverId: string;
  readonly tripId: string;
}

function served(options: Parameters<typeof standInTrip>[1] & { readonly driverId?: string } = {}): Key {
  const key = { driverId: options.driverId ?? `d/${randomUUID()}`, tripId: randomUUID() };
  const endedAt = options.endedAt ?? new Date(Date.now() - HOUR_MS);
  stack.put(key, { ...options, endedAt });
  return key;
}

function begin() {
  return stack.start<ReconcileProgress | null>(WORKFLOWS.reconcile, `reconcile:${FLEET}:${randomUUID()}`, {
    fleet: FLEET,
  });
}

async function runOnce(): Promise<ReconcileProgress> {
  return (await (await begin()).result())!;
}

async function until<T>(check: () => Promise<T | undefined | false>): Promise<T> {
  for (let tries = 0; tries < 300; tries += 1) {
    const found = await check();
    if (found !== undefined && found !== false) return found;
    await pause(100);
  }
  throw new Error('It did not come to pass.');
}

const row = (key: Key) => getTrip(stack.database.db, { fleetId: FLEET, ...key });
const decided = (key: Key) =>
  until(async () => {
    const trip = await row(key);
    return trip?.state === 'decided' && trip.revision > 0 && trip;
  });
const messagesAbout = (key: Key): number =>
  stack.slack.messages.filter(
    (message) =>
      JSON.stringify(message).includes(encodeURIComponent(key.driverId)) ||
      JSON.stringify(message).includes(key.driverId),
  ).length;

async function coverageOf(key: Key): Promise<CoverageDay> {
  const { day } = await stack.database.db
    .selectFrom('serviceTrips')
    .select('day')
    .where((each) => each.and({ fleetId: FLEET, ...key }))
    .executeTakeFirstOrThrow();
  const days = await coverageDays(stack.database.db, { fleetId: FLEET, fromDate: day, toDate: day });
  return days[0]!;
}

describe('a trip that no notification announced', () => {
  it('is recovered, decided and sent once, and marked, however often runs repeat', async () => {
    const key = served({ events: [4] });
    expect(await runOnce()).toMatchObject({ phase: 'over', listed: 1, started: 1, gone: 0 });
    expect(await decided(key)).toMatchObject({ receivedFrom: 'reconciler', revision: 1 });
    await until(() => Promise.resolve(messagesAbout(key) === 1));
    expect(JSON.stringify(stack.slack.messages)).toContain('recovered by reconciliation');
    const { items } = await listNotifications(stack.database.db, { fleetId: FLEET, ...key });
    expect(items).toMatchObject([{ source: 'reconciler', type: 'TRIP_SCORED' }]);
    expect(await runOnce()).toMatchObject({ listed: 1, started: 0 });
    expect(messagesAbout(key)).toBe(1);
    expect(await coverageOf(key)).toMatchObject({ known: 1, evaluated: 1, missing: 0, recovered: 1 });
  });

  it('is sent once when its notification arrives at the same moment', async () => {
    const keys = Array.from({ length: 8 }, () => served({ events: [4] }));
    const reconciling = await begin();
    await Promise.all(
      keys.map(async (key) => {
        await pause(Math.random() * 200);
        const input: TripInput = {
          fleet: FLEET,
          ...key,
          receivedAt: new Date().toISOString(),
          source: 'webhook',
        };
        await stack.client.workflow
          .start<(input: TripInput) => Promise<unknown>>(WORKFLOWS.trip, {
            taskQueue: stack.config.temporal.taskQueue,
            workflowId: tripWorkflowId({ fleet: FLEET, ...key }, sha256Hex),
            workflowIdReusePolicy: 'REJECT_DUPLICATE',
            args: [input],
          })
          .catch((error: Error) => expect(error.name).toBe('WorkflowExecutionAlreadyStartedError'));
      }),
    );
    await reconciling.result();
    for (const key of keys) {
      await decided(key);
      await until(() => Promise.resolve(messagesAbout(key) === 1));
      expect(await listDecisions(stack.database.db, { fleetId: FLEET, ...key })).toHaveLength(1);
    }
    await runOnce();
    for (const key of keys) expect(messagesAbout(key)).toBe(1);
  });

  it('is found when a phone uploads it days later, and is left to its notification while it has just ended', async () => {
    await runOnce();
    const late = served({ endedAt: new Date(Date.now() - 2 * DAY_MS) });
    const fresh = served({ endedAt: new Date() });
    expect(await runOnce()).toMatchObject({ listed: 2, started: 1 });
    await decided(late);
    expect(await row(fresh)).toBeUndefined();
    expect(await coverageOf(fresh)).toMatchObject({ missing: 1 });
  });

  it('is history when it was over before the fleet was connected, unless it appears later', async () => {
    await reconciledFor(DAY_MS);
    // Both of one date, also when that ends meanwhile.
    const endedAt = new Date(Date.now() - 2 * DAY_MS);
    const before = served({ endedAt });
    expect(await runOnce()).toMatchObject({ listed: 1, started: 0 });
    const uploadedLater = served({ endedAt });
    expect(await runOnce()).toMatchObject({ listed: 2, started: 1 });
    await decided(uploadedLater);
    expect(await row(before)).toBeUndefined();
    expect(await coverageOf(before)).toMatchObject({ history: 1, evaluated: 1, missing: 0 });
  });

  it('that was parked is taken up once the service lists it', async () => {
    const key = served({ events: [4] });
    const parked = { fleetId: FLEET, ...key, workflowId: 'w', at: new Date() };
    await stack.database.db
      .insertInto('trips')
      .values({
        fleetId: FLEET,
        ...key,
        state: 'parked',
        revision: 0,
        workflowId: 'w',
        scoreUnrated: false,
        eventsKnown: false,
        firstReceivedAt: parked.at,
      })
      .execute();
    expect(await runOnce()).toMatchObject({ started: 1 });
    await decided(key);
    await until(() => Promise.resolve(messagesAbout(key) === 1));
  });
});

describe('a trip gone upstream', () => {
  it('is recorded, left out of windows, and back when the service lists it again', async () => {
    const endedAt = new Date(Date.now() - HOUR_MS);
    const stays = served({ endedAt });
    const goes = served({ endedAt });
    await runOnce();
    await Promise.all([decided(stays), decided(goes)]);
    const content = stack.analytics.trips.get(tripAt(goes.driverId, goes.tripId))!;
    stack.analytics.trips.delete(tripAt(goes.driverId, goes.tripId));
    expect(await runOnce()).toMatchObject({ gone: 1 });
    expect(await row(goes)).toMatchObject({ state: 'gone' });
    expect(await row(stays)).toMatchObject({ state: 'decided' });
    expect(await coverageOf(goes)).toMatchObject({ known: 2, evaluated: 1, gone: 1 });
    expect(await runOnce()).toMatchObject({ gone: 0 });
    stack.analytics.trips.set(tripAt(goes.driverId, goes.tripId), content);
    // The trip was recovered a moment ago. Without this reset, the next attempt would be a day later.
    await stack.database.db.updateTable('serviceTrips').set({ recoveredAt: null }).execute();
    await runOnce();
    await until(async () => (await row(goes))?.state === 'decided');
  });

  it('is doubted when too many are at once, and said', async () => {
    const driverId = `d/${randomUUID()}`;
    const keys = Array.from({ length: 12 }, () => served({ driverId }));
    await runOnce();
    for (const key of keys) await decided(key);
    stack.analytics.trips.clear();
    expect(await runOnce()).toMatchObject({ gone: 0 });
    expect(await row(keys[0]!)).toMatchObject({ state: 'decided' });
    const alarms = await listAlarms(stack.database.db, { fleetId: FLEET, openOnly: true });
    expect(alarms.map(({ kind }) => kind)).toContain('analytics_trips_missing');
    await stack.database.db
      .updateTable('serviceTrips')
      .set({ notFoundSince: new Date(Date.now() - 25 * HOUR_MS) })
      .execute();
    expect(await runOnce()).toMatchObject({ gone: 12 });
  });

  it('that we deleted counts as ours', async () => {
    const key = served();
    await runOnce();
    await decided(key);
    await setTripState(stack.database.db, { fleetId: FLEET, ...key, state: 'deleted', at: new Date() });
    stack.analytics.trips.delete(tripAt(key.driverId, key.tripId));
    const calls = stack.analytics.calls.length;
    await runOnce();
    expect(await coverageOf(key)).toMatchObject({ deleted: 1, gone: 0 });
    expect(stack.analytics.calls.slice(calls).join()).not.toContain('/trip/');
  });
});

describe('a trip that was scored again', () => {
  const rescored = (key: Key, options: Parameters<typeof standInTrip>[1]): void =>
    void stack.put(key, options);
  const endedAt = new Date(Date.now() - 2 * HOUR_MS);
  const reads = (key: Key): number =>
    stack.analytics.calls.filter((call) => call.endsWith(`/trip/${key.tripId}`)).length;

  it('is re-evaluated when its listed scores change, and what is new in it is sent, once', async () => {
    const key = served({ endedAt, score: 81 });
    await runOnce();
    await decided(key);
    expect(await runOnce()).toMatchObject({ started: 0 });
    rescored(key, { endedAt, score: 64, events: [4] });
    expect(await runOnce()).toMatchObject({ listed: 1, started: 1 });
    await until(async () => (await row(key))?.revision === 2);
    await until(() => Promise.resolve(messagesAbout(key) === 1));
    const before = reads(key);
    expect(await runOnce()).toMatchObject({ listed: 1, started: 0 });
    expect(reads(key)).toBe(before);
    expect(await row(key)).toMatchObject({ revision: 2, score: 64 });
    expect(messagesAbout(key)).toBe(1);
  });

  it('before a reconciliation run had compared it, is found by what was kept', async () => {
    const key = served({ endedAt, score: 81 });
    await stack.runTrip(key);
    rescored(key, { endedAt, score: 40 });
    expect(await runOnce()).toMatchObject({ listed: 1, started: 1 });
    await until(async () => (await row(key))?.revision === 2);
  });

  it('is checked again after a worker died between looking and noting it', async () => {
    const key = served({ endedAt, score: 81 });
    await runOnce();
    await decided(key);
    await runOnce();
    await stack.database.db.updateTable('serviceTrips').set({ scoresHash: 'of before' }).execute();
    expect(await runOnce()).toMatchObject({ started: 1 });
    expect(await runOnce()).toMatchObject({ started: 0 });
    expect(await row(key)).toMatchObject({ revision: 1 });
  });

  describe('in the list, while the trip itself still shows the old scores,', () => {
    const seen = (listedHoursAgo: number, checkedHoursAgo: number): Promise<unknown> => {
      const [listedAt, evaluated] = [listedHoursAgo, checkedHoursAgo].map(
        (hours) => new Date(Date.now() - hours * HOUR_MS),
      ) as [Date, Date];
      const { db } = stack.database;
      return db
        .updateTable('serviceTrips')
        .set({ scoresListedAt: listedAt, scoresCheckedAt: evaluated })
        .execute();
    };
    async function behind(): Promise<Key> {
      const key = served({ endedAt, score: 81 });
      await runOnce();
      await decided(key);
      await runOnce();
      const body = stack.analytics.trips.get(tripAt(key.driverId, key.tripId))!;
      stack.analytics.odd.set(tripAt(key.driverId, key.tripId), { status: 200, body });
      rescored(key, { endedAt, score: 64, events: [4] });
      const before = reads(key);
      expect(await runOnce()).toMatchObject({ started: 1 });
      await until(() => Promise.resolve(reads(key) > before));
      return key;
    }

    it('is read again by later reconciliation runs, in growing steps, until it shows what the list does', async () => {
      const key = await behind();
      expect(await runOnce()).toMatchObject({ started: 1 });
      await seen(3, 1);
      expect(await runOnce()).toMatchObject({ started: 0 });
      expect(await row(key)).toMatchObject({ revision: 1, score: 81 });
      stack.analytics.odd.clear();
      await seen(4, 3);
      expect(await runOnce()).toMatchObject({ started: 1 });
      await until(async () => (await row(key))?.revision === 2);
      await until(() => Promise.resolve(messagesAbout(key) === 1));
      await seen(4, 3);
      expect(await runOnce()).toMatchObject({ started: 0 });
      expect(messagesAbout(key)).toBe(1);
    });

    it('is left alone after a day, and looked at anew when the list shows others once more', async () => {
      const key = await behind();
      await seen(80, 50);
      expect(await runOnce()).toMatchObject({ started: 0 });
      rescored(key, { endedAt, score: 50 });
      expect(await runOnce()).toMatchObject({ started: 1 });
      expect(await runOnce()).toMatchObject({ started: 1 });
    });
  });

  it('without another score is found by the second read a day later: a late collision is sent', async () => {
    const key = served({ endedAt });
    await runOnce();
    await decided(key);
    rescored(key, { endedAt, events: [4] });
    await runOnce();
    expect(await row(key)).toMatchObject({ revision: 1 });
    const storedAt = new Date(Date.now() - 25 * HOUR_MS);
    await stack.database.db.updateTable('trips').set({ storedAt }).where('tripId', '=', key.tripId).execute();
    await runOnce();
    await until(() => Promise.resolve(messagesAbout(key) === 1));
    expect(await row(key)).toMatchObject({ revision: 2 });
    const before = reads(key);
    await stack.database.db.updateTable('trips').set({ storedAt }).where('tripId', '=', key.tripId).execute();
    await runOnce();
    expect(reads(key)).toBe(before);
  });
});

describe('a trip whose events had not arrived', () => {
  it('is read a second time too: a collision that came after its decision is sent', async () => {
    const endedAt = new Date(Date.now() - 2 * HOUR_MS);
    const key = served({ endedAt });
    const at = tripAt(key.driverId, key.tripId);
    stack.analytics.trips.set(at, { ...stack.analytics.trips.get(at), events: undefined });
    await runOnce();
    expect(await decided(key)).toMatchObject({ eventsKnown: false });
    stack.analytics.trips.set(at, standInTrip(key.tripId, { endedAt, events: [4] }));
    const storedAt = new Date(Date.now() - 25 * HOUR_MS);
    await stack.database.db.updateTable('trips').set({ storedAt }).where('tripId', '=', key.tripId).execute();
    await runOnce();
    await until(() => Promise.resolve(messagesAbout(key) === 1));
    expect(await row(key)).toMatchObject({ revision: 2, eventsKnown: true });
  });
});

describe('a trip that the service stumbles over', () => {
  it('keeps no reconciliation run from its end, whether it is listed or not, and is asked for by the next', async () => {
    const [listed, unlisted, gone, late] = [served(), served(), served(), served()];
    await runOnce();
    for (const key of [listed, unlisted, gone, late]) await decided(key);
    const storedAt = new Date(Date.now() - 25 * HOUR_MS);
    await stack.database.db.updateTable('trips').set({ storedAt }).execute();
    for (const [key, status] of [[listed, 500] as const, [unlisted, 200] as const])
      stack.analytics.odd.set(tripAt(key.driverId, key.tripId), { status, body: { error: 'cannot render' } });
    for (const key of [unlisted, gone]) stack.analytics.trips.delete(tripAt(key.driverId, key.tripId));
    const { endedAt } = (await row(late))!;
    const content = standInTrip(late.tripId, { endedAt: endedAt!, events: [4] });
    stack.analytics.trips.set(tripAt(late.driverId, late.tripId), content);
    expect(await runOnce()).toMatchObject({ phase: 'over', gone: 1 });
    await until(() => Promise.resolve(messagesAbout(late) === 1));
    const { db } = stack.database;
    const problem = '2 trips could not be read; the next reconciliation run retries them.';
    expect(await latestReconcile(db, { fleetId: FLEET })).toMatchObject({ state: 'done', problem });
    stack.analytics.odd.clear();
    expect(await runOnce()).toMatchObject({ phase: 'over', gone: 1 });
    expect(await row(unlisted)).toMatchObject({ state: 'gone' });
    expect(await latestReconcile(db, { fleetId: FLEET })).toMatchObject({ state: 'done', problem: null });
  });
});

describe('an outage of the service', () => {
  it('in the middle of a reconciliation run is waited for, and the reconciliation run goes on where it was', async () => {
    const drivers = Array.from({ length: 6 }, (_each, index) => `${index}-${randomUUID()}`);
    const keys = drivers.map((driverId) => served({ driverId }));
    stack.analytics.broken.add(`/v3/driver/${drivers[3]!}/trips`);
    const from = stack.analytics.calls.length;
    const reconciling = await begin();
    const done = (): Promise<number> =>
      stack.database.db
        .selectFrom('reconcileDrivers')
        .select('driverId')
        .where('doneAt', 'is not', null)
        .execute()
        .then((rows) => rows.length);
    await until(async () => (await done()) === 3);
    stack.analytics.mode = 'unavailable';
    await pause(500);
    stack.analytics.mode = 'ok';
    stack.analytics.broken.clear();
    expect(await reconciling.result()).toMatchObject({ listed: 6, started: 6 });
    for (const key of keys) await decided(key);
    const ofFirst = stack.analytics.calls.slice(from).filter((call) => call.endsWith(`${drivers[0]!}/trips`));
    // One list: the page of the trip, and the empty one after it.
    expect(ofFirst).toHaveLength(2);
    expect(await latestReconcile(stack.database.db, { fleetId: FLEET })).toMatchObject({ state: 'done' });
  });
});
