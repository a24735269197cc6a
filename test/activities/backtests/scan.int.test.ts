import { setImmediate as turn } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { scanTrips } from '../../../activities/backtests/index.ts';
import type { ScannedPart } from '../../../activities/backtests/index.ts';
import { evaluateTrip } from '../../../activities/trips/index.ts';
import { mergeParts, planBacktest } from '../../../rules/backtests/index.ts';
import { compileRules } from '../../../rules/evaluation/index.ts';
import type { PublishedRule, RuleOutcome } from '../../../rules/evaluation/index.ts';
import { planFacts, scoreKey } from '../../../rules/facts/index.ts';
import { localClockOf } from '../../../rules/time/index.ts';
import type { DriverReading, FleetReading, Trip, TripEvent } from '../../../rules/vocabulary/index.ts';
import { getReading, keepReading } from '../../../store/facts/index.ts';
import { keepTrip, setTripState } from '../../../store/trips/index.ts';
import { published, readingWith, tripWith } from '../../rules/given.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const inTest = useDatabase();
const FLEET = 'scanned';
const START = Date.parse('2026-03-01T00:00:00Z');
const HOUR = 3_600_000;
const RANGE = { from: new Date('2026-03-05T00:00:00Z'), to: new Date('2026-03-25T00:00:00Z') };

const leaf = (fact: string, operator: string, value: number, params?: Record<string, string | number>) => ({
  fact,
  operator,
  value,
  ...(params && { params }),
});
const ruleOf = (id: string, condition: ReturnType<typeof leaf>): PublishedRule =>
  published({ id, name: id, conditions: { all: [condition] } });
const inGroup = published({
  id: 'in-group',
  name: 'in-group',
  conditions: { all: [{ fact: 'driver.groups', operator: 'contains', value: 'north' }] },
});

/** One rule for each way in which a fact is found. */
const RULES = [
  ruleOf('phone-week', leaf('driver.events.count', 'greaterThan', 4, { type: 'PHONE_USE', window: '7d' })),
  ruleOf('phone-day', leaf('driver.events.count', 'greaterThan', 1, { type: 'PHONE_USE', window: '24h' })),
  ruleOf('phone-few', leaf('driver.events.count', 'lessThan', 3, { type: 'PHONE_USE', window: '3d' })),
  ruleOf('brake-rate', leaf('driver.events.per_100km', 'greaterThan', 9, { type: 0, window: '3d' })),
  ruleOf('brake-hour', leaf('driver.events.per_hour', 'lessThan', 2, { type: 0, window: '30d' })),
  ruleOf('brake', leaf('trip.events.count', 'greaterThan', 1, { type: 'HARD_BRAKE' })),
  ruleOf('unnamed', leaf('trip.events.count', 'greaterThan', 0, { type: 17 })),
  ruleOf('excess', leaf('trip.events.max_excess_kmph', 'greaterThan', 20)),
  ruleOf('speeding', leaf('trip.speeding_seconds', 'greaterThan', 15, { over_kmph: 10 })),
  ruleOf('touching', leaf('trip.events.duration_seconds', 'greaterThan', 20, { type: 'PHONE_USE' })),
  ruleOf('short', leaf('trip.distance_km', 'lessThan', 3)),
  ruleOf('score', leaf('trip.score', 'lessThan', 60)),
  ruleOf('rated', leaf('trip.phone_use_rating', 'lessThan', 3)),
  ruleOf('night', leaf('trip.local_hour', 'lessThan', 5)),
  ruleOf('path', leaf('trip.path_points', 'lessThan', 2)),
  ruleOf('late', leaf('trip.age_seconds', 'greaterThan', 3_600)),
  ruleOf('driver-score', leaf('driver.score', 'lessThan', 70)),
  ruleOf('alerted', leaf('driver.rule_alerts', 'greaterThan', 1, { rule: 'earlier', window: '3d' })),
  ruleOf('fleet', leaf('fleet.score', 'lessThan', 75)),
  ruleOf('group-drop', leaf('group.score_change', 'lessThan', 0, { group: 'north', over: '7d' })),
  inGroup,
  ruleOf('score-drop', leaf('driver.score_change', 'lessThan', -5, { over: '7d' })),
];

function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function eventOf(pick: (below: number) => number): TripEvent {
  const code = [0, 1, 2, 3, 17][pick(5)]!;
  const name = ['HARD_BRAKE', 'RAPID_ACCELERATION', 'PHONE_USE', 'OVERSPEEDING'][code];
  return {
    typeCode: code,
    ...(name !== undefined && pick(6) > 0 && { typeName: name }),
    ...(pick(5) > 0 && { durationSeconds: 4 + pick(20) }),
    ...(code === 3 && { maxDriverSpeedKmph: 60 + pick(60), postedSpeedLimitKmph: 60 }),
    extra: {},
  };
}

