import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decisionSentence } from '../../messages/decisions/index.ts';
import type { Decision, RuleDecision } from '../../rules/evaluation/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { createSimulation, getSimulation, latestDecision, setTripState } from '../../store/trips/index.ts';
import { listGroups } from '../../store/facts/index.ts';
import { replayWorkflowId, simulationWorkflowId, tripWorkflowId } from '../../workflows/contracts/index.ts';
import type { ReplayInput } from '../../workflows/contracts/index.ts';
import { standInTrip, tripAt } from '../support/stand-ins/analytics.ts';
import { FLEET, sha256Hex, startStack } from '../support/servers/stack.ts';
import type { Stack } from '../support/servers/stack.ts';
import { liveRule } from '../support/rules/documents.ts';

const END = new Date(Date.UTC(2026, 10, 20, 12));
const DAY_MS = 86_400_000;
const daysBefore = (days: number): Date => new Date(END.getTime() - days * DAY_MS);

let stack: Stack;
let trips = 0;

/** Runs the workflow of a trip that the service has. @returns the decision of each rule */
async function drive(
  driverId: string,
  options: Parameters<typeof standInTrip>[1] = {},
): Promise<Readonly<Record<string, RuleDecision>>> {
  const trip = { driverId, tripId: `trip-${(trips += 1)}` };
  stack.put({ driverId, tripId: trip.tripId }, { endedAt: END, ...options });
  await stack.runTrip(trip);
  return decisionsOf(trip);
}

async function decisionsOf(trip: { driverId: string; tripId: string }) {
  const decision = await latestDecision(stack.database.db, { fleetId: FLEET, ...trip });
  return Object.fromEntries((decision?.rules ?? []).map((rule) => [rule.rule, rule]));
}

/** Simulates rules on a stored trip. @returns the result */
async function simulate(input: JsonObject) {
  const { id } = await createSimulation(stack.database.db, asker(input));
  const simulation = { fleet: FLEET, simulationId: id };
  await stack.execute('simulationWorkflow', simulationWorkflowId(simulation), simulation);
  return answerOf(id);
}

async function replay(trip: { driverId: string; tripId: string }, effects: boolean) {
  const { id } = await createSimulation(stack.database.db, asker({}));
  const input: ReplayInput = { fleet: FLEET, ...trip, effects, who: 'test', simulationId: id };
  await stack.execute('replayWorkflow', replayWorkflowId(input, id, sha256Hex), input);
  return answerOf(id);
}

const asker = (input: JsonObject) => ({ fleetId: FLEET, input, who: 'test', at: new Date() });

async function answerOf(id: string): Promise<Readonly<Record<string, RuleDecision>>> {
  const row = await getSimulation(stack.database.db, { fleetId: FLEET, id });
  const { rules } = row?.result as unknown as Decision;
  return Object.fromEntries(rules.map((rule) => [rule.rule, rule]));
}

const asking = (id: string, condition: JsonObject, fields: JsonObject = {}): JsonObject =>
  liveRule(condition, { id, severity: 'info', actions: [], ...fields });

/** Calls to the service since the test began, except those for trips. */
const asked = (): readonly string[] =>
  stack.analytics.calls.filter((call) => !call.includes('/trip/')).map((call) => call.replace('GET /v3', ''));

const useStack = (...rules: readonly JsonObject[]): void => {
  beforeAll(async () => {
    stack = await startStack({ channels: 'outbox' });
    await stack.publish(...rules);
    await stack.startWorker();
  });
  afterAll(() => stack.close());
  beforeEach(() => {
    stack.analytics.calls.length = 0;
  });
};

describe('a fleet whose rules ask for nothing but the trip', () => {
  useStack(
    asking('long', { fact: 'trip.distance_km', operator: 'greaterThan', value: 10 }),
    asking('off', { fact: 'driver.groups', operator: 'contains', value: 'north' }, { mode: 'off' }),
  );

  it('asks the service for nothing else', async () => {
    expect((await drive('d-1'))['long']).toMatchObject({ outcome: 'matched' });
    expect(asked()).toEqual([]);
    expect(stack.analytics.calls).toHaveLength(1);
  });
});

