import { describe, expect, it } from 'vitest';
import { createAnalyticsClient } from '../../analytics/index.ts';
import type { AnalyticsClient } from '../../analytics/index.ts';
import { clientOf, KEY, startStubService } from './stubService.ts';
import { useStarted } from '../support/run/useStarted.ts';

const stub = useStarted(startStubService);

const range = { startDate: '2026-03-01', endDate: '2026-03-07' };
const apikey = `apikey=${encodeURIComponent(KEY)}`;

describe('the eight endpoints', () => {
  it.each<[string, unknown, (client: AnalyticsClient) => Promise<unknown>, string, unknown]>([
    [
      'groups',
      { group_ids: ['north', 7] },
      (client) => client.groups(),
      `GET /v3/groups?${apikey}`,
      ['north', '7'],
    ],
    [
      'drivers',
      {
        start_date: '2026-03-01',
        end_date: '2026-03-07',
        next_offset: 50,
        drivers: [{ driver_id: 5 }, { driver_id: 'a' }, { info: {} }],
      },
      (client) =>
        client.drivers({
          ...range,
          groupId: 'a&b',
          limit: 50,
          offset: 0,
          orderBy: 'score',
          orderType: 'asc',
        }),
      `GET /v3/drivers?start_date=2026-03-01&end_date=2026-03-07&group_id=a%26b&limit=50&offset=0&order_by=score&order_type=asc&${apikey}`,
      {
        startDate: '2026-03-01',
        endDate: '2026-03-07',
        nextOffset: 50,
        received: 3,
        rows: [
          {
            driverId: '5',
            startDate: '2026-03-01',
            endDate: '2026-03-07',
            ratings: {},
            extra: {},
            problems: [],
          },
          {
            driverId: 'a',
            startDate: '2026-03-01',
            endDate: '2026-03-07',
            ratings: {},
            extra: {},
            problems: [],
          },
        ],
        problems: [{ pointer: '/drivers/2/driver_id', message: 'no usable id, so the row is left out' }],
      },
    ],
    [
      'fleet score',
      { driving_behavior: { service_score: 70 } },
      (client) => client.fleetScore({ groupId: 'north' }),
      `GET /v3/score?group_id=north&${apikey}`,
      { score: 70, ratings: {}, extra: {}, problems: [] },
    ],
    [
      'driver score',
      { driving_behavior: { score: { service_score: 70 } } },
      (client) => client.driverScore('d', { ...range, fields: ['info', 'driving_behavior'] }),
      `GET /v3/driver/d/score?start_date=2026-03-01&end_date=2026-03-07&fields=info%2Cdriving_behavior&${apikey}`,
      { driverId: 'd', score: 70, ratings: {}, extra: {}, problems: [] },
    ],
    [
      'sessions',
      { sessions: [{ session_id: 's1' }, { session_id: 2 }, { session_id: 'NA' }] },
      (client) => client.sessions('d', { limit: 3 }),
      `GET /v3/driver/d/sessions?limit=3&${apikey}`,
      {
        received: 3,
        rows: ['s1', '2'],
        problems: [{ pointer: '/sessions/2/session_id', message: 'no usable id, so the row is left out' }],
      },
    ],
    [
      'trips',
      { trips: [{ trip_id: 1, info: { distance_km: 3 } }] },
      (client) => client.driverTrips('d', { sessionIds: ['s 1', 's2'], trackingIds: ['t'] }),
      `GET /v3/driver/d/trips?session_ids=s%201%2Cs2&tracking_ids=t&${apikey}`,
      {
        received: 1,
        rows: [{ driverId: 'd', tripId: '1', distanceKm: 3, ratings: {}, extra: {}, problems: [] }],
        problems: [],
      },
    ],
    [
      'trip',
      { trip_id: '1', info: { distance_km: 3 }, unknown: { kept: true } },
      (client) => client.trip('d', '1'),
      `GET /v3/driver/d/trip/1?fields=info%2Csimple_path%2Cdriving_behavior%2Cspeed_profile%2Cevents&${apikey}`,
      {
        trip: { driverId: 'd', tripId: '1', distanceKm: 3, ratings: {}, extra: {}, problems: [] },
        raw: { trip_id: '1', info: { distance_km: 3 }, unknown: { kept: true } },
      },
    ],
    [
      'trip, some sections',
      { info: {} },
      (client) => client.trip('d', '1', { fields: ['info'] }),
      `GET /v3/driver/d/trip/1?fields=info&${apikey}`,
      { trip: { driverId: 'd', tripId: '1', ratings: {}, extra: {}, problems: [] }, raw: { info: {} } },
    ],
    [
      'deletion',
      { success: true },
      (client) => client.deleteTrip('d', '1'),
      `DELETE /v3/driver/d/trip/1?${apikey}`,
      { deleted: true },
    ],
  ])('%s', async (...row) => {
    const [, body, call, request, value] = row;
    stub.script({ body });
    expect(await call(clientOf(stub))).toEqual({ kind: 'ok', value });
    expect(stub.requests).toEqual([request]);
  });
});

