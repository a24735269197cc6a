import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBackfills } from '../../activities/backfill/index.ts';
import { createServiceEvidence } from '../../activities/dependencies/index.ts';
import type { ActivityDependencies } from '../../activities/dependencies/index.ts';
import { createRuleLoader } from '../../activities/facts/index.ts';
import { createAnalyticsClient } from '../../analytics/index.ts';
import {
  backfillFigures,
  backfillProblems,
  createBackfill,
  getBackfill,
} from '../../store/backfill/index.ts';
import { createLedger } from '../../store/deliveries/index.ts';
import { keepTrip } from '../../store/trips/index.ts';
import type { BackfillProgress } from '../../workflows/contracts/index.ts';
import { exampleTrip } from '../store/examples.ts';
import { standInTrip, startAnalyticsStandIn, tripAt } from '../support/stand-ins/analytics.ts';
import type { AnalyticsStandIn } from '../support/stand-ins/analytics.ts';
import { useDatabase } from '../support/store/useDatabase.ts';

const test = useDatabase();
const fleetId = 'north';
const QUIET = new DefaultLogger('ERROR');
const MINUTE_MS = 60_000;
const STUMBLES = { status: 500, body: { error: 'cannot render that' } };
const ODD = { status: 200, body: { error: 'something odd' } };
const GARBLED = { status: 200, body: [] };

let service: AnalyticsStandIn;
let now: Date;
/** Called with the path of each call, before it is made. */
let onCall: (path: string) => void;
beforeEach(async () => {
  service = await startAnalyticsStandIn();
  now = new Date('2026-06-03T12:00:00Z');
  onCall = () => undefined;
});
afterEach(async () => {
  await service.close();
  for (const table of ['decisions', 'trips', 'driverReadings', 'backfills'] as const)
    await test.db.deleteFrom(table).execute();
});

/** Adds the driver's trips, one every forty minutes. Sixty of them fit into the two days of the backfill. */
function drive(driverId: string, ...tripIds: readonly string[]): void {
  for (const [index, tripId] of tripIds.entries()) {
    const endedAt = new Date(Date.parse('2026-06-01T06:00:00Z') + index * 40 * MINUTE_MS);
    service.trips.set(tripAt(driverId, tripId), standInTrip(tripId, { endedAt }));
  }
}

const refuse = (driverId: string, tripId: string, answer = STUMBLES): void =>
  void service.odd.set(tripAt(driverId, tripId), answer);

const tripsAsked = (): string[] => service.calls.flatMap((call) => /\/trip\/([^/]+)$/.exec(call)?.[1] ?? []);
const timesAsked = (tripId: string): number => tripsAsked().filter((each) => each === tripId).length;

/** Begins a backfill on its own clock, which the test runs attempt by attempt. */
async function begin(options: { readonly alerts?: boolean } = {}) {
  const asked = { fleetId, from: '2026-06-01', to: '2026-06-02', who: 'ann', at: now };
  const { id } = await createBackfill(test.db, { alerts: false, ...asked, ...options });
  const key = { fleetId, id };
  const client = createAnalyticsClient({
    baseUrl: service.url,
    apiKey: service.apiKey,
    retries: 0,
    fetch: (input, init) => {
      onCall(new URL(input).pathname);
      return fetch(input, init);
    },
  });
  const nothing = (): Promise<void> => Promise.resolve();
  const deps = {
    db: test.db,
    ledger: createLedger(test.db),
    now: () => now,
    log: pino({ level: 'silent' }),
    alarms: { raise: nothing, note: nothing, clear: nothing },
    pulse: createServiceEvidence(() => now),
    fleets: new Map([[fleetId, { id: fleetId, name: 'North', timezone: 'UTC', analytics: client }]]),
  } as unknown as ActivityDependencies;
  const activities = createBackfills(deps, createRuleLoader());
  const advance = (): Promise<BackfillProgress> => activities.advanceBackfill(input);
  const input = { fleet: fleetId, backfillId: id };

  /** Runs one attempt. @returns `over`, or the type of its failure and when Temporal would retry */
  async function attempt(): Promise<'over' | { type: string; retryInMs: number | undefined }> {
    try {
      const end: unknown = await new MockActivityEnvironment({}, { logger: QUIET }).run(advance);
      expect(end).toMatchObject({ phase: 'over' });
      return 'over';
    } catch (error) {
      if (!(error instanceof ApplicationFailure) || error.nonRetryable) throw error;
      const retryInMs = error.nextRetryDelay as number | undefined;
      return { type: error.type!, retryInMs };
    }
  }

  /** Retries as Temporal does, for at most `forMs`. @returns the number of attempts */
  async function goOn(forMs: number): Promise<number> {
    const until = now.getTime() + forMs;
    for (let attempts = 1; ; attempts += 1) {
      const end = await attempt();
      if (end === 'over') return attempts;
      const ownMs = Math.min(1_000 * 2 ** attempts, 5 * MINUTE_MS);
      now = new Date(now.getTime() + (end.retryInMs ?? ownMs));
      if (now.getTime() > until) return attempts;
    }
  }

  return {
    attempt,
    goOn,
    check: async () => ({ ...(await getBackfill(test.db, key))!, ...(await backfillFigures(test.db, key)) }),
    problems: () => backfillProblems(test.db, key),
  };
}

