import { describe, expect, it } from 'vitest';
import { normaliseTrip } from '../../../analytics/index.ts';
import { countInWindow } from '../../../rules/testing/index.ts';
import type { Json, JsonObject } from '../../../rules/vocabulary/index.ts';
import { decideTrip, published, sourcesOf } from '../../rules/given.ts';

const TIMES = { start_time: '2026-03-01T08:00:00+01:00', end_time: '2026-03-01T08:30:00+01:00' };
const COLLISION = { event_type: 4, event_type_name: 'COLLISION' };

/** Events of which the type cannot be read, as services send them. */
const UNREADABLE: [string, Json][] = [
  ['nothing', null],
  ['a text', 'COLLISION'],
  ['a list', [4]],
  ['an empty object', {}],
  ['neither code nor name', { latitude_start: 48.1 }],
  ['a code as text', { event_type: '4' }],
  ['NA for both', { event_type: 'NA', event_type_name: 'NA' }],
  ['an empty name', { event_type_name: '' }],
  ['a name that is an object', { event_type_name: { en: 'COLLISION' } }],
  ['a fraction of a code', { event_type: 4.5 }],
];

const tripOf = (...events: readonly Json[]) =>
  normaliseTrip('d', 't', { trip_id: 't', info: { ...TIMES, distance_km: 10 }, events });
const outcomeOf = async (condition: JsonObject, ...events: readonly Json[]) => {
  const rule = published({ conditions: { all: [condition] }, actions: [] });
  const { outcome, sentence } = await decideTrip(rule, sourcesOf(tripOf(...events)));
  return { outcome, sentence };
};
const count = (operator: string, value: number): JsonObject => ({
  fact: 'trip.events.count',
  params: { type: 'COLLISION' },
  operator,
  value,
});

describe.each(UNREADABLE)('an event of which the service sends %s', (_what, event) => {
  it('may be a collision, so a rule that finds none is undecided', async () => {
    expect(await outcomeOf(count('greaterThanInclusive', 1), event)).toEqual({
      outcome: 'unknown',
      sentence:
        'Not decided: at least 0 collisions in the trip (threshold: 1 or more), the type of some events of the trip cannot be read.',
    });
    expect(await outcomeOf(count('lessThan', 1), event)).toMatchObject({ outcome: 'unknown' });
    expect(await outcomeOf(count('equal', 0), event)).toMatchObject({ outcome: 'unknown' });
  });

  it('does not hide a collision beside it', async () => {
    expect(await outcomeOf(count('greaterThanInclusive', 1), COLLISION, event)).toMatchObject({
      outcome: 'matched',
    });
    expect(await outcomeOf(count('lessThan', 1), COLLISION, event)).toMatchObject({ outcome: 'not_matched' });
  });

  it.each([
    ['trip.events.duration_seconds', { type: 'PHONE_USE' }],
    ['trip.events.per_100km', { type: 'PHONE_USE' }],
    ['trip.events.max_excess_kmph', {}],
    ['trip.speeding_seconds', { over_kmph: 20 }],
  ])('leaves %s at the least that it can be', async (fact, params) => {
    const condition = { fact, params, operator: 'greaterThan', value: 0 };
    expect(await outcomeOf(condition, event)).toMatchObject({ outcome: 'unknown' });
    expect(await outcomeOf(condition)).toMatchObject({ outcome: 'not_matched' });
  });

  it('makes the count of a window a lower bound', () => {
    const window = { typeName: 'COLLISION', typeCode: 4, windowSeconds: 86_400, key: 'k' };
    expect(countInWindow(window, [], tripOf(COLLISION, event))).toMatchObject({
      count: 1,
      tripsWithoutEvents: 1,
    });
    expect(countInWindow(window, [tripOf(event)], { ...tripOf(COLLISION), tripId: 'u' })).toMatchObject({
      count: 1,
      tripsWithoutEvents: 1,
    });
  });
});

it('an event of a type that is not known is one of another type', async () => {
  const events = [{ event_type: 99 }, { event_type_name: 'LANE_CHANGE' }];
  expect(await outcomeOf(count('greaterThanInclusive', 1), ...events)).toMatchObject({
    outcome: 'not_matched',
  });
});