describe('addresses', () => {
  it.each([
    'a/b',
    'a:b',
    'a b',
    'ann@example.com',
    '50%',
    '%2e%2e',
    '...',
    '../..',
    '?x=1',
    '#frag',
    'ü/ö',
    '\\',
    'a;b',
    '\u0000\n',
  ])('the driver id %j reaches the service as one segment', async (id) => {
    stub.script({ body: { info: {} } });
    expect((await clientOf(stub).trip(id, id)).kind).toBe('ok');
    const path = new URL(stub.requests[0]!.slice(4), stub.url).pathname.split('/');
    expect(path.map(decodeURIComponent)).toEqual(['', 'v3', 'driver', id, 'trip', id]);
  });

  it.each(['', '.', '..', '\ud800'])('the id %j is refused, because no URL can carry it', async (id) => {
    stub.script({ body: { info: {}, success: true } });
    const client = clientOf(stub);
    for (const outcome of [
      await client.trip(id, '1'),
      await client.trip('d', id),
      await client.deleteTrip('d', id),
      await client.driverScore(id),
    ])
      expect(outcome).toMatchObject({
        kind: 'invalid',
        reason: expect.stringMatching(/^not sent: an id /) as string,
      });
    expect(stub.requests).toEqual([]);
  });

  it.each([{ ids: ['a,b'] }, { ids: ['a', ''] }, { ids: ['\udc00'] }])(
    'a list of %j is refused',
    async (query) => {
      expect(await clientOf(stub).drivers(query)).toMatchObject({
        kind: 'invalid',
        reason: expect.stringMatching(/^not sent/) as string,
      });
    },
  );

  it('a query text that no URL can carry is refused', async () => {
    stub.script({ body: { drivers: [] } });
    // The service would answer it with the whole fleet.
    expect(await clientOf(stub).fleetScore({ groupId: ' \u00a0' })).toMatchObject({
      kind: 'invalid',
      reason: expect.stringMatching(/group_id is blank/) as string,
    });
    expect(await clientOf(stub).drivers({ groupId: '\ud800' })).toMatchObject({
      kind: 'invalid',
      reason: expect.stringMatching(/^not sent: group_id holds half/) as string,
    });
    expect(stub.requests).toEqual([]);
  });

  it('forgives a trailing slash and /v3, and keeps a path', async () => {
    stub.script({ body: { group_ids: [] } });
    for (const suffix of ['', '/', '/v3', '/v3/', '/gate/way/'])
      await clientOf(stub, { baseUrl: stub.url + suffix }).groups();
    const paths = stub.requests.map((request) => request.replace(/\?.*/, ''));
    expect(paths).toEqual([...Array<string>(4).fill('GET /v3/groups'), 'GET /gate/way/v3/groups']);
  });

  it.each([
    '',
    'example.com',
    'ftp://example.com',
    'https://user:hunter2@example.com',
    'https://example.com?apikey=hunter2',
    'https://example.com/#hunter2',
  ])('refuses the base URL %j without repeating it', (baseUrl) => {
    const create = (): unknown => createAnalyticsClient({ baseUrl, apiKey: KEY });
    expect(create).toThrow(/^The analytics base URL /);
    expect(create).not.toThrow(/hunter2/);
  });

  it.each(['', '\ud800'])('refuses the key %j', (apiKey) => {
    expect(() => createAnalyticsClient({ baseUrl: stub.url, apiKey })).toThrow(
      /^The analytics API key is empty or/,
    );
  });
});
