import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { FACT_NAMES, OPERATOR_NAMES } from '../../../../rules/vocabulary/index.ts';
import { keepGroups, keepReading } from '../../../../store/facts/index.ts';
import { seedTrips } from '../../../support/store/storedFleet.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import type { ApiAnswer } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

/** Six drivers with 200 trips each. */
const TRIPS = 1_200;

const server = useServer();
beforeAll(() => seedTrips(server.db, { fleetId: 'north', trips: TRIPS }));

const ask = (body: object, fleet = 'north'): Promise<ApiAnswer> =>
  server.api('POST', '/facts/distribution', {
    fleet,
    body,
    token: fleet === 'north' ? TOKENS.viewer : TOKENS.southAdmin,
  });

describe('the catalogue of facts', () => {
  it('has every fact with the operators that apply to it', async () => {
    const { json } = await server.api('GET', '/facts', { token: TOKENS.viewer });
    const items = json['items'] as { fact: string; type: string; operators: string[]; params: object[] }[];
    expect(items.map(({ fact }) => fact)).toEqual(FACT_NAMES);
    const of = (name: string) => items.find(({ fact }) => fact === name)!;
    expect(of('trip.distance_km')).toMatchObject({
      type: 'number',
      unit: 'km',
      params: [],
      takes_path: false,
    });
    expect(of('trip.distance_km').operators).toContain('between');
    expect(of('driver.groups').operators).toEqual(['contains', 'doesNotContain', 'isKnown']);
    expect(of('driver.attributes')).toMatchObject({ takes_path: true, operators: OPERATOR_NAMES });
    expect(of('driver.events.count').params).toMatchObject([
      { name: 'type', kind: 'event_type', required: true },
      { name: 'window', kind: 'duration', required: true },
    ]);
    const operators = json['operators'] as { operator: string; value: string }[];
    expect(operators.map(({ operator }) => operator)).toEqual(OPERATOR_NAMES);
    expect(json['event_types']).toContain('PHONE_USE');
    expect(json['template_names']).toContainEqual({ name: 'trip.id', help: 'The trip’s id.' });
  });
});