const pass = (ms: number): void => void (now = new Date(now.getTime() + ms));

describe('a trip that the service refuses', () => {
  it.each([
    ['500 with words of its own', STUMBLES, 1],
    ['200 with an error', ODD, 1],
    ['nonsense', GARBLED, 2],
  ])(
    'with %s is put off until everything else is there, and given up five minutes later',
    async (_how, answer, calls) => {
      drive('d1', 'poison', 'a1', 'a2');
      drive('d2', 'b1', 'b2');
      refuse('d1', 'poison', answer as typeof STUMBLES);
      const backfill = await begin();
      expect(await backfill.attempt()).toEqual({ type: 'analytics_refusing', retryInMs: 5 * MINUTE_MS });
      expect(timesAsked('poison')).toBe(calls);
      const waiting = { state: 'running', driversDone: 1, tripsStored: 4, problems: 0 };
      expect(await backfill.check()).toMatchObject({ ...waiting, readingsUntil: '2026-06-02' });
      expect((await backfill.check()).waitingFor).toContain('refuses trips of a driver');
      // A worker that comes sooner sends no request.
      pass(5 * MINUTE_MS - 1_000);
      const before = service.calls.length;
      expect(await backfill.attempt()).toEqual({ type: 'analytics_refusing', retryInMs: 1_000 });
      expect(service.calls).toHaveLength(before);
      pass(1_000);
      expect(await backfill.attempt()).toBe('over');
      const asked = tripsAsked().slice(-2 - calls);
      expect(asked.slice(1, -1)).toEqual(Array(calls).fill('poison'));
      expect(asked.at(-1)).not.toBe('poison');
      expect(asked[0]).toBe(asked.at(-1));
      const done = { state: 'done', tripsFound: 5, tripsStored: 4, tripsSkipped: 0, problems: 1 };
      expect(await backfill.check()).toMatchObject({ ...done, driversDone: 2, waitingFor: null });
      const [problem, ...others] = await backfill.problems();
      expect(problem).toMatchObject({ driver_id: 'd1', trip_id: 'poison' });
      expect(problem!.message).toMatch(/HTTP (500|200)|unexpected structure/);
      expect(others).toEqual([]);
    },
  );

  it('is kept like any other when it can be read after all', async () => {
    drive('d1', 'poison', 'well');
    refuse('d1', 'poison');
    const backfill = await begin();
    await backfill.attempt();
    service.odd.clear();
    await backfill.goOn(10 * MINUTE_MS);
    const done = { state: 'done', tripsFound: 2, tripsStored: 2, tripsSkipped: 0, problems: 0 };
    expect(await backfill.check()).toMatchObject(done);
  });

  it('is no problem when its own way has read it, or the service lists it no more', async () => {
    drive('d1', 'poison', 'withdrawn', 'well');
    refuse('d1', 'poison');
    refuse('d1', 'withdrawn');
    const backfill = await begin();
    await backfill.attempt();
    const trip = { ...exampleTrip(), driverId: 'd1', tripId: 'poison' };
    await keepTrip(test.db, { fleetId, trip, contentHash: 'live', revision: 1, at: now });
    service.trips.delete(tripAt('d1', 'withdrawn'));
    await backfill.goOn(10 * MINUTE_MS);
    const done = { state: 'done', tripsFound: 2, tripsStored: 1, tripsSkipped: 1, problems: 0 };
    expect(await backfill.check()).toMatchObject(done);
  });

  it('is not given up when the service breaks down while it is asked again', async () => {
    drive('d1', 'poison', 'well');
    refuse('d1', 'poison');
    const backfill = await begin();
    await backfill.attempt();
    pass(5 * MINUTE_MS);
    onCall = (path) => {
      if (path.endsWith('/poison')) service.odd.set('*', STUMBLES);
    };
    expect(await backfill.attempt()).toMatchObject({ type: 'analytics_unavailable' });
    expect((await backfill.check()).waitingFor).toContain('does not answer');
    onCall = () => undefined;
    service.odd.clear();
    await backfill.goOn(20 * MINUTE_MS);
    expect(await backfill.check()).toMatchObject({ state: 'done', tripsStored: 2, problems: 0 });
  });

  it('has its own five minutes, whatever else of the driver was refused before', async () => {
    drive('d1', 'first', 'second', 'well');
    refuse('d1', 'first');
    const backfill = await begin({ alerts: true });
    await backfill.attempt();
    refuse('d1', 'second');
    pass(5 * MINUTE_MS);
    expect(await backfill.attempt()).toMatchObject({ type: 'analytics_refusing' });
    expect(await backfill.check()).toMatchObject({ driversDone: 0, problems: 0 });
    await backfill.goOn(10 * MINUTE_MS);
    expect(await backfill.check()).toMatchObject({ state: 'done', problems: 2, tripsStored: 1 });
    expect(timesAsked('first')).toBe(2);
  });
});

