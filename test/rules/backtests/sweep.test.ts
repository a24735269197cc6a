import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DriverWindows,
  PartBuilder,
  RunStarts,
  answering,
  evaluateTrip,
  planBacktest,
  sweepTarget,
} from '../../../rules/backtests/index.ts';
import type {
  AdmissionContext,
  BacktestQuestion,
  BacktestResult,
  ResolvedTrip,
} from '../../../rules/backtests/index.ts';
import { localClockOf } from '../../../rules/time/index.ts';
import type { Json, JsonObject } from '../../../rules/vocabulary/index.ts';
import { eventOf, published, tripWith } from '../given.ts';
import { ZONE, questionWith } from './given.ts';

const RANGE_BEGINS = Date.parse('2026-02-28T23:00:00Z');
const HOUR = 3_600_000;

interface GivenTrip {
  readonly driver: number;
  /** Hours since the start of the range; negative: before it. */
  readonly hour: number;
  readonly distance: number | undefined;
  readonly score: number | undefined;
  /** Phone events; undefined: the trip's events did not arrive. */
  readonly phones?: number | undefined;
}

/** Runs a whole back-test over some trips, as scan and answer do. */
async function backtest(
  question: BacktestQuestion,
  trips: readonly GivenTrip[],
  around: Partial<AdmissionContext> & { readonly resolved?: readonly ResolvedTrip[] } = {},
): Promise<BacktestResult> {
  const { resolved, ...context } = around;
  const plan = planBacktest(question);
  const clock = localClockOf(ZONE);
  const runs = new RunStarts(plan.rules);
  const part = new PartBuilder();
  const groupsOf = context.groupsOf ?? (() => undefined);
  const parts = [];
  for (const driver of [0, 1, 2]) {
    const driverId = `d-${driver}`;
    runs.begin();
    const windows = new DriverWindows(plan.needs.windows, false);
    windows.begin(undefined);
    const own = trips
      .map(({ driver: of, hour, distance: km, score: points, phones }, index) => {
        const at = RANGE_BEGINS + hour * HOUR;
        const trip = tripWith({
          driverId,
          tripId: `t-${index}`,
          endTime: new Date(at).toISOString(),
          ...(km !== undefined && { distanceKm: km }),
          ...(points !== undefined && { score: points }),
          ...(phones !== undefined && {
            events: Array.from({ length: phones }, () => eventOf('PHONE_USE')),
          }),
        });
        return { driver: of, tripId: trip.tripId, at, trip };
      })
      .filter((trip) => trip.driver === driver)
      .sort((a, b) => a.at - b.at || (a.tripId < b.tripId ? -1 : 1));
    let added: number | undefined;
    for (const { tripId, at, trip } of own) {
      // A window includes all trips of the instant at which it ends.
      if (at !== added) windows.add(own.filter((each) => each.at === at));
      added = at;
      const verdict = await evaluateTrip(plan, {
        trip,
        at,
        receivedAt: trip.endTime!,
        windows: windows.countsFor({ trip, at }),
        readings: new Map(),
        readAt: new Map(),
        scoreBreaks: [],
        groups: groupsOf(driverId),
        scores: new Map(),
        ruleAlerts: new Map(),
      });
      const key = { driverId, tripId, at };
      if (at < RANGE_BEGINS) {
        runs.before(tripId, verdict);
        part.before(key, verdict);
      } else part.count(key, clock(at).date, { ...verdict, runs: runs.of(tripId, verdict) });
    }
    // The part passes through JSON, as in the database.
    parts.push(JSON.parse(JSON.stringify(part.take())) as ReturnType<PartBuilder['take']>);
  }
  const steps = answering({
    question,
    plan,
    parts,
    leftOut: 0,
    backfilled: 0,
    ...(resolved && { resolved }),
    context: { timezone: ZONE, clock, silences: [], ...context, groupsOf },
  });
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const distance = (operator: string, value: Json): JsonObject => ({
  fact: 'trip.distance_km',
  operator,
  value,
});
/** Returns a comparison of a count, which is a lower bound when a trip's events in the window did not arrive. */
const phones = (operator: string, value: Json): JsonObject => ({
  fact: 'driver.events.count',
  params: { type: 'PHONE_USE', window: '24h' },
  operator,
  value,
});
const score: JsonObject = { fact: 'trip.score', operator: 'lessThan', value: 3 };

/** Conditions around the swept number, each with the number's pointer. */
const SHAPES: readonly (readonly [string, (value: number) => JsonObject])[] = [
  ['/conditions/all/0/value', (value) => ({ all: [distance('greaterThan', value)] })],
  ['/conditions/all/1/value', (value) => ({ all: [score, distance('lessThanInclusive', value)] })],
  ['/conditions/any/0/value', (value) => ({ any: [distance('greaterThanInclusive', value), score] })],
  ['/conditions/not/any/1/value', (value) => ({ not: { any: [score, distance('lessThan', value)] } })],
  ['/conditions/all/0/value/0', (value) => ({ all: [distance('between', [value, 5])] })],
  ['/conditions/all/0/not/value/1', (value) => ({ all: [{ not: distance('between', [1, value]) }] })],
  ['/conditions/any/0/value', (value) => ({ any: [distance('equal', value), { all: [score] }] })],
  ['/conditions/all/0/value', (value) => ({ all: [phones('greaterThanInclusive', value)] })],
  ['/conditions/any/0/value', (value) => ({ any: [phones('lessThan', value), score] })],
  ['/conditions/not/value/0', (value) => ({ not: phones('between', [value, 5]) })],
  // The same comparison appears twice, and only the first is varied.
  [
    '/conditions/any/0/value',
    (value) => ({ any: [distance('greaterThan', value), { not: distance('greaterThan', 3) }] }),
  ],
];

const slack = (more: JsonObject = {}): JsonObject[] => [{ type: 'slack', channel: '#a', ...more }];
const QUIET = { from: '22:00', to: '07:00', timezone: ZONE };

const ruleFields = fc.record(
  {
    trigger: fc.constantFrom('becomes_true', 'each_trip'),
    throttle: fc.constantFrom(
      { per: 'driver', every: '3h' },
      { per: 'fleet', every: '2h' },
      { per: 'trip', every: '1h' },
    ),
    budget: fc.constantFrom({ alerts_per_day: 1 }, { alerts_per_day: 2 }),
    scope: fc.constantFrom<JsonObject>(
      { exclude_drivers: ['d-1'] },
      { drivers: ['d-0', 'd-1'] },
      { groups: ['g-1'] },
    ),
    actions: fc.constantFrom(slack(), slack({ quiet_hours: QUIET }), slack({ batch: { every: '3h' } }), [
      ...slack(),
      { type: 'email', to: ['a@example.com', 'b@example.com'] },
    ]),
  },
  { requiredKeys: ['actions'] },
);

const trips = fc.array(
  fc.record({
    driver: fc.integer({ min: 0, max: 2 }),
    hour: fc.integer({ min: -40, max: 100 }),
    distance: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined, freq: 6 }),
    score: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined, freq: 6 }),
    phones: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined, freq: 4 }),
  }),
  { minLength: 1, maxLength: 40 },
);

