import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { normaliseTrip } from '../../../analytics/index.ts';
import type { AnalyticsClient } from '../../../analytics/index.ts';
import { clientOf, startStubService } from '../../analytics/stubService.ts';
import type { Reply } from '../../analytics/stubService.ts';
import { useStarted } from '../../support/run/useStarted.ts';

const stub = useStarted(startStubService);

const TRIP = { trip_id: '7', info: { distance_km: 12 }, events: [{ event_type: 4 }] };
const READ = { kind: 'ok', value: { trip: { tripId: '7', distanceKm: 12, events: [{ typeCode: 4 }] } } };

/** Answers as bytes, whatever they are, with the headers that a peer sends. */
const raw =
  (bytes: Buffer | string, headers: Record<string, string> = {}, status = 200): Reply =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(bytes);
  };
/** An answer of which the connection ends in the middle. */
const cut: Reply = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write(JSON.stringify(TRIP).slice(0, 30));
  setTimeout(() => response.destroy(), 20);
};
const trip = (client: AnalyticsClient) => client.trip('d', '7');
const json = JSON.stringify(TRIP);

describe('a trip is read', () => {
  it.each<[string, Reply]>([
    ['behind a byte order mark', raw(`\uFEFF${json}`)],
    ['between white space', raw(`\r\n\t ${json}\n\n`)],
    ['packed as it says', raw(gzipSync(json), { 'content-encoding': 'gzip' })],
    ['as text/html', raw(json, { 'content-type': 'text/html; charset=utf-8' })],
    ['without a content type', (_request, response) => void response.writeHead(200).end(json)],
    ['with an error that is empty text', { body: { ...TRIP, error: '' } }],
    ['with an error that is null', { body: { ...TRIP, error: null } }],
    ['with an error that is false', { body: { ...TRIP, error: false } }],
    ['with an error that is an empty list', { body: { ...TRIP, error: [] } }],
    ['with an error that is an empty object', { body: { ...TRIP, error: {} } }],
    ['with an error number of 0', { body: { ...TRIP, error: 0 } }],
    ['with a field twice, of which the last is meant', raw(`{"trip_id":"1",${json.slice(1)}`)],
    ['with its one event in place of a list', { body: { ...TRIP, events: { event_type: 4 } } }],
    ['with a list as an object of indexes', { body: { ...TRIP, events: { '3': { event_type: 4 } } } }],
    ['with a list in place of an empty object', { body: { ...TRIP, driving_behavior: [] } }],
  ])('%s', async (_how, reply) => {
    stub.script(reply);
    expect(await trip(clientOf(stub))).toMatchObject(READ);
  });

  it('in the character set that the answer names', async () => {
    const body = '{"info":{"session_id":"Müller – früh"}}';
    for (const [charset, bytes] of [
      ['ISO-8859-1', Buffer.from(body.replace('–', '-'), 'latin1')],
      ['utf-16le', Buffer.from(body, 'utf16le')],
      ['"utf-8"', Buffer.from(body)],
      ['unheard-of', Buffer.from(body)],
    ] as const) {
      stub.script(raw(bytes, { 'content-type': `application/json; charset=${charset}` }));
      const read = await trip(clientOf(stub));
      expect(read.kind === 'ok' && read.value.trip.sessionId).toMatch(/^Müller . früh$/u);
    }
  });
});