describe('an outage in the service’s own words', () => {
  it.each([
    ['from the start', true],
    ['that begins later', false],
  ])('%s loses nothing, and is asked through seldom', async (_when, fromTheStart) => {
    for (const driver of ['d1', 'd2', 'd3'])
      drive(driver, ...['1', '2', '3', '4'].map((trip) => `${driver}-${trip}`));
    if (fromTheStart) service.odd.set('*', STUMBLES);
    else
      onCall = (path) => {
        if (path.endsWith('/d2-1')) service.odd.set('*', STUMBLES);
      };
    const backfill = await begin();
    await backfill.goOn(3 * 60 * MINUTE_MS);
    expect(await backfill.check()).toMatchObject({ state: 'running', problems: 0 });
    expect((await backfill.check()).waitingFor).toContain('The analytics service');
    // 36 rounds of five minutes: a few calls each, and those of twelve trips once a round at most.
    expect(service.calls.length).toBeLessThan(36 * 20);
    onCall = () => undefined;
    service.odd.clear();
    await backfill.goOn(30 * MINUTE_MS);
    const done = { state: 'done', tripsFound: 12, tripsStored: 12, tripsSkipped: 0, problems: 0 };
    expect(await backfill.check()).toMatchObject(done);
  });
});

describe('very many refused trips', () => {
  it.each([
    ['in words', STUMBLES],
    ['garbled', GARBLED],
  ])('(%s) are walked past in one go, and given up together', async (_how, answer) => {
    const ids = Array.from({ length: 60 }, (_each, index) => `p${index}`);
    drive('d1', ...ids);
    drive('d2', ...ids.map((id) => `q${id}`));
    drive('d3', 'well');
    for (const id of ids) {
      refuse('d1', id, answer as typeof STUMBLES);
      refuse('d2', `q${id}`, answer as typeof STUMBLES);
    }
    const backfill = await begin();
    expect(await backfill.goOn(60 * MINUTE_MS)).toBeLessThan(9);
    const done = { state: 'done', tripsFound: 121, tripsStored: 1, tripsSkipped: 0, problems: 120 };
    expect(await backfill.check()).toMatchObject(done);
    expect(await backfill.problems()).toHaveLength(40);
    // For itself in two rounds, and by both lanes while no trip was known to be readable.
    for (const id of ids) expect(timesAsked(id)).toBeLessThanOrEqual(10);
  });

  it('and nothing else in the fleet are waited for at a pace', async () => {
    drive('d1', 'p1', 'p2');
    drive('d2', 'p3');
    for (const [driver, trip] of [
      ['d1', 'p1'],
      ['d1', 'p2'],
      ['d2', 'p3'],
    ] as const)
      refuse(driver, trip);
    const backfill = await begin();
    await backfill.goOn(60 * MINUTE_MS);
    expect(await backfill.check()).toMatchObject({ state: 'running', problems: 0 });
    expect(timesAsked('p1')).toBeGreaterThan(5);
    expect(timesAsked('p1')).toBeLessThan(15);
  });
});

