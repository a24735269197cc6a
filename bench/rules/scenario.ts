import { factKey } from '../../rules/facts/index.ts';
import type { FactTable, FactValue } from '../../rules/facts/index.ts';
import { compileRules } from '../../rules/evaluation/index.ts';
import type { CompiledRules } from '../../rules/evaluation/index.ts';
import type { Rule } from '../../rules/lint/index.ts';
import type { Json, JsonObject } from '../../rules/vocabulary/index.ts';

/** A fleet's trips and rules for the bench; the same on every run. */
const TYPES = ['HARD_BRAKE', 'RAPID_ACCELERATION', 'PHONE_USE', 'OVERSPEEDING', 'COLLISION', 'HARD_TURN'];
const GROUPS = Array.from({ length: 20 }, (_each, index) => `group-${index}`);
const DRIVERS = 200;
const WINDOW = '7d';

/** Everything that is known of one trip, as both engines take it. */
export interface BenchTrip {
  readonly driverId: string;
  readonly plain: Readonly<Record<string, Json>>;
  readonly tripEvents: Readonly<Record<string, number>>;
  readonly windowEvents: Readonly<Record<string, number>>;
  readonly facts: FactTable;
}

/** Numbers from 0 to below 1, the same ones in the same order every time (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function benchTrip(roll: () => number): BenchTrip {
  const driver = Math.floor(roll() * DRIVERS);
  const count = (chance: number, most: number): number =>
    roll() < chance ? 1 + Math.floor(roll() * most) : 0;
  const tripEvents = Object.fromEntries(TYPES.map((type) => [type, count(0.1, 4)]));
  const windowEvents = Object.fromEntries(
    TYPES.map((type) => [type, (tripEvents[type] ?? 0) + count(0.3, 6)]),
  );
  const plain: Record<string, Json> = {
    'driver.id': `d-${driver}`,
    'driver.groups': [GROUPS[driver % GROUPS.length]!],
    'driver.score': Math.round(roll() * 1000) / 10,
    'trip.score': Math.round(roll() * 1000) / 10,
    'trip.distance_km': Math.round(roll() * 4000) / 100,
    'trip.duration_seconds': Math.round(roll() * 5400),
    'trip.max_speed_kmph': Math.round(roll() * 160),
    'trip.local_weekday': ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'][Math.floor(roll() * 7)]!,
  };
  const known = (value: Json): FactValue => ({ known: true, value });
  const facts = new Map(Object.entries(plain).map(([name, value]) => [name, known(value)]));
  for (const type of TYPES) {
    facts.set(factKey({ fact: 'trip.events.count', params: { type } }), known(tripEvents[type] ?? 0));
    const params = { type, window: WINDOW };
    facts.set(factKey({ fact: 'driver.events.count', params }), known(windowEvents[type] ?? 0));
  }
  return { driverId: `d-${driver}`, plain, tripEvents, windowEvents, facts };
}

/** Trips of many drivers: most have one event type or none, as trips have. */
export function benchTrips(count: number): BenchTrip[] {
  const roll = dice(7);
  return Array.from({ length: count }, () => benchTrip(roll));
}

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length]!;

/** Returns one rule's conditions. Every rule has thresholds of its own, so that hardly two are the same. */
function conditionsOf(index: number): JsonObject {
  const type = pick(TYPES, index);
  const step = Math.floor(index / 10);
  const far = { fact: 'trip.distance_km', operator: 'greaterThan', value: 1 + (step % 40) / 4 };
  const several = {
    fact: 'trip.events.count',
    params: { type },
    operator: 'greaterThanInclusive',
    value: 3 + (step % 3),
  };
  const inWeek = {
    fact: 'driver.events.count',
    params: { type, window: WINDOW },
    operator: 'greaterThanInclusive',
    value: 8 + (step % 4),
  };
  const worse = {
    any: [
      { fact: 'trip.score', operator: 'lessThan', value: 40 + (step % 50) },
      { fact: 'driver.score', operator: 'lessThan', value: 50 + (step % 30) },
    ],
  };
  switch (index % 10) {
    case 0:
    case 1:
    case 2:
      return { all: [several, far] };
    case 3:
      return {
        all: [far, several, { fact: 'trip.max_speed_kmph', operator: 'greaterThan', value: 40 + step }],
      };
    case 4:
    case 5:
      return { all: [inWeek, worse] };
    case 6:
      return {
        all: [
          { fact: 'driver.groups', operator: 'contains', value: pick(GROUPS, step) },
          { fact: 'trip.max_speed_kmph', operator: 'greaterThan', value: 120 + (step % 30) },
        ],
      };
    case 7:
      return {
        all: [
          {
            fact: 'driver.id',
            operator: 'in',
            value: [`d-${(index * 7) % DRIVERS}`, `d-${(index * 11) % DRIVERS}`],
          },
          worse,
        ],
      };
    case 8:
      return {
        all: [several, { not: { fact: 'trip.local_weekday', operator: 'in', value: ['sat', 'sun'] } }, far],
      };
    default:
      return {
        all: [inWeek, far, { fact: 'trip.duration_seconds', operator: 'greaterThan', value: 60 + step }],
      };
  }
}

/** Conditions in json-rules-engine's format, which both sides take. */
export function benchConditions(count: number): JsonObject[] {
  return Array.from({ length: count }, (_each, index) => conditionsOf(index));
}

/** The same conditions as published rules, compiled. */
export function compiledFor(conditions: readonly JsonObject[]): CompiledRules {
  return compileRules(
    conditions.map((each, index) => ({
      id: `rule-${index}`,
      version: 1,
      rule: {
        id: `rule-${index}`,
        name: `Rule ${index}`,
        severity: 'warning',
        mode: 'live',
        conditions: each as unknown as Rule['conditions'],
        actions: [{ type: 'slack', channel: '#fleet-safety' }],
      },
    })),
  );
}
