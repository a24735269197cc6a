import { describe, expect, it } from 'vitest';
import { clientOf, startStubService } from './stubService.ts';
import type { Reply } from './stubService.ts';
import { useStarted } from '../support/run/useStarted.ts';

const stub = useStarted(startStubService);

const trip = { trip_id: '1', info: { distance_km: 2 } };
const missing = { error: 'The given trip id is not valid.' };
const html = '<html>not here</html>';
/** [status, body, GET trip, DELETE trip, driver score]; `~` marks an unclear deletion. */
const table: readonly (readonly [number, unknown, string, string, string])[] = [
  [200, trip, 'ok', 'unavailable~', 'ok'],
  [200, { success: true }, 'invalid', 'ok', 'invalid'],
  [200, { success: false }, 'invalid', 'unavailable~', 'invalid'],
  [200, {}, 'invalid', 'unavailable~', 'invalid'],
  [200, { trip_id: '1' }, 'invalid', 'unavailable~', 'invalid'],
  [200, { info: null, events: 'NA' }, 'invalid', 'unavailable~', 'invalid'],
  [200, { start_date: '2026-03-01', end_date: '2026-03-07', info: null }, 'invalid', 'unavailable~', 'ok'],
  [200, [], 'invalid', 'unavailable~', 'invalid'],
  [200, 'null', 'invalid', 'unavailable~', 'invalid'],
  [200, '', 'invalid', 'unavailable~', 'invalid'],
  [204, '', 'invalid', 'unavailable~', 'invalid'],
  [200, html, 'invalid', 'unavailable~', 'invalid'],
  [200, '{"info": {', 'invalid', 'unavailable~', 'invalid'],
  [200, { ...trip, error: null }, 'ok', 'unavailable~', 'ok'],
  [200, { ...trip, error: 'Trip not found' }, 'no_such_trip', 'no_such_trip', 'invalid'],
  [200, { success: true, error: '' }, 'invalid', 'ok', 'invalid'],
  [200, { success: true, error: 'busy' }, 'unavailable', 'unavailable~', 'unavailable'],
  [200, missing, 'no_such_trip', 'no_such_trip', 'invalid'],
  [200, { error: 'trip_id invalid' }, 'no_such_trip', 'no_such_trip', 'invalid'],
  [200, { error: 'Trip is not available yet, try again later' }, 'no_such_trip', 'no_such_trip', 'invalid'],
  [200, { error: 'Could not read that trip' }, 'no_such_trip', 'no_such_trip', 'invalid'],
  [200, { error: 'Driver does not exist' }, 'no_such_trip', 'no_such_trip', 'invalid'],
  [200, { error: { code: 7, message: 'no such trip' } }, 'no_such_trip', 'no_such_trip', 'invalid'],
  [200, { error: 'Invalid API key' }, 'unauthorised', 'unauthorised', 'unauthorised'],
  [200, { error: 'apikey missing' }, 'unauthorised', 'unauthorised', 'unauthorised'],
  [200, { error: 'Rate limit exceeded' }, 'limited', 'limited', 'limited'],
  [200, { error: 'Internal error while reading trip' }, 'unavailable', 'unavailable~', 'unavailable'],
  [200, { error: 'The trip service is not available' }, 'unavailable', 'unavailable~', 'unavailable'],
  [200, { error: 'Something odd' }, 'unavailable', 'unavailable~', 'invalid'],
  [200, { error: true }, 'unavailable', 'unavailable~', 'invalid'],
  [301, '', 'invalid', 'invalid', 'invalid'],
  [302, missing, 'invalid', 'invalid', 'invalid'],
  [307, html, 'invalid', 'invalid', 'invalid'],
  [400, missing, 'no_such_trip', 'no_such_trip', 'invalid'],
  [400, { error: 'Invalid API key' }, 'unauthorised', 'unauthorised', 'unauthorised'],
  [400, { error: 'bad fields' }, 'unavailable', 'unavailable~', 'invalid'],
  [400, { message: 'unknown trip' }, 'no_such_trip', 'no_such_trip', 'invalid'],
  [400, html, 'invalid', 'invalid', 'invalid'],
  [401, '', 'unauthorised', 'unauthorised', 'unauthorised'],
  [401, missing, 'unauthorised', 'unauthorised', 'unauthorised'],
  [403, html, 'unauthorised', 'unauthorised', 'unauthorised'],
  [404, missing, 'no_such_trip', 'no_such_trip', 'invalid'],
  [404, { error: 'Not Found' }, 'no_such_trip', 'no_such_trip', 'invalid'],
  [404, { error: 'Unknown API key' }, 'unauthorised', 'unauthorised', 'unauthorised'],
  [404, {}, 'no_such_trip', 'no_such_trip', 'invalid'],
  [404, '', 'no_such_trip', 'no_such_trip', 'invalid'],
  [404, 'default backend - 404', 'unavailable', 'unavailable~', 'unavailable'],
  [408, '', 'unavailable', 'unavailable~', 'unavailable'],
  [410, missing, 'no_such_trip', 'no_such_trip', 'invalid'],
  [418, {}, 'unavailable', 'unavailable~', 'invalid'],
  [429, missing, 'limited', 'limited', 'limited'],
  [429, html, 'limited', 'limited', 'limited'],
  [500, '', 'unavailable', 'unavailable~', 'unavailable'],
  [500, { error: 'oops' }, 'unavailable', 'unavailable~', 'unavailable'],
  [500, { error: 'trip lookup failed' }, 'unavailable', 'unavailable~', 'unavailable'],
  [500, missing, 'no_such_trip', 'no_such_trip', 'unavailable'],
  [500, { error: 'bad api key' }, 'unauthorised', 'unauthorised', 'unauthorised'],
  [502, missing, 'unavailable', 'unavailable~', 'unavailable'],
  [503, html, 'unavailable', 'unavailable~', 'unavailable'],
  [504, { error: 'bad api key' }, 'unavailable', 'unavailable~', 'unavailable'],
];