describe('a trip is waited for, and nothing is concluded', () => {
  it.each<[string, Reply, string]>([
    ['a page for people to sign in', raw('<!doctype html><title>Sign in</title>'), 'invalid'],
    ['a redirect to one', raw('', { location: '/login' }, 302), 'invalid'],
    ['NaN where a number belongs', raw('{"trip_id":"7","info":{"distance_km":NaN}}'), 'invalid'],
    ['Infinity', raw('{"trip_id":"7","info":{"distance_km":Infinity}}'), 'invalid'],
    ['JSON behind a guard', raw(`)]}',\n${json}`), 'invalid'],
    ['JSON in a call', raw(`callback(${json})`), 'invalid'],
    ['two answers in one', raw(json + json), 'invalid'],
    ['half an answer, complete by its length', raw(json.slice(0, 40)), 'invalid'],
    ['an answer cut while it is sent', cut, 'unavailable'],
    ['packed bytes that are called plain', raw(gzipSync(json)), 'invalid'],
    ['plain bytes that are called packed', raw(json, { 'content-encoding': 'gzip' }), 'unavailable'],
    [
      'packed bytes that end too early',
      raw(gzipSync(json).subarray(0, 30), { 'content-encoding': 'gzip' }),
      'invalid',
    ],
    ['nothing, with 204', raw('', {}, 204), 'invalid'],
    ['nothing, with 202', raw('', {}, 202), 'invalid'],
    ['a trip within data', { body: { data: TRIP } }, 'invalid'],
    ['a list of one trip', { body: [TRIP] }, 'invalid'],
    ['null', raw('null'), 'invalid'],
    ['an empty object', { body: {} }, 'invalid'],
    ['only a message, with 200', { body: { message: 'Internal server error' } }, 'invalid'],
    [
      'a limit as 403',
      { status: 403, body: { error: 'API rate limit exceeded for this API key' } },
      'limited',
    ],
    ['a limit as 403 with a time', { status: 403, headers: { 'retry-after': '3' }, body: {} }, 'limited'],
    [
      'a limit as 401',
      { status: 401, body: { message: 'Too many requests', code: 'RATE_LIMITED' } },
      'limited',
    ],
    ['a limit as 401 by its code', { status: 401, body: { error: { code: 'RATE_LIMITED' } } }, 'limited'],
    ['a limit without a header', { status: 429, body: '' }, 'limited'],
    [
      'a limit with a header of nonsense',
      { status: 429, headers: { 'retry-after': 'soon' }, body: '' },
      'limited',
    ],
    ['a limit as 503', { status: 503, headers: { 'retry-after': '1' }, body: '' }, 'unavailable'],
    ['a refused key', { status: 403, body: { error: 'Forbidden' } }, 'unauthorised'],
  ])('at %s', async (_what, reply, kind) => {
    stub.script(reply);
    expect((await trip(clientOf(stub))).kind).toBe(kind);
  });
});

describe('a list', () => {
  const ids = async (trips: unknown): Promise<unknown> => {
    stub.script({ body: { trips } }, { body: { trips: [] } });
    const page = await clientOf(stub).driverTrips('d');
    return page.kind === 'ok' ? page.value.rows.map(({ tripId }) => tripId) : page.kind;
  };

  it.each<[string, unknown, unknown]>([
    ['one row in place of a list', { trip_id: '7' }, ['7']],
    ['an object of indexes', { '0': { trip_id: '7' }, '2': { trip_id: '8' } }, ['7', '8']],
    ['rows that are nothing', [null, { trip_id: '7' }, {}, 'x'], ['7']],
    ['ids that are empty', [{ trip_id: '' }, { trip_id: ' ' }, { trip_id: 'NA' }, { trip_id: '7' }], ['7']],
    ['an id of half a character set', [{ trip_id: 'M\uFFFDller' }, { trip_id: '7' }], ['7']],
    ['an object of something else', { error: 'later' }, 'invalid'],
    ['an empty object', {}, 'invalid'],
    ['a text', '[]', 'invalid'],
    ['null', null, 'invalid'],
  ])('of %s is read as far as it says something', async (_what, trips, expected) => {
    expect(await ids(trips)).toEqual(expected);
  });

  it.each(['100%', 'a/b', '../x', 'a b', 'a+b', 'ä', 'a\u0308', '🚚', '?x=1', '#', 'a%2Fb', 'é:7;', '"'])(
    'of driver %s is asked for by that very id',
    async (driverId) => {
      stub.script({ body: { trips: [] } });
      await clientOf(stub).driverTrips(driverId);
      const path = stub.requests[0]!.split(' ')[1]!.split('?')[0]!;
      expect(path.split('/').map(decodeURIComponent)).toEqual(['', 'v3', 'driver', driverId, 'trips']);
    },
  );
});

it('a deletion that is answered by nothing is looked up, not taken for done', async () => {
  for (const status of [200, 202, 204]) {
    stub.script(raw('', {}, status));
    expect(await clientOf(stub).deleteTrip('d', '7')).toMatchObject({ kind: 'unavailable', unclear: true });
  }
});

it.each([
  '2019-90-31T12:27:22Z',
  '2019-10-00T12:32:41Z',
  '2019-10-31T87:47:17Z',
  '20190-100-280T90:400:310Z',
  '2026-03-01',
  '',
])('the time %j is no time, and nothing else of the trip is lost', (time) => {
  const read = normaliseTrip('d', '7', { info: { start_time: time, end_time: time, distance_km: 3 } });
  expect(read).toMatchObject({ distanceKm: 3 });
  expect(read).not.toHaveProperty('endTime');
});