describe('groups', () => {
  useStack(
    asking(
      'scoped',
      { fact: 'trip.distance_km', operator: 'greaterThan', value: 10 },
      { scope: { groups: ['north'] } },
    ),
    asking('vans', { fact: 'driver.groups', operator: 'contains', value: 'vans' }),
  );
  beforeAll(() => {
    stack.analytics.groups.set('north', [
      ...Array.from({ length: 60 }, (_each, index) => `n-${index}`),
      'both',
    ]);
    stack.analytics.groups.set('vans', ['both']);
  });
  const outcomes = async (driverId: string) => {
    const { scoped, vans } = await drive(driverId);
    return [scoped?.outcome, vans?.outcome];
  };
  const age = (minutes: number) =>
    stack.database.db
      .updateTable('groupRefreshes')
      .set({
        refreshedAt: new Date(Date.now() - minutes * 60_000),
        begunAt: new Date(Date.now() - minutes * 60_000),
        attemptedAt: new Date(Date.now() - minutes * 60_000),
      })
      .execute();
  /** Two pages of 61 drivers, one of the only van, and the empty page after the last of each. */
  const REFRESH = ['/groups', ...Array.from({ length: 5 }, () => '/drivers')];

  it('that cannot be read are unknown, and the trip is decided again once they can', async () => {
    stack.analytics.broken.add('/v3/drivers');
    const early = ['n-7', 'loner'].map((driverId) => ({ driverId, tripId: 'early' }));
    for (const { driverId, tripId } of early) stack.put({ driverId, tripId }, { endedAt: END });
    const running = early.map((trip) => stack.runTrip(trip));
    const scoped = () => Promise.all(early.map(async (trip) => (await decisionsOf(trip))['scoped']));
    const undecided = { outcome: 'unknown', reason: 'groups_unknown' };
    await expect.poll(scoped, { timeout: 20_000 }).toMatchObject([undecided, undecided]);
    stack.analytics.broken.clear();
    const aMinuteAgo = new Date(Date.now() - 61_000);
    await stack.database.db.updateTable('groupRefreshes').set({ attemptedAt: aMinuteAgo }).execute();
    await Promise.all(running);
    expect(await scoped()).toMatchObject([{ outcome: 'matched' }, { outcome: 'out_of_scope' }]);
    expect((await decisionsOf(early[1]!))['vans']).toMatchObject({ outcome: 'not_matched' });
  });

  it('are read once for many trips at the same time in two workers, page by page', async () => {
    const first = stack.worker;
    await stack.startWorker();
    await stack.database.db.deleteFrom('groupRefreshes').execute();
    await stack.database.db.deleteFrom('driverGroups').execute();
    // A driver without a group would wait for the next refresh if his trip came during this one.
    const found = await Promise.all(['n-0', 'n-59', 'both', 'n-0'].map(outcomes));
    expect(found).toEqual([
      ['matched', 'not_matched'],
      ['matched', 'not_matched'],
      ['matched', 'matched'],
      ['matched', 'not_matched'],
    ]);
    expect(asked()).toEqual(REFRESH);
    expect(await listGroups(stack.database.db, FLEET)).toEqual(['north', 'vans']);
    await first?.shutdown();
  });

  it('of a driver first seen within five minutes of a refresh are unknown, and decided by the next one', async () => {
    stack.analytics.groups.set('vans', ['both', 'newcomer']);
    await age(0);
    const trip = { driverId: 'newcomer', tripId: 'first-trip' };
    stack.put(trip, { endedAt: END });
    const waiting = stack.runTrip(trip);
    const vans = async () => (await decisionsOf(trip))['vans'];
    await expect.poll(vans).toMatchObject({ outcome: 'unknown' });
    expect((await decisionsOf(trip))['scoped']).toMatchObject({
      outcome: 'unknown',
      reason: 'groups_unknown',
    });
    expect(asked()).toEqual([]);
    await age(6);
    await replay(trip, true);
    expect(asked()).toEqual(REFRESH);
    expect(await vans()).toMatchObject({ outcome: 'matched' });
    // The workflow ends by itself if it read the groups before the replay did. Otherwise it would wait out the pause.
    const handle = stack.client.workflow.getHandle(tripWorkflowId({ fleet: FLEET, ...trip }, sha256Hex));
    await handle.terminate('decided by the replay').catch(() => undefined);
    await waiting.catch(() => undefined);
  });

  it('of a driver who is not listed make one refresh', async () => {
    await age(6);
    expect(await outcomes('stranger')).toEqual(['out_of_scope', 'not_matched']);
    expect(asked()).toEqual(REFRESH);
    await age(6);
    stack.analytics.calls.length = 0;
    expect(await outcomes('stranger')).toEqual(['out_of_scope', 'not_matched']);
    expect(asked()).toEqual([]);
  });

  it('are read again after an hour, beside the trip, and before it when they are old', async () => {
    stack.analytics.groups.set('vans', []);
    await age(59);
    expect(await outcomes('both')).toEqual(['matched', 'matched']);
    expect(asked()).toEqual([]);
    await age(61);
    expect(await outcomes('both')).toEqual(['matched', 'matched']);
    // The first page of the vans is empty by now.
    await expect.poll(asked).toEqual(REFRESH.slice(0, -1));
    await expect.poll(() => outcomes('both')).toEqual(['matched', 'not_matched']);
    stack.analytics.groups.set('vans', ['both']);
    await age(180);
    expect(await outcomes('both')).toEqual(['matched', 'matched']);
  });

  it('stay as they were while they cannot be read', async () => {
    await age(180);
    stack.analytics.broken.add('/v3/groups');
    expect(await outcomes('both')).toEqual(['matched', 'matched']);
    stack.analytics.broken.clear();
  });
});

