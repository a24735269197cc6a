import { describe, expect, it } from 'vitest';
import { normaliseDriver, normaliseFleet, normaliseTrip } from '../../../analytics/index.ts';
import { FACTS } from '../../../rules/vocabulary/index.ts';
import type { Json, JsonObject } from '../../../rules/vocabulary/index.ts';
import { factKey, resolveFacts, scoreKey } from '../../../rules/facts/index.ts';
import type { FactSources, FactValue } from '../../../rules/facts/index.ts';
import { compileRules, readOperands } from '../../../rules/evaluation/index.ts';
import { inWords, published, sourcesOf } from '../given.ts';
import type { FactInWords } from '../given.ts';

type Body = Record<string, unknown>;
type Owner = 'trip' | 'driver' | 'fleet';

/** A fact, the service's field from which it comes, the value sent, and the fact's resulting value. */
interface Row {
  readonly fact: string;
  readonly owner: Owner;
  /** Steps to the field in the service's body. */
  readonly field: readonly string[];
  readonly sent: unknown;
  readonly value: Json;
  readonly params?: JsonObject;
  /** Whether it is a score or rating, for which a negative number or `NA` means that the service cannot rate. */
  readonly rated?: boolean;
}

const info = (owner: Owner, fact: string, field: string, sent: unknown, value: Json = sent as Json): Row => ({
  fact,
  owner,
  field: ['info', field],
  sent,
  value,
});
const rating = (owner: Owner, name: string): Row => ({
  fact: `${owner}.${name}`,
  owner,
  field: ['driving_behavior', 'event_rating', name],
  sent: 3.5,
  value: 3.5,
  rated: true,
});
const score = (owner: Owner, fact: string, params?: JsonObject): Row => ({
  fact,
  owner,
  field: ['driving_behavior', 'score', 'service_score'],
  sent: 71,
  value: 71,
  rated: true,
  ...(params && { params }),
});

const RATINGS = ['hard_brake', 'phone_use', 'rapid_acceleration', 'overspeeding', 'hard_turn', 'smoothness'];
const ROWS: readonly Row[] = [
  info('trip', 'trip.distance_km', 'distance_km', 12.5),
  info('trip', 'trip.duration_seconds', 'duration_seconds', 900),
  info('trip', 'trip.max_speed_kmph', 'trip_max_speed_kmph', 88),
  { ...info('trip', 'trip.max_speed_kmph', '', 88), field: ['trip_max_speed'] },
  info('trip', 'trip.start_time', 'start_time', '2026-03-08T00:30:00+02:00'),
  info('trip', 'trip.end_time', 'end_time', '2026-03-08T00:45:00+02:00'),
  info('trip', 'trip.local_hour', 'start_time', '2026-03-08T23:30:00-05:00', 23),
  info('trip', 'trip.local_weekday', 'start_time', '2026-03-08T23:30:00-05:00', 'sun'),
  info('trip', 'trip.age_seconds', 'end_time', '2026-03-10T08:00:00Z', 3_600),
  info('trip', 'trip.session_id', 'session_id', 's-1'),
  info('trip', 'trip.tracking_id', 'tracking_id', 't-1'),
  info('trip', 'trip.insurance_period', 'insurance_period', 'P2'),
  score('trip', 'trip.score'),
  ...RATINGS.map((name) => rating('trip', `${name}_rating`)),
  { ...info('trip', 'trip.path_points', '', [{ latitude: 1, longitude: 2 }], 1), field: ['simple_path'] },
  {
    ...info('trip', 'trip.speed_samples', '', [[30, 1_773_129_600_000, 'NA']], 1),
    field: ['speed_profile'],
  },
  ...(
    [
      ['trip.events.count', { type: 'PHONE_USE' }, 1],
      ['trip.events.duration_seconds', { type: 2 }, 20],
      ['trip.events.per_100km', { type: 'PHONE_USE' }, 10],
      ['trip.events.max_excess_kmph', {}, 12],
      ['trip.speeding_seconds', { over_kmph: 10 }, 30],
    ] as const
  ).map(([fact, params, value]): Row => ({
    fact,
    owner: 'trip',
    field: ['events'],
    sent: events(),
    value,
    params,
  })),
  score('driver', 'driver.score'),
  ...RATINGS.map((name) => rating('driver', `${name}_rating`)),
  info('driver', 'driver.trip_count', 'trip_count', 9),
  info('driver', 'driver.trip_count', 'num_trips', 9),
  info('driver', 'driver.distance_km', 'distance_km', 120),
  info('driver', 'driver.duration_seconds', 'duration_seconds', 7_200),
  info('driver', 'driver.start_date', 'driver_start_date', '2026-02-08'),
  info('driver', 'driver.tenure_days', 'driver_start_date', '2026-02-08', 30),
  info('driver', 'driver.highway_ratio', 'highway_ratio', 0.25),
  info('driver', 'driver.night_driving_fraction', 'night_driving_fraction', 0.1),
  info('driver', 'driver.attributes', 'attributes', '{"depot":"north"}', { depot: 'north' }),
  info(
    'driver',
    'driver.devices_missing_data',
    'device_info',
    [{ missing_data: ['gyroscope'] }],
    ['gyroscope'],
  ),
  score('fleet', 'fleet.score'),
  score('fleet', 'group.score', { group: 'north' }),
  score('fleet', 'group.score'),
];