describe('the distribution of a fact', () => {
  it('of numbers has the quantiles that the database finds', async () => {
    const { rows } = await sql<{ low: number; middle: number; high: number; top: number }>`
      select min(max_speed_kmph) as low, percentile_disc(0.5) within group (order by max_speed_kmph) as middle,
        percentile_disc(0.95) within group (order by max_speed_kmph) as high, max(max_speed_kmph) as top
      from trips where fleet_id = 'north'`.execute(server.db);
    const { low, middle, high, top } = rows[0]!;
    const { json } = await ask({ fact: 'trip.max_speed_kmph' });
    expect(json).toMatchObject({
      fact: 'trip.max_speed_kmph',
      type: 'number',
      unit: 'km/h',
      trips: TRIPS,
      known: TRIPS,
      unknown: 0,
      minimum: low,
      maximum: top,
      unknown_because: [],
    });
    const quantiles = json['quantiles'] as { share: number; value: number }[];
    const at = (share: number) => quantiles.find((each) => each.share === share)?.value;
    expect([at(0), at(0.5), at(0.95), at(1)]).toEqual([low, middle, high, top]);
    expect(json).not.toHaveProperty('values');
    const { rows: ends } = await sql<{ all: number[] }>`
      select array_agg(max_speed_kmph order by max_speed_kmph) as all from trips where fleet_id = 'north'`.execute(
      server.db,
    );
    expect([json['lowest'], json['highest']]).toEqual([ends[0]!.all.slice(0, 12), ends[0]!.all.slice(-12)]);
  });

  it('of a window counts what the database counts', async () => {
    const { rows } = await sql<{ counts: number[] }>`
      select array_agg(count order by count) as counts from (
        select (select count(*)::int from trip_events event where event.fleet_id = trip.fleet_id
          and event.driver_id = trip.driver_id and event.type_name = 'PHONE_USE'
          and event.trip_ended_at > trip.ended_at - interval '7 days' and event.trip_ended_at <= trip.ended_at) as count
        from trips trip where trip.fleet_id = 'north') counted`.execute(server.db);
    const { counts } = rows[0]!;
    const { json } = await ask({
      fact: 'driver.events.count',
      params: { type: 'PHONE_USE', window: '7d' },
    });
    expect(json).toMatchObject({ trips: TRIPS, known: TRIPS, minimum: counts[0], maximum: counts.at(-1) });
    for (const { share, value } of json['quantiles'] as { share: number; value: number }[])
      expect(value, String(share)).toBe(counts[Math.max(0, Math.ceil(share * counts.length) - 1)]);
    const each = json['values'] as { value: number; count: number }[];
    expect(
      each.flatMap(({ value, count }) => Array<number>(count).fill(value)).sort((a, b) => a - b),
    ).toEqual(counts);
  });

  it('counts texts, members of lists and attributes one by one, and times in their order', async () => {
    const members = new Map([
      ['driver-1', ['east']],
      ['driver-2', ['east', 'west']],
    ]);
    await keepGroups(server.db, { fleetId: 'north', groupIds: ['east', 'west'], members, at: new Date() });
    const groups = (await ask({ fact: 'driver.groups' })).json;
    expect(groups['values']).toEqual([
      { value: 'east', count: 400 },
      { value: 'west', count: 200 },
    ]);
    expect(groups).toMatchObject({ type: 'list', known: TRIPS });
    expect((await ask({ fact: 'trip.local_weekday' })).json['values']).toHaveLength(7);
    const { json } = await ask({ fact: 'trip.end_time' });
    expect(Date.parse(String(json['minimum']))).toBe(Date.parse(String(json['from'])));
    expect(Date.parse(String(json['maximum']))).toBe(Date.parse(String(json['to'])));
  });

  it('counts what is unknown apart, with the reason', async () => {
    await keepReading(server.db, {
      fleetId: 'north',
      endDate: '2026-01-10',
      at: new Date(),
      reading: {
        driverId: 'driver-1',
        score: -1,
        ratings: {},
        problems: [],
        extra: {},
        attributes: { depot: 'Kiel' },
      },
    });
    const score = (await ask({ fact: 'driver.score' })).json;
    expect(score).toMatchObject({ known: 0, unknown: TRIPS });
    expect(score).not.toHaveProperty('quantiles');
    const reasons = score['unknown_because'] as { because: string; trips: number }[];
    expect(reasons.reduce((sum, { trips }) => sum + trips, 0)).toBe(TRIPS);
    expect(JSON.stringify(reasons)).not.toMatch(/\d{4}-\d{2}-\d{2}/);
    const depot = (await ask({ fact: 'driver.attributes', path: '$.depot' })).json;
    expect(depot['values']).toMatchObject([{ value: 'Kiel' }]);
  });

  it('of a fleet without trips is empty', async () => {
    const { status, json } = await ask({ fact: 'trip.distance_km' }, 'south');
    expect([status, json['trips'], json['known']]).toEqual([200, 0, 0]);
    expect(json).not.toHaveProperty('from');
  });

  it.each([
    [{ fact: 'trip.distance' }, /there is no fact .+did you mean/],
    [{ fact: 'driver.events.count', params: { type: 'PHONE_USE' } }, /needs the param .+window/],
    [{ fact: 'driver.events.count', params: { type: 'PHONE_USE', window: '900d' } }, /must be at most/],
    [{ fact: 'driver.attributes' }, /\/path.+is missing/],
    [{ fact: 'trip.score', path: '$.a' }, /has no parts/],
    [{ fact: 'driver.attributes', path: '$.__proto__[0]' }, /is not a path/],
  ])('of %j is refused', async (body, message) => {
    const { status, json } = await ask(body);
    expect([status, JSON.stringify(json['errors'])]).toEqual([422, expect.stringMatching(message)]);
  });
});

it('answers every fact that the catalogue has', async () => {
  const { json } = await server.api('GET', '/facts');
  const items = json['items'] as {
    fact: string;
    takes_path: boolean;
    params: { name: string; examples: unknown[] }[];
  }[];
  const settled: unknown[] = [];
  for (const { fact, params, takes_path: takesPath } of items) {
    const given = Object.fromEntries(params.map(({ name, examples }) => [name, examples[0]]));
    const body = { fact, ...(params.length > 0 && { params: given }), ...(takesPath && { path: '$.depot' }) };
    // Uses another token, because each has a limit per minute.
    const asked = { token: TOKENS.editor, body };
    const { status, json: answer } = await server.api('POST', '/facts/distribution', asked);
    settled.push([fact, status, (answer['known'] as number) + (answer['unknown'] as number)]);
  }
  expect(settled).toEqual(items.map(({ fact }) => [fact, 200, TRIPS]));
});
