import { expect, it } from 'vitest';
import { fingerprint } from '../../../activities/facts/index.ts';
import type { Trip } from '../../../rules/vocabulary/index.ts';

const trip: Trip = {
  driverId: 'd',
  tripId: 't',
  distanceKm: 3,
  score: 80,
  ratings: { phone_use_rating: 4 },
  events: [],
  path: [{ latitude: 1, longitude: 2 }],
  extra: { b: 1, a: 2 },
  problems: [],
};

it('does not depend on the order of fields', () => {
  expect(fingerprint({ ...trip, extra: { a: 2, b: 1 } })).toBe(fingerprint(trip));
});

it('does not depend on where exactly the path runs', () => {
  expect(fingerprint({ ...trip, path: [{ latitude: 1.0001, longitude: 2 }] })).toBe(fingerprint(trip));
});

it.each<[string, Partial<Trip>]>([
  ['a score', { score: 79 }],
  ['a rating', { ratings: { phone_use_rating: 3 } }],
  ['an event', { events: [{ typeCode: 4, typeName: 'COLLISION', extra: {} }] }],
  ['the number of path points', { path: [] }],
])('changes with %s', (_what, change) => {
  expect(fingerprint({ ...trip, ...change })).not.toBe(fingerprint(trip));
});