function events(): object[] {
  const at = (second: string) => `2026-03-10T07:55:${second}Z`;
  return [
    { event_type: 2, start_time: at('00'), end_time: at('20') },
    {
      event_type_name: 'OVERSPEEDING',
      start_time: at('00'),
      end_time: at('30'),
      max_driver_speed_kmph: 62,
      posted_speed_limit_kmph: 50,
    },
  ];
}

/** Returns a body with a value at a field; `undefined` omits the field. */
function bodyWith(field: readonly string[], value: unknown): Body {
  const [first = '', ...rest] = field;
  return { [first]: rest.length === 0 ? value : bodyWith(rest, value) };
}

function merged(one: Body, other: Body): Body {
  const nested = (value: unknown): value is Body => typeof value === 'object' && !Array.isArray(value);
  return Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) => {
      const [a, b] = [one[key], other[key]];
      return [key, nested(a) && nested(b) ? merged(a, b) : (b ?? a)];
    }),
  );
}

/** Returns sources in which the row's field holds `value`, through the normaliser of production. */
function sourcesWith(row: Row, value: unknown): FactSources {
  const body = bodyWith(row.field, value);
  const end = { info: { end_time: '2026-03-10T08:00:00Z', distance_km: 10 } };
  const isOwn = row.owner !== 'trip' || ['end_time', 'distance_km'].includes(row.field[1] ?? '');
  const trip = normaliseTrip('d-1', 't-1', row.owner === 'trip' ? (isOwn ? body : merged(end, body)) : end);
  const date = '2026-03-10';
  const fleet = normaliseFleet(row.owner === 'fleet' ? body : {});
  return sourcesOf(trip, {
    groups: ['north'],
    readings: new Map([[date, normaliseDriver('d-1', row.owner === 'driver' ? body : {})]]),
    scores: new Map([
      [scoreKey({ of: 'fleet', endDate: date }), fleet],
      [scoreKey({ of: 'group', group: 'north', endDate: date }), fleet],
    ]),
  });
}

function resolve(row: Row, value: unknown): FactInWords | undefined {
  const request = { fact: row.fact, params: row.params ?? {} };
  const found = resolveFacts([request], sourcesWith(row, value)).get(factKey(request));
  return found && inWords(found);
}

const NOTHING = /not sent|did not arrive/;
const named = ROWS.map((row) => [`${row.fact} from /${row.field.join('/')}`, row] as const);

describe.each(named)('%s', (_name, row) => {
  it('is known when it is sent', () => {
    expect(resolve(row, row.sent)).toEqual({ known: true, value: row.value });
  });

  it.each<[string, unknown, RegExp]>([
    ['is absent', undefined, NOTHING],
    ['is null', null, NOTHING],
    ['is NA', 'NA', row.rated === true ? /cannot be rated/ : NOTHING],
  ])('is unknown when the field %s', (_what, value, because) => {
    expect(resolve(row, value)).toEqual({
      known: false,
      because: expect.stringMatching(because) as string,
    });
  });

  it('is unknown when the field is of another type, and says of which', () => {
    for (const wrong of [true, typeof row.sent === 'string' ? ['x'] : '40']) {
      const value = resolve(row, wrong);
      expect(value).toEqual({ known: false, because: expect.stringMatching(/where .+ belongs/) as string });
    }
  });
});

it.each(named.filter(([, row]) => row.rated === true))('%s is unknown at -1', (_name, row) => {
  expect(resolve(row, -1)).toEqual({ known: false, because: 'cannot be rated' });
});

describe('the table', () => {
  it('has every fact that is read from a field', () => {
    const counted = /^driver\.(id|groups|events\..*|rule_alerts)$|_change$|\*/;
    const tabled = new Set(ROWS.map((row) => row.fact));
    const missing = FACTS.map((fact) => fact.name).filter((name) => !counted.test(name) && !tabled.has(name));
    expect(missing).toEqual([]);
  });

  it('holds for what a rule compares as well: a value that slipped through with another type is unknown', () => {
    const types: Readonly<Record<string, Json>> = {
      number: '40',
      text: 40,
      list: 'x',
      object: 'x',
      date: 40,
      time: 40,
    };
    for (const fact of FACTS.filter(({ name }) => !name.includes('*'))) {
      const [example] = fact.examples;
      const condition = { fact: fact.name, ...example } as JsonObject;
      const { operands } = compileRules([published({ conditions: { all: [condition] }, actions: [] })]);
      const key = factKey({ fact: fact.name, params: example?.params ?? {} });
      const wrong: FactValue = { known: true, value: types[fact.type] ?? null };
      expect(readOperands(operands, new Map([[key, wrong]]))[0], fact.name).toMatchObject({ known: false });
    }
  });
});