/**
 * Makes a believable mess: trips without events, distances or scores, two at one instant, and ids that sort in odd ways. Two
 * drivers' trips are complete.
 */
function madeTrip(pick: (below: number) => number, driver: number, index: number): Trip {
  const end = START + index * 9 * HOUR + (pick(4) === 0 ? 0 : pick(8) * HOUR);
  const isWhole = driver > 3;
  return tripWith({
    driverId: `d-${driver === 3 ? 'É' : driver}`,
    tripId: String(1_000 - index),
    ...((isWhole || pick(15) > 0) && { distanceKm: pick(30) + 0.25 }),
    ...((isWhole || pick(15) > 0) && { durationSeconds: 600 + pick(3_000) }),
    startTime: new Date(end - HOUR).toISOString(),
    endTime: new Date(end).toISOString(),
    ...(pick(8) > 0 && { score: pick(6) === 0 ? null : 40 + pick(60) }),
    ratings: pick(5) === 0 ? {} : { phone_use_rating: 1 + pick(5) },
    ...((isWhole || pick(7) > 0) && { events: Array.from({ length: pick(6) }, () => eventOf(pick)) }),
    ...(pick(5) > 0 && { path: Array.from({ length: pick(4) }, () => ({ latitude: 1, longitude: 1 })) }),
  });
}

const groupsOf = (driverId: string): readonly string[] => (driverId < 'd-3' ? ['north'] : []);
const scores = new Map<string, FleetReading>();

/** Live decisions: each trip is stored and evaluated after it ends, with what is stored until then. */
let live: Set<string>;
/** Number of trips that could not be decided live, by rule. */
let undecided: Map<string, number>;
/** Every decision, including those before the range. */
const decided: { driverId: string; tripId: string; end: number; rule: string; outcome: RuleOutcome }[] = [];

beforeAll(async () => {
  const pick = random(11);
  const compiled = compileRules(RULES);
  const trips: Trip[] = [];
  for (let driver = 0; driver < 6; driver += 1)
    for (let index = 0; index < 60; index += 1) trips.push(madeTrip(pick, driver, index));
  trips.sort((a, b) => Date.parse(a.endTime!) - Date.parse(b.endTime!));
  for (const driverId of new Set(trips.map((trip) => trip.driverId)))
    for (let day = 0; day < 30; day += 1) {
      const endDate = new Date(START + day * 24 * HOUR).toISOString().slice(0, 10);
      const reading = readingWith({ driverId, score: 60 + pick(30), daily: [] });
      if (pick(4) > 0)
        await keepReading(inTest.db, { fleetId: FLEET, endDate, reading, at: new Date(START) });
    }
  for (let day = 0; day < 30; day += 1) {
    const endDate = new Date(START + day * 24 * HOUR).toISOString().slice(0, 10);
    for (const group of [undefined, 'north']) {
      const reading = { score: 60 + pick(30), ratings: {}, extra: {}, problems: [] };
      if (pick(4) > 0)
        scores.set(scoreKey({ of: group ? 'group' : 'fleet', ...(group && { group }), endDate }), reading);
    }
  }
  live = new Set();
  undecided = new Map();
  // Stores all trips that end at one instant before the first of them is decided.
  const byEnd = new Map<string, Trip[]>();
  for (const trip of trips) byEnd.set(trip.endTime!, [...(byEnd.get(trip.endTime!) ?? []), trip]);
  for (const [endTime, together] of byEnd) {
    const at = new Date(Date.parse(endTime) + 30 * 60_000 + pick(60) * 60_000);
    for (const trip of together) {
      await keepTrip(inTest.db, { fleetId: FLEET, trip, contentHash: 'h', revision: 1, at });
      await setTripState(inTest.db, { fleetId: FLEET, ...trip, state: 'decided', at });
      if (pick(3) === 0)
        await inTest.db
          .insertInto('alerts')
          .values({
            fleetId: FLEET,
            driverId: trip.driverId,
            tripId: trip.tripId,
            rule: 'earlier',
            version: 1,
            revision: 1,
            severity: 'info',
            state: 'raised',
            at,
            passedThrottle: true,
            passedBudget: true,
          } as never)
          .execute();
    }
    for (const trip of together) {
      const readings = new Map<string, DriverReading | undefined>();
      for (const { endDate } of planFacts(compiled.requests, trip).readings)
        readings.set(
          endDate,
          (await getReading(inTest.db, { fleetId: FLEET, driverId: trip.driverId, endDate }))?.reading,
        );
      const decisions = await evaluateTrip(inTest.db, {
        fleet: FLEET,
        trip,
        compiled,
        decidedAt: at,
        readings: {
          readings,
          readAt: new Map(),
          scoreBreaks: [],
          incomplete: false,
          groups: groupsOf(trip.driverId),
          scores,
        },
        windowSince: at,
      });
      const { driverId, tripId } = trip;
      for (const { rule, outcome } of decisions)
        decided.push({ driverId, tripId, end: Date.parse(endTime), rule, outcome });
      if (Date.parse(trip.endTime!) < RANGE.from.getTime() || Date.parse(trip.endTime!) >= RANGE.to.getTime())
        continue;
      for (const { rule, outcome } of decisions) {
        if (outcome === 'matched') live.add(`${rule} ${trip.driverId} ${trip.tripId}`);
        if (outcome === 'unknown') undecided.set(rule, (undecided.get(rule) ?? 0) + 1);
      }
    }
  }
});