describe('every status and body', () => {
  it.each(table)('HTTP %i %j: trip %s, deletion %s, driver %s', async (...row) => {
    const [status, body, ...expected] = row;
    stub.script({ status, body, headers: { location: `${stub.url}/elsewhere` } } satisfies Reply);
    const client = clientOf(stub);
    const trip = await client.trip('d', '1');
    const deleted = await client.deleteTrip('d', '1');
    const driver = await client.driverScore('d');
    const unclear = deleted.kind === 'unavailable' && deleted.unclear ? '~' : '';
    expect([trip.kind, deleted.kind + unclear, driver.kind]).toEqual(expected);
    expect(stub.requests).toHaveLength(3);
  });

  it.each([
    [404, {}],
    [404, { error: 'Driver not found' }],
    [200, { error: 'No such driver' }],
  ])('HTTP %i %j says that there is no such driver', async (status, body) => {
    stub.script({ status, body });
    expect(await clientOf(stub).driverScore('d')).toMatchObject({ kind: 'invalid', notFound: true });
  });

  it.each([
    [200, { error: 'Processing' }],
    [200, { error: 'No data for this request' }],
    [400, { error: 'Something went wrong' }],
    [500, { error: 'Something went wrong' }],
    [200, {}],
    [200, html],
    [400, html],
  ])('HTTP %i %j may be about this one trip', async (status, body) => {
    stub.script({ status, body });
    expect(await clientOf(stub).trip('d', '1')).toMatchObject({ maybeTrip: true });
  });

  it.each([
    [302, ''],
    [404, html],
    [500, ''],
    [503, { error: 'Something went wrong' }],
    [429, {}],
  ])('HTTP %i %j is about every trip', async (status, body) => {
    stub.script({ status, body, headers: { location: `${stub.url}/elsewhere` } });
    expect(await clientOf(stub).trip('d', '1')).not.toHaveProperty('maybeTrip');
  });

  it.each(['.', '..', ''])('does not send the id %j, and says so', async (id) => {
    expect(await clientOf(stub).trip('d', id)).toMatchObject({ kind: 'invalid', unsendable: true });
  });

  it('does not call a refused query "not found"', async () => {
    stub.script({ status: 400, body: { error: 'bad date' } });
    expect(await clientOf(stub).driverScore('d')).toEqual({
      kind: 'invalid',
      reason: 'the service refused the call with HTTP 400 (its message is about something else)',
      refused: true,
    });
  });

  it('repeats none of the service’s words, which may name anyone', async () => {
    const error = `trip of Petra Person at 52.520008, petra@example.com, not found`;
    const headers = { 'x-request-id': '0b7c2b0e-6f0e-4a57-9d0c-5d4f0a3c9e11' };
    stub.script({ status: 404, body: { error }, headers });
    expect(await clientOf(stub).trip('d', '1')).toEqual({
      kind: 'no_such_trip',
      message:
        'HTTP 404 (its message is about something that does not exist; answer 0b7c2b0e-6f0e-4a57-9d0c-5d4f0a3c9e11)',
    });
    stub.script({
      status: 503,
      body: { error: 'no' },
      headers: { 'x-request-id': 'petra-person-0176123456' },
    });
    expect(await clientOf(stub).trip('d', '1')).toMatchObject({
      reason: 'HTTP 503 (its message is about something else)',
    });
  });

  it('stops reading at the cap, with and without a declared length', async () => {
    const body = JSON.stringify({ info: {}, filler: 'x'.repeat(3000) });
    const client = clientOf(stub, { maxBodyBytes: 2000 });
    stub.script({ body, headers: { 'content-length': String(body.length) } });
    expect(await client.trip('d', '1')).toMatchObject({
      kind: 'invalid',
      reason: expect.stringContaining('larger') as string,
    });
    stub.script((_request, response) => {
      response.write(body.slice(0, 1500));
      response.end(body.slice(1500));
    });
    expect(await client.trip('d', '1')).toMatchObject({
      kind: 'invalid',
      reason: expect.stringContaining('larger') as string,
    });
    stub.script({ body: { info: {}, filler: 'x'.repeat(1900) } });
    expect((await client.trip('d', '1')).kind).toBe('ok');
  });

  it('never follows a redirect, whose target would get the key', async () => {
    stub.script({ status: 307, headers: { location: `${stub.url}/other` } });
    const client = clientOf(stub);
    await client.trip('d', '1');
    await client.deleteTrip('d', '1');
    expect(stub.requests.filter((request) => request.includes('/other'))).toEqual([]);
  });
});