describe('a trip replayed while its driver’s score is withheld', () => {
  useStack(asking('low', { fact: 'driver.score', operator: 'lessThan', value: 70 }));

  it('is answered at once, and decided again once the score can be read', async () => {
    const trip = { driverId: 'replayed', tripId: 'set-aside' };
    stack.analytics.scores.set('replayed', new Map([['2026-11-20', 60]]));
    stack.put(trip, { endedAt: END });
    stack.analytics.broken.add('/v3/driver/replayed/score');
    expect((await replay(trip, true))['low']).toMatchObject({ outcome: 'unknown' });
    stack.analytics.broken.clear();
    await expect
      .poll(async () => (await decisionsOf(trip))['low']?.outcome, { timeout: 60_000 })
      .toBe('matched');
  });
});

describe('scores of the fleet and of groups', () => {
  useStack(
    asking('fleet', { fact: 'fleet.score', operator: 'lessThan', value: 70 }),
    asking('fleet-change', {
      fact: 'fleet.score_change',
      params: { over: '7d' },
      operator: 'lessThan',
      value: -2,
    }),
    asking('own-group', { fact: 'group.score', operator: 'lessThan', value: 70 }),
    asking('north', { fact: 'group.score', params: { group: 'north' }, operator: 'lessThan', value: 70 }),
    asking('below-group', { fact: 'driver.score', operator: 'lessThan', value: { fact: 'group.score' } }),
  );
  beforeAll(() => {
    stack.analytics.groups.set('north', ['d-1', 'd-2']);
    stack.analytics.groups.set('south', ['d-2', 'd-3']);
    stack.analytics.fleetScores.set(
      '',
      new Map([
        ['2026-11-20', 68],
        ['2026-11-13', 71.5],
      ]),
    );
    stack.analytics.fleetScores.set('north', new Map([['2026-11-20', 64]]));
    stack.analytics.fleetScores.set('south', new Map([['2026-11-20', 80]]));
    for (const driver of ['d-1', 'd-2', 'd-3'])
      stack.analytics.scores.set(driver, new Map([['2026-11-20', 65]]));
  });

  it('are read once for all trips of a date', async () => {
    const [one, two, three] = [await drive('d-1'), await drive('d-2'), await drive('d-3')];
    expect(one['fleet']).toMatchObject({ outcome: 'matched', trace: { all: [{ actual: 68 }] } });
    expect(one['fleet-change']).toMatchObject({ outcome: 'matched', trace: { all: [{ actual: -3.5 }] } });
    expect(one['own-group']).toMatchObject({ outcome: 'matched', trace: { all: [{ actual: 64 }] } });
    expect(one['below-group']).toMatchObject({ outcome: 'not_matched', trace: { all: [{ compared: 64 }] } });
    expect(two['own-group']).toMatchObject({ outcome: 'unknown' });
    expect(decisionSentence(two['own-group']!, 'en')).toBe(
      'Not decided: the driver is in several groups, and the rule names none.',
    );
    expect(two['north']).toMatchObject({ outcome: 'matched', trace: { all: [{ actual: 64 }] } });
    expect(three['own-group']).toMatchObject({ outcome: 'not_matched', trace: { all: [{ actual: 80 }] } });
    expect(three['below-group']).toMatchObject({ outcome: 'matched' });
    const count = (path: string): number => asked().filter((call) => call === path).length;
    expect(count('/score')).toBe(4);
    expect(count('/groups')).toBe(1);
    expect(['d-1', 'd-2', 'd-3'].map((driver) => count(`/driver/${driver}/score`))).toEqual([1, 1, 1]);
  });

  it('are read once for trips that are decided at the same time', async () => {
    await Promise.all(
      ['d-1', 'd-1', 'd-3', 'd-1'].map((driver) => drive(driver, { endedAt: daysBefore(30) })),
    );
    // The fleet on two dates, and the groups of both drivers, because a rule names one of them.
    expect(asked().filter((call) => call === '/score')).toHaveLength(4);
  });

  it('of a day that was not over are read again after a quarter of an hour', async () => {
    const readAgo = (minutes: number) =>
      stack.database.db
        .updateTable('scoreReadings')
        .set({ readAt: new Date(Date.now() - minutes * 60_000) })
        .execute();
    const today = { endedAt: new Date() };
    await drive('d-1', today);
    stack.analytics.calls.length = 0;
    await readAgo(14);
    await drive('d-1', today);
    expect(asked()).not.toContain('/score');
    await readAgo(16);
    await drive('d-1', today);
    // Today for the fleet and the group. The day a week ago was over when its score was read.
    expect(asked().filter((call) => call === '/score')).toHaveLength(2);
  });
});