async function scan(
  rules: readonly PublishedRule[],
  options: {
    readonly tripsAPart?: number;
    readonly tripsABatch?: number;
    readonly afterDriverId?: string;
    readonly onBatch?: () => void;
  } = {},
): Promise<ScannedPart[]> {
  const [tested, ...others] = rules;
  const plan = planBacktest({
    tested: tested!,
    rivals: others.map((rule) => ({ ...rule, because: 'suppresses' as const })),
    from: '2026-03-05',
    to: '2026-03-24',
    timezone: 'UTC',
  });
  const parts: ScannedPart[] = [];
  for await (const part of scanTrips(inTest.db, {
    fleetId: FLEET,
    plan,
    range: RANGE,
    clock: localClockOf('UTC'),
    fleet: { groupsOf, scores },
    onBatch: options.onBatch ?? (() => undefined),
    tripsAPart: options.tripsAPart ?? 1_000,
    ...(options.tripsABatch === undefined ? {} : { tripsABatch: options.tripsABatch }),
    ...(options.afterDriverId === undefined ? {} : { afterDriverId: options.afterDriverId }),
  }))
    parts.push(part);
  return parts;
}

function matchesIn(parts: readonly ScannedPart[], rules: readonly PublishedRule[]): Set<string> {
  return new Set(
    parts.flatMap(({ found }) =>
      found.matches.flatMap((match) =>
        match.rules.map((position) => `${rules[position]!.id} ${match.driverId} ${match.tripId}`),
      ),
    ),
  );
}

/** Returns where the runs of a rule begin in the range, and which continue at its beginning, as the definition says. */
function runsOf(rule: string): string[] {
  const marks: string[] = [];
  const inOrder = decided
    .filter((each) => each.rule === rule)
    .sort((a, b) => a.end - b.end || (a.tripId < b.tripId ? -1 : 1));
  for (const driverId of new Set(inOrder.map((each) => each.driverId))) {
    let run: { first: string; isReported: boolean } | undefined;
    for (const { tripId, end, outcome } of inOrder.filter((each) => each.driverId === driverId)) {
      if (outcome === 'not_matched') run = undefined;
      if (outcome !== 'matched' || end >= RANGE.to.getTime()) continue;
      const isInside = end >= RANGE.from.getTime();
      if (isInside && !run) marks.push(`${rule} ${driverId} ${tripId} begins`);
      if (isInside && run && !run.isReported) marks.push(`${rule} ${driverId} ${tripId} since ${run.first}`);
      run = { first: run?.first ?? tripId, isReported: isInside };
    }
  }
  return marks;
}

describe('runs of matches', () => {
  const once = RULES.map((each): PublishedRule => ({
    ...each,
    rule: { ...each.rule, trigger: 'becomes_true' },
  }));

  it('begin where they began live, and go on from before the range, however many trips are read at once', async () => {
    const expected = once.flatMap(({ id }) => runsOf(id)).sort();
    for (const options of [{}, { tripsABatch: 7 }]) {
      const parts = await scan(once, options);
      const found = parts.flatMap((part) =>
        part.found.matches.flatMap(({ driverId, tripId, begins = [], continues = {} }) => [
          ...begins.map((position) => `${once[position]!.id} ${driverId} ${tripId} begins`),
          ...Object.entries(continues).map(
            ([position, first]) => `${once[Number(position)]!.id} ${driverId} ${tripId} since ${first}`,
          ),
        ]),
      );
      expect(found.sort()).toEqual(expected);
    }
    expect(expected.filter((each) => each.endsWith('begins')).length).toBeGreaterThan(100);
    expect(expected.filter((each) => each.includes(' since ')).length).toBeGreaterThan(5);
  });

  it('count trips of the range only, and are noted for no other rule', async () => {
    const [parts, plain] = [await scan(once), await scan(RULES)];
    expect(mergeParts(parts.map(({ found }) => found)).outcomes).toEqual(
      mergeParts(plain.map(({ found }) => found)).outcomes,
    );
    expect(plain.flatMap(({ found }) => found.matches).filter(({ begins }) => begins)).toEqual([]);
  });
});