const rivals = fc.subarray([
  {
    ...published({ id: 'wall', conditions: { all: [score] }, suppresses: ['tested'], actions: [] }),
    because: 'suppresses' as const,
  },
  {
    ...published({
      id: 'beside',
      trigger: 'becomes_true',
      severity: 'critical',
      conditions: { all: [distance('greaterThan', 2)] },
      actions: slack(),
    }),
    because: 'shares_receiver' as const,
  },
]);

const silences = fc.array(
  fc.record({ from: fc.integer({ min: 0, max: 90 }), hours: fc.integer({ min: 1, max: 12 }) }),
  { maxLength: 2 },
);

const groupsOfAll = fc.constantFrom<AdmissionContext['groupsOf']>(
  () => undefined,
  () => ['g-1'],
  (driverId) => (driverId === 'd-0' ? ['g-1'] : []),
);

describe('each point of a sweep', () => {
  it('is what a separate back-test of the rule with that value comes to', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          shape: fc.constantFrom(...SHAPES),
          current: fc.integer({ min: 1, max: 5 }),
          fields: ruleFields,
          trips,
          rivals,
          silences,
          groupsOf: groupsOfAll,
          hasPublished: fc.boolean(),
        }),
        async ({
          shape: [pointer, conditionsWith],
          current,
          fields,
          trips: all,
          silences: quiet,
          ...given
        }) => {
          const testedWith = (value: number) =>
            published({ id: 'tested', ...fields, conditions: conditionsWith(value) }, 0);
          const context = {
            groupsOf: given.groupsOf,
            silences: quiet.map(({ from, hours }, index) => ({
              id: `s-${index}`,
              from: new Date(RANGE_BEGINS + from * HOUR),
              to: new Date(RANGE_BEGINS + (from + hours) * HOUR),
            })),
          };
          const question = questionWith({
            tested: testedWith(current),
            ...(given.hasPublished && { published: published({ id: 'tested' }, 3) }),
            rivals: given.rivals,
          });
          const swept = await backtest({ ...question, sweep: { pointer } }, all, context);
          const { sweep, ...rest } = swept;
          expect(rest).toEqual(await backtest(question, all, context));
          expect(sweep!.points.map(({ value }) => value)).toContain(current);
          for (const point of sweep!.points) {
            const alone = await backtest({ ...question, tested: testedWith(point.value) }, all, context);
            const { value, alerts, messages, unknown } = point;
            expect({ value, alerts, messages, unknown }).toEqual({
              value,
              alerts: alone.totals.alerts,
              messages: alone.totals.messages,
              unknown: alone.trips.unknown,
            });
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

const longTrips = (...distances: readonly number[]): GivenTrip[] =>
  distances.map((each, index) => ({ driver: 0, hour: index * 24, distance: each, score: 1 }));
const LONG = '/conditions/all/0/value';
const long = questionWith({
  tested: published({ id: 'tested', conditions: { all: [distance('greaterThan', 2)] } }, 0),
  sweep: { pointer: LONG },
});

describe('a sweep', () => {
  it('says by value how often people hear of it, days without a message included', async () => {
    const { sweep } = await backtest(long, longTrips(1, 2, 3, 4, 5, 6, 7));
    expect(sweep).toMatchObject({
      pointer: LONG,
      fact: 'trip.distance_km',
      operator: 'greaterThan',
      current: 2,
    });
    expect(sweep!.points.map(({ value, alerts_per_week: weekly }) => [value, weekly])).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((value) => [value, 7 - value]),
    );
    const spreads = sweep!.points.map(({ messages_per_recipient_day: each }) => each);
    expect(spreads[1]).toEqual({ median: 1, p90: 1, max: 1 });
    expect(spreads[5]).toEqual({ median: 0, p90: 1, max: 1 });
    expect(spreads[6]).toEqual({ median: 0, p90: 0, max: 0 });
  });

  it('finds the strictest value that still alerts on every trip with a confirmed incident', async () => {
    const judge = (tripId: string, disposition: ResolvedTrip['disposition']) => ({
      driverId: 'd-0',
      tripId,
      disposition,
    });
    const resolved = [judge('t-4', 'confirmed'), judge('t-6', 'confirmed'), judge('t-2', 'false_alarm')];
    const { sweep } = await backtest(long, longTrips(1, 2, 3, 4, 5, 6, 7), { resolved });
    expect(sweep!.strictest_with_all_confirmed).toBe(4);
    expect(sweep!.points.map((each) => [each.confirmed, each.false_alarms])).toEqual([
      [2, 1],
      [2, 1],
      [2, 0],
      [2, 0], // prettier-ignore
      [1, 0],
      [1, 0],
      [0, 0], // prettier-ignore
    ]);
    const none = await backtest(long, longTrips(1, 2), { resolved: resolved.slice(2) });
    expect(none.sweep).not.toHaveProperty('strictest_with_all_confirmed');
  });

  it('has at most 40 observed values and today’s', async () => {
    const many = Array.from({ length: 150 }, (_each, index) => index + 0.5);
    const { sweep } = await backtest(long, longTrips(...many));
    expect(sweep!.points).toHaveLength(41);
    expect(sweep!.points.map(({ value }) => value)).toContain(2);
  });
});

describe('a number to sweep', () => {
  const conditions = {
    all: [
      distance('greaterThan', 1),
      { fact: 'trip.score', operator: 'lessThan', value: { fact: 'driver.score' } },
      { fact: 'trip.score', operator: 'in', value: [1, 2] },
      distance('between', [1, 5]),
      { condition: 'shared' },
      { fact: 'trip.start_time', operator: 'lessThan', value: '2026-03-01T00:00:00Z' },
    ],
  } as unknown as Parameters<typeof sweepTarget>[0]['conditions'];

  it.each([
    ['', 'names nothing'],
    ['conditions', 'names nothing'],
    ['/throttle/every', 'must lie in /conditions'],
    ['/conditions', 'names nothing'],
    ['/conditions/any/0/value', 'names nothing'],
    ['/conditions/all/9/value', 'names nothing'],
    ['/conditions/all/00/value', 'names nothing'],
    ['/conditions/all/0', 'must end with the value'],
    ['/conditions/all/0/fact', 'must end with the value'],
    ['/conditions/all/0/value/0', 'names nothing'],
    ['/conditions/all/1/value', 'another fact'],
    ['/conditions/all/2/value/0', 'a value of in,'],
    ['/conditions/all/3/value', 'both bounds'],
    ['/conditions/all/3/value/2', 'not a number'],
    ['/conditions/all/4/condition', 'the shared condition "shared"'],
    ['/conditions/all/5/value', 'not a number'],
  ])('is not %s', (pointer, because) => {
    const target = sweepTarget({ conditions }, pointer);
    expect('because' in target && String(target.because)).toContain(because);
  });
});
