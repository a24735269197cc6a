import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  normaliseDriver,
  normaliseDriversPage,
  normaliseFleet,
  normaliseSessionsPage,
  normaliseTrip,
  normaliseTripsPage,
} from '../../analytics/index.ts';

const SECTIONS = [
  'info',
  'driving_behavior',
  'simple_path',
  'speed_profile',
  'events',
  'score',
  'daily_driving_behavior',
  'event_rating',
];
const FIELDS = [
  'trip_id',
  'service_score',
  'phone_use_rating',
  'distance_km',
  'duration_seconds',
  'trip_max_speed_kmph',
  'trip_max_speed',
  'start_time',
  'end_time',
  'start_date',
  'end_date',
  'date',
  'session_id',
  'event_type',
  'event_type_name',
  'latitude',
  'longitude',
  'latitude_start',
  'time_millis',
  'timestamp',
  'attributes',
  'device_info',
  'missing_data',
  'trip_count',
  'drivers_count',
  'next_offset',
  'highway_ratio',
  'drivers',
  'trips',
  'sessions',
  'driver_id',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'anything',
];

/** JSON that resembles the service's, with every kind of wrong value in every place. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    -1,
    0,
    -0,
    'NA',
    '40',
    '',
    Infinity,
    -Infinity,
    Number.NaN,
    1.7e308,
    2 ** 60,
    true,
    '{"a":1}',
    '{',
    '\u0000',
    '\ud800',
  ),
  fc.constantFrom<unknown>(
    '2026-03-01T08:00:00Z',
    '2026-03-01T07:00:00+01:00',
    '2026-02-30T08:00:00Z',
    '2026-03-01',
    'COLLISION',
  ),
  fc.double(),
  fc.string(),
);
const { body } = fc.letrec<{ body: unknown; node: unknown; record: unknown }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    odd,
    tie('record'),
    fc.array(tie('node'), { maxLength: 4 }),
  ),
  record: fc
    .array(fc.tuple(fc.constantFrom(...SECTIONS, ...FIELDS), tie('node')), { maxLength: 12 })
    .map((entries) => Object.fromEntries(entries) as unknown),
  body: fc.oneof(
    { weight: 8, arbitrary: tie('record') },
    { weight: 1, arbitrary: tie('node') },
    { weight: 1, arbitrary: fc.jsonValue() },
  ),
}));

/** Lists every number in a value, with the name of its field. */
function numbersIn(value: unknown, name = ''): readonly (readonly [string, number])[] {
  if (typeof value === 'number') return [[name, value]];
  if (Array.isArray(value)) return value.flatMap((item) => numbersIn(item, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    numbersIn(item, key === 'extra' || key === 'attributes' || name === 'extra' ? 'extra' : key),
  );
}

const SIGNED = new Set(['latitude', 'longitude', 'latitudeStart', 'timeMillis', 'extra']);

describe('the normaliser, given any JSON', () => {
  it.each([
    ['trip', (value: unknown) => normaliseTrip('d', 't', value)],
    ['posted trip', (value: unknown) => normaliseTrip('d', undefined, value)],
    ['driver', (value: unknown) => normaliseDriver('d', value)],
    ['fleet', normaliseFleet],
    ['drivers page', normaliseDriversPage],
    ['trips page', (value: unknown) => normaliseTripsPage('d', value)],
    ['sessions page', normaliseSessionsPage],
  ] as const)('never throws and never returns an impossible number: %s', (_name, normalise) => {
    fc.assert(
      fc.property(body, (value) => {
        const normalised: unknown = normalise(value);
        for (const [name, number] of numbersIn(normalised)) {
          expect(Number.isFinite(number), name).toBe(true);
          if (!SIGNED.has(name)) expect(number, name).toBeGreaterThanOrEqual(0);
        }
        // Survives the way into a workflow or a database column unchanged.
        expect(JSON.parse(JSON.stringify(normalised))).toEqual(normalised);
        expect(JSON.stringify(normalised)).not.toMatch(/\\u0000|\\ud800/);
      }),
      { numRuns: 300, examples: [[{ speed_profile: [[0, -5e-324]] }]] },
    );
  });

  it('leaves its input alone and is the same twice', () => {
    fc.assert(
      fc.property(body, (value) => {
        const before = structuredClone(value);
        const once = normaliseTrip('d', 't', value);
        expect(value).toEqual(before);
        expect(normaliseTrip('d', 't', value)).toEqual(once);
      }),
      { numRuns: 200 },
    );
  });
});