describe('stored trips', () => {
  it('are decided as they were decided live, by every kind of fact, together', async () => {
    const found = matchesIn(await scan(RULES), RULES);
    expect([...found].sort()).toEqual([...live].sort());
    for (const { id } of RULES)
      expect([...live].filter((key) => key.startsWith(`${id} `)).length, id).toBeGreaterThan(0);
  });

  it('and each rule alone, when only its own columns and events are read', { timeout: 240_000 }, async () => {
    for (const rule of RULES) {
      const found = matchesIn(await scan([rule]), [rule]);
      expect([...found].sort(), rule.id).toEqual(
        [...live].filter((key) => key.startsWith(`${rule.id} `)).sort(),
      );
    }
  });

  it.each(['phone-few', 'phone-week', 'brake-rate', 'brake-hour'])(
    'of which some brought no events, distance or duration are as undecided as live, for %s',
    async (id) => {
      const rule = RULES.find((each) => each.id === id)!;
      const { unknown, outcomes } = mergeParts((await scan([rule])).map(({ found }) => found));
      expect(outcomes.unknown).toBe(undecided.get(id));
      expect(unknown.map(({ because }) => because)).toContainEqual({ code: 'someEvents' });
    },
  );

  it('come to the same in parts of any size, and after a stop at any of them', async () => {
    const whole = mergeParts((await scan(RULES)).map(({ found }) => found));
    const parts = await scan(RULES, { tripsAPart: 1 });
    expect(parts.length).toBe(6);
    expect(mergeParts(parts.map(({ found }) => found))).toEqual(whole);
    for (const stop of [0, 3, 5]) {
      const rest = await scan(RULES, { tripsAPart: 7, afterDriverId: parts[stop]!.lastDriverId });
      const resumed = [...parts.slice(0, stop + 1), ...rest].map(({ found }) => found);
      expect(mergeParts(resumed)).toEqual(whole);
    }
  });

  it('come to the same though the last batch is full, and an empty one follows it', async () => {
    const whole = mergeParts((await scan(RULES)).map(({ found }) => found));
    const parts = await scan(RULES, { tripsABatch: 1 });
    expect(mergeParts(parts.map(({ found }) => found))).toEqual(whole);
  });

  it('give pages on the same event loop a turn while one batch is evaluated', async () => {
    let turns = 0;
    let isOver = false;
    let turnsAtBatch = 0;
    const others = (async () => {
      for (; !isOver; turns += 1) await turn();
    })();
    const many = Array.from({ length: 10 }, (_each, copy) =>
      RULES.map((each) => ({
        ...each,
        id: `${each.id}-${copy}`,
        rule: { ...each.rule, id: `${each.id}-${copy}` },
      })),
    ).flat();
    await scan(many, { onBatch: () => (turnsAtBatch = turns) });
    const turnsWithin = turns - turnsAtBatch;
    isOver = true;
    await others;
    expect(turnsWithin).toBeGreaterThan(2);
  });

  it('that could not be decided are counted with the reason, the first one as an example', async () => {
    const rule = RULES.find(({ id }) => id === 'driver-score')!;
    const { unknown, outcomes } = mergeParts((await scan([rule])).map(({ found }) => found));
    expect(outcomes.unknown).toBeGreaterThan(0);
    expect(unknown).toEqual([
      expect.objectContaining({
        fact: 'driver.score',
        because: { code: 'noScores', values: { of: 'driver', date: 'any' } },
        trips: outcomes.unknown,
      }),
    ]);
  });

  it('that are deleted are neither decided nor counted in windows', async () => {
    const rule = RULES.find(({ id }) => id === 'phone-week')!;
    const before = matchesIn(await scan([rule]), [rule]);
    const [, driverId, tripId] = [...before][0]!.split(' ');
    await setTripState(inTest.db, {
      fleetId: FLEET,
      driverId: driverId!,
      tripId: tripId!,
      state: 'deleted',
      at: new Date(),
    });
    const after = matchesIn(await scan([rule]), [rule]);
    expect(after.has(`${rule.id} ${driverId} ${tripId}`)).toBe(false);
    expect(after.size).toBeLessThan(before.size);
  });
});