describe('a list of trips', () => {
  it('that is nonsense is asked for again after the others, and given up like a trip', async () => {
    drive('d1', 'a1');
    drive('d2', 'b1', 'b2');
    service.oddLists.set('d1', { status: 200, body: { trips: 'none' } });
    const backfill = await begin();
    expect(await backfill.attempt()).toEqual({ type: 'analytics_refusing', retryInMs: 5 * MINUTE_MS });
    expect(await backfill.check()).toMatchObject({ driversDone: 1, tripsStored: 2, problems: 0 });
    pass(5 * MINUTE_MS);
    expect(await backfill.attempt()).toBe('over');
    expect(await backfill.check()).toMatchObject({
      state: 'done',
      problems: 1,
      tripsStored: 2,
      tripsFound: 2,
    });
    const [problem] = await backfill.problems();
    expect(problem!.message).toContain('The list of trips: ');
    expect(problem).not.toHaveProperty('trip_id');
  });

  it('that is nonsense for a while loses nothing', async () => {
    drive('d1', 'a1');
    drive('d2', 'b1');
    service.oddLists.set('d1', { status: 200, body: { trips: 'none' } });
    const backfill = await begin();
    await backfill.attempt();
    service.oddLists.clear();
    await backfill.goOn(10 * MINUTE_MS);
    expect(await backfill.check()).toMatchObject({ state: 'done', problems: 0, tripsStored: 2 });
  });

  it('that is answered with 503 is waited for, the other drivers and the scores first', async () => {
    drive('d1', 'a1');
    drive('d2', 'b1');
    service.broken.add('/v3/driver/d1/trips');
    const backfill = await begin();
    await backfill.goOn(60 * MINUTE_MS);
    const waiting = { state: 'running', driversDone: 1, tripsStored: 1, problems: 0 };
    expect(await backfill.check()).toMatchObject({ ...waiting, readingsUntil: '2026-06-02' });
    expect((await backfill.check()).waitingFor).toContain('does not answer');
    service.broken.clear();
    await backfill.goOn(10 * MINUTE_MS);
    expect(await backfill.check()).toMatchObject({ state: 'done', problems: 0, tripsStored: 2 });
  });
});

describe('asked to alert', () => {
  const decided = async (): Promise<string[]> =>
    (await test.db.selectFrom('decisions').select('tripId').orderBy('id').execute()).map(
      ({ tripId }) => tripId,
    );

  it('it decides in the order driven: later trips of the driver wait for a refused one, and no longer', async () => {
    drive('d1', 'first', 'poison1', 'poison2', 'fourth', 'fifth');
    drive('d2', 'other');
    refuse('d1', 'poison1');
    refuse('d1', 'poison2');
    const backfill = await begin({ alerts: true });
    expect(await backfill.attempt()).toEqual({ type: 'analytics_refusing', retryInMs: 5 * MINUTE_MS });
    expect(await decided()).toEqual(['first', 'other']);
    pass(5 * MINUTE_MS);
    // Both were requested, so they are given up together.
    expect(await backfill.attempt()).toBe('over');
    expect(await decided()).toEqual(['first', 'other', 'fourth', 'fifth']);
    expect(await backfill.check()).toMatchObject({
      state: 'done',
      tripsStored: 4,
      problems: 2,
      tripsSkipped: 0,
    });
  });

  it('it decides about one that recovers before those after it', async () => {
    drive('d1', 'first', 'poison', 'third');
    refuse('d1', 'poison');
    const backfill = await begin({ alerts: true });
    await backfill.attempt();
    service.odd.clear();
    await backfill.goOn(10 * MINUTE_MS);
    expect(await decided()).toEqual(['first', 'poison', 'third']);
  });
});