describe('the age of a trip', () => {
  useStack(asking('old', { fact: 'trip.age_seconds', operator: 'greaterThan', value: 3_600 }));
  const leafOf = (decision: RuleDecision | undefined): unknown =>
    (decision?.trace as { all: { actual: unknown }[] } | undefined)?.all[0]?.actual;
  /** Returns the age that the newest simulation found. */
  const ageUntil = async (): Promise<unknown> =>
    (
      await stack.database.db
        .selectFrom('simulations')
        .select('result')
        .orderBy('finishedAt', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
    ).result;

  it('is asked about later what it was at the first decision; a posted trip is as old as it is now', async () => {
    const live = (await drive('aged', { endedAt: new Date(Date.now() - 600_000) }))['old'];
    expect(live).toMatchObject({ outcome: 'not_matched' });
    const stored = { driver_id: 'aged', trip_id: `trip-${trips}` };
    const key = { fleetId: FLEET, driverId: 'aged', tripId: `trip-${trips}` };
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const [end, decided, received] = [hoursAgo(50), hoursAgo(49.5), hoursAgo(48)];
    await stack.database.db
      .updateTable('decisions')
      .set({ decidedAt: decided })
      .where((row) => row.and(key))
      .execute();
    await stack.database.db
      .updateTable('trips')
      .set({ endedAt: end, endTime: end.toISOString(), firstReceivedAt: received })
      .where((row) => row.and(key))
      .execute();
    expect(leafOf((await simulate(stored))['old'])).toBe(1_800);
    expect(await ageUntil()).toMatchObject({
      age_until: { at: decided.toISOString(), because: 'first_decision' },
    });
    await stack.database.db
      .deleteFrom('decisions')
      .where((row) => row.and(key))
      .execute();
    expect(leafOf((await simulate(stored))['old'])).toBe(7_200);
    expect(await ageUntil()).toMatchObject({ age_until: { because: 'received' } });
    const posted = standInTrip('posted', { endedAt: end }) as JsonObject;
    const now = await simulate({ ...stored, trip: posted });
    expect(leafOf(now['old'])).toBeGreaterThanOrEqual(50 * 3_600);
    expect(await ageUntil()).toMatchObject({ age_until: { because: 'now' } });
  });
});

describe('alerts of another rule', () => {
  const phone = {
    fact: 'trip.events.count',
    params: { type: 'PHONE_USE' },
    operator: 'greaterThan',
    value: 0,
  };
  const alerts = (rule: string) => ({
    fact: 'driver.rule_alerts',
    params: { rule, window: '7d' },
    operator: 'greaterThanInclusive',
    value: 1,
  });
  useStack(
    asking('phone', phone),
    asking('shadowed', phone, { mode: 'shadow' }),
    asking('after-phone', alerts('phone')),
    asking('after-shadowed', alerts('shadowed')),
  );
  const actualOf = (decision: RuleDecision | undefined): unknown =>
    (decision?.trace as { all: { actual?: unknown }[] } | undefined)?.all[0]?.actual;

  it('count by the end of their trips, those of a rule in shadow not at all', async () => {
    const first = await drive('d-1', { events: [2], endedAt: daysBefore(8) });
    expect(actualOf(first['after-phone'])).toBe(0);
    const second = await drive('d-1', { events: [2], endedAt: daysBefore(3) });
    expect(actualOf(second['after-phone'])).toBe(1);
    const third = await drive('d-1');
    expect(actualOf(third['after-phone'])).toBe(1);
    expect(third['after-phone']).toMatchObject({ outcome: 'matched' });
    expect(actualOf(third['after-shadowed'])).toBe(0);
    expect(actualOf((await drive('d-2'))['after-phone'])).toBe(0);
  });
});

describe('windows', () => {
  const inAWeek = (count: number): JsonObject => ({
    fact: 'driver.events.count',
    params: { type: 'PHONE_USE', window: '7d' },
    operator: 'greaterThanInclusive',
    value: count,
  });
  useStack(
    asking('three', inAWeek(3)),
    asking('few', { ...inAWeek(3), operator: 'lessThan' }),
    asking('rate', {
      fact: 'driver.events.per_hour',
      params: { type: 'PHONE_USE', window: '7d' },
      operator: 'lessThan',
      value: 100,
    }),
  );
  const leafOf = (decision: RuleDecision | undefined): unknown =>
    (decision?.trace as { all: unknown[] } | undefined)?.all[0];
  const phoneAt = (driver: string, days: number, events: readonly number[] = [2]) =>
    drive(driver, { events, endedAt: daysBefore(days) });

  it('of a late trip are its own and those of later trips that hold it', async () => {
    expect((await phoneAt('late', 11))['three']).toMatchObject({ outcome: 'not_matched' });
    const last = await phoneAt('late', 1);
    expect(last['three']).toMatchObject({ outcome: 'not_matched' });
    const lateTrip = await phoneAt('late', 4);
    expect(leafOf(lateTrip['three'])).toMatchObject({ actual: 2, window_end: daysBefore(1).toISOString() });
    const later = await phoneAt('late', 3.5);
    expect(later['three']).toMatchObject({ outcome: 'matched' });
    expect(leafOf(later['three'])).toMatchObject({
      actual: 3,
      window_end: daysBefore(1).toISOString(),
    });
  });

  it('of a trip that came in time count as they did then, simulated, replayed and read again', async () => {
    await phoneAt('in-time', 4);
    const trip = { driverId: 'in-time', tripId: `trip-${trips}` };
    for (const days of [3, 2]) await phoneAt('in-time', days);
    const stored = { driver_id: trip.driverId, trip_id: trip.tripId };
    expect(leafOf((await simulate(stored))['three'])).toMatchObject({ actual: 1 });
    expect(leafOf((await replay(trip, false))['three'])).toMatchObject({ actual: 1 });
    const put = (events: readonly number[]): unknown =>
      stack.put(trip, { endedAt: daysBefore(4), events, score: 50 });
    put([2]);
    expect(leafOf((await replay(trip, true))['three'])).toMatchObject({ actual: 1 });
    put([2, 2]);
    const rescored = await replay(trip, true);
    expect(leafOf(rescored['three'])).toMatchObject({ actual: 4, window_end: daysBefore(2).toISOString() });
    expect(rescored['three']).toMatchObject({ outcome: 'matched' });
    expect(leafOf((await simulate(stored))['three'])).toMatchObject({ actual: 4 });
  });

  it('of a late trip that adds nothing to them stay with their own trips', async () => {
    for (const days of [5, 3, 2]) await phoneAt('quiet', days);
    const late = await phoneAt('quiet', 4, []);
    expect(leafOf(late['three'])).toMatchObject({ actual: 1 });
    expect(late['three']).toMatchObject({ outcome: 'not_matched' });
  });

  it('with a trip whose events did not arrive are decided only as far as the others allow', async () => {
    const { events: _events, ...silent } = standInTrip('silent', { endedAt: daysBefore(5) });
    const trip = { driverId: 'silent', tripId: 'silent' };
    stack.analytics.trips.set(tripAt('silent', 'silent'), silent);
    await stack.runTrip(trip);
    expect((await decisionsOf(trip))['few']).toMatchObject({ outcome: 'unknown' });
    const second = await phoneAt('silent', 4, [2, 2]);
    expect(second['few']).toMatchObject({ outcome: 'unknown' });
    expect(decisionSentence(second['few']!, 'en')).toBe(
      'Not decided: at least 2 phone events in 7 days (threshold: less than 3), events of 1 trip did not arrive or cannot be read.',
    );
    expect(leafOf(second['few'])).toMatchObject({ actual: 2, at_least: true, trips_without_events: 1 });
    expect(second['rate']).toMatchObject({ outcome: 'unknown' });
    const third = await phoneAt('silent', 3);
    expect(third['three']).toMatchObject({ outcome: 'matched' });
    expect(third['few']).toMatchObject({ outcome: 'not_matched', nearest_miss: { gap: 0, at_least: true } });
    const late = await phoneAt('silent', 3.5);
    expect(leafOf(late['three'])).toMatchObject({ actual: 4, at_least: true, trips_without_events: 1 });
    // The trip without events ended just outside this one's week.
    const later = await phoneAt('silent', -2);
    expect(leafOf(later['three'])).not.toHaveProperty('at_least');
  });

  it('leave deleted trips out, and say where history begins', async () => {
    await phoneAt('deleted', 5);
    await setTripState(stack.database.db, {
      fleetId: FLEET,
      driverId: 'deleted',
      tripId: `trip-${trips}`,
      state: 'deleted',
      at: new Date(),
    });
    await phoneAt('deleted', 4);
    const { three } = await phoneAt('deleted', 3);
    expect(leafOf(three)).toMatchObject({ actual: 2, history_since: daysBefore(5).toISOString() });
  });

  it('of trips that arrive together hold each other, one after the other', async () => {
    const found = await Promise.all([4, 3, 2, 1].map((days) => phoneAt('together', days)));
    expect(found.some((each) => each['three']?.outcome === 'matched')).toBe(true);
    expect(found.filter((each) => (leafOf(each['three']) as { actual: number }).actual === 4)).toHaveLength(
      1,
    );
  });
});
