import { describe, expect, it } from 'vitest';
import { factKey } from '../../../rules/facts/index.ts';
import type { FactTable, FactValue } from '../../../rules/facts/index.ts';
import type { Json, JsonObject } from '../../../rules/vocabulary/index.ts';
import { decideOn, knownAs, published, tableOf, UNKNOWN } from '../given.ts';

async function sentence(conditions: JsonObject, facts: FactTable): Promise<string> {
  return (await decideOn(published({ conditions, actions: [] }), facts)).sentence;
}

/** Returns the sentence of one comparison for a fact with a given value. */
async function said(comparison: JsonObject, value: FactValue): Promise<string> {
  const fact = comparison['fact'] as string;
  const params = (comparison['params'] ?? {}) as JsonObject;
  return sentence({ all: [comparison] }, new Map([[factKey({ fact, params }), value]]));
}

const phone: JsonObject = {
  fact: 'driver.events.count',
  params: { type: 'PHONE_USE', window: '7d' },
  operator: 'greaterThanInclusive',
  value: 3,
};

describe('a sentence', () => {
  it.each<[JsonObject, Json | undefined, string]>([
    [phone, 2, 'Not matched: 2 phone events in 7 days (threshold: 3 or more).'],
    [phone, 4, '4 phone events in 7 days detected (threshold: 3 or more).'],
    [
      { fact: 'trip.distance_km', operator: 'lessThan', value: 5 },
      1e308,
      'Not matched: distance was 1e+308 km (threshold: less than 5 km).',
    ],
    [phone, undefined, 'Not decided: phone events in 7 days are unknown (not sent).'],
    [
      { ...phone, params: { type: 17, window: '24h' } },
      0,
      'Not matched: 0 events of type 17 in 24 hours (threshold: 3 or more).',
    ],
    [
      { fact: 'trip.distance_km', operator: 'greaterThan', value: 1 },
      0.4,
      'Not matched: distance was 0.4 km (threshold: more than 1 km).',
    ],
    [
      { fact: 'trip.distance_km', operator: 'greaterThan', value: 1 },
      0.9999,
      'Not matched: distance was 0.9999 km (threshold: more than 1 km).',
    ],
    [
      { fact: 'trip.duration_seconds', operator: 'lessThan', value: 60 },
      1_234,
      'Not matched: duration was 20 min 34 s (threshold: less than 60 s).',
    ],
    [
      { fact: 'driver.score_change', params: { over: '7d' }, operator: 'lessThanInclusive', value: -10 },
      -12.3456,
      'Driver score fell by 12.35 points over 7 days (threshold: a drop of 10 points or more).',
    ],
    [{ ...phone, operator: 'equal', value: 0 }, 0, '0 phone events in 7 days detected.'],
    [
      { fact: 'driver.score_change', params: { over: '7d' }, operator: 'lessThanInclusive', value: -10 },
      1,
      'Not matched: driver score rose by 1 point over 7 days (threshold: a drop of 10 points or more).',
    ],
    [
      {
        fact: 'group.score_change',
        params: { over: '7d', group: 'north' },
        operator: 'greaterThan',
        value: 2,
      },
      2.5,
      'Score of the group north rose by 2.5 points over 7 days (threshold: a rise of more than 2 points).',
    ],
    [
      { fact: 'fleet.score_change', params: { over: '7d' }, operator: 'lessThan', value: -3 },
      0,
      'Not matched: fleet score did not change over 7 days (threshold: a drop of more than 3 points).',
    ],
    [
      { fact: 'driver.score_change', params: { over: '7d' }, operator: 'lessThan', value: 0 },
      -0.5,
      'Driver score fell by 0.5 points over 7 days (threshold: less than 0 points).',
    ],
    [
      { fact: 'trip.local_hour', operator: 'between', value: [0, 4] },
      9,
      'Not matched: local start hour was 9 (threshold: a value between 0 and 4).',
    ],
    [
      { fact: 'trip.local_weekday', operator: 'in', value: ['sat', 'sun'] },
      'mon',
      'Not matched: local weekday was mon (expected: one of sat, sun).',
    ],
    [
      { fact: 'trip.session_id', operator: 'startsWith', value: 'delivery-' },
      'private',
      'Not matched: session id was "private" (expected: a text that starts with "delivery-").',
    ],
    [
      { fact: 'trip.session_id', operator: 'isKnown', value: true },
      undefined,
      'Not matched: session id was not known (not sent) (expected: known).',
    ],
    [{ fact: 'trip.session_id', operator: 'isKnown', value: true }, 's', 'Session id was known.'],
    [
      { fact: 'driver.devices_missing_data', operator: 'contains', value: 'gyroscope' },
      [],
      'Not matched: sensors missing on the driver’s devices were none (expected: gyroscope among them).',
    ],
    [
      { fact: 'trip.speeding_seconds', params: { over_kmph: 20 }, operator: 'greaterThan', value: 60 },
      95,
      'Time in events more than 20 km/h over the limit was 95 s (threshold: more than 60 s).',
    ],
    [
      { fact: 'driver.attributes', path: '$.depot', operator: 'equal', value: 'north' },
      { depot: 'south' },
      'Not matched: driver attribute depot was "south" (expected: "north").',
    ],
    [
      { fact: 'driver.attributes', path: '$.depot', operator: 'equal', value: 'north' },
      { depot: 4 },
      'Not decided: driver attribute depot is undecided (a number, which cannot be compared with text).',
    ],
  ])('about %j and %j', async (comparison, value, text) => {
    expect(await said(comparison, value === undefined ? UNKNOWN : knownAs(value))).toBe(text);
  });

  it('says what is missing of the trip in its own words', async () => {
    const value: FactValue = { known: false, because: { code: 'noEvents' } };
    const count = { fact: 'trip.events.count', params: { type: 'COLLISION' }, operator: 'equal', value: 1 };
    expect(await said(count, value)).toBe("Not decided: the trip's events did not arrive.");
  });

  it('turns what stands under not around', async () => {
    const short = { fact: 'trip.distance_km', operator: 'lessThan', value: 1 };
    const facts = (km: number): FactTable => tableOf({ 'trip.distance_km': km, 'trip.session_id': 'x-1' });
    expect(await sentence({ not: short }, facts(0.4))).toBe(
      'Not matched: distance was 0.4 km (threshold: 1 km or more).',
    );
    expect(await sentence({ not: short }, facts(3))).toBe('Distance was 3 km (threshold: 1 km or more).');
    const starts = { fact: 'trip.session_id', operator: 'startsWith', value: 'x' };
    expect(await sentence({ not: starts }, facts(3))).toBe(
      'Not matched: session id was "x-1" (expected: anything but a text that starts with "x").',
    );
    const known = { fact: 'trip.session_id', operator: 'isKnown', value: true };
    expect(await sentence({ not: known }, facts(3))).toBe(
      'Not matched: session id was known (expected: unknown).',
    );
  });

  it('names another fact with its value', async () => {
    const comparison = { fact: 'trip.score', operator: 'greaterThan', value: { fact: 'driver.score' } };
    const facts = tableOf({ 'trip.score': 60, 'driver.score': 72 });
    expect(await sentence({ all: [comparison] }, facts)).toBe(
      'Not matched: trip score was 60 (threshold: more than the driver score (72)).',
    );
  });

  it('names what decided and nothing else, three at most', async () => {
    const short = (fact: string): JsonObject => ({ fact, operator: 'lessThan', value: 1 });
    const names = [
      'trip.distance_km',
      'trip.max_speed_kmph',
      'trip.path_points',
      'trip.speed_samples',
      'trip.score',
    ];
    const facts = tableOf(Object.fromEntries(names.map((name) => [name, 5])));
    expect(await sentence({ any: names.map(short) }, facts)).toBe(
      'Not matched: distance was 5 km (threshold: less than 1 km); top speed was 5 km/h (threshold: less than 1 km/h); ' +
        'path points were 5 (threshold: less than 1); and 2 more. Missed by 4 km (400 %) on distance.',
    );
    const mixed = { all: [{ fact: 'trip.score', operator: 'equal', value: 5 }, short('trip.path_points')] };
    expect(await sentence(mixed, facts)).toBe('Not matched: path points were 5 (threshold: less than 1).');
  });

  it.each<[JsonObject, string]>([
    [{ mode: 'off' }, 'Out of scope: the rule is switched off.'],
    [{ scope: { exclude_drivers: ['d-1'] } }, 'Out of scope: the rule excludes this driver.'],
    [{ scope: { drivers: ['d-2'] } }, 'Out of scope: the rule applies to other drivers.'],
  ])('of %j', async (fields, text) => {
    expect((await decideOn(published(fields), tableOf({}))).sentence).toBe(text);
  });
});
