import { describe, expect, it } from 'vitest';
import { findingsIn } from '../../../cli/files/index.ts';
import { parseRule } from '../../../rules/lint/index.ts';
import { readNotification } from '../../../server/webhooks/notification/index.ts';
import { clientOf, startStubService } from '../../analytics/stubService.ts';
import { useStarted } from '../../support/run/useStarted.ts';

const stub = useStarted(startStubService);

/** An id as services write it, and the id that everybody else must see; undefined: it is refused. */
const SPELLINGS: [string, string | undefined][] = [
  ['77', '77'],
  ['77.0', '77'],
  ['7.7e1', '77'],
  ['"77"', '77'],
  ['10101672903689391', '10101672903689391'],
  ['1.0101672903689391e16', '10101672903689391'],
  ['9007199254740993', '9007199254740993'],
  ['-9007199254740993', '-9007199254740993'],
  ['123456789012345678901234567890', '123456789012345678901234567890'],
  ['1e21', undefined],
  ['1e999', undefined],
  ['0.1234567890123456789', undefined],
];

describe.each(SPELLINGS)('an id sent as %s', (sent, id) => {
  const seen = id === undefined ? [] : [id];

  it('is the same driver and trip in a notification', () => {
    const body = `{"version":3,"type":"TRIP_SCORED","driver_id":${sent},"trip_id":${sent},"data":{}}`;
    const read = readNotification(Buffer.from(body));
    expect(read).toMatchObject(id === undefined ? { kind: 'malformed' } : { driverId: id, tripId: id });
  });

  it('is the same driver in the list of drivers', async () => {
    stub.script({ body: `{"drivers":[{"driver_id":${sent}}]}` });
    const page = await clientOf(stub).drivers();
    expect(page.kind === 'ok' && page.value.rows.map(({ driverId }) => driverId)).toEqual(seen);
  });

  it('is the same trip in the list of trips, with its session', async () => {
    stub.script({ body: `{"trips":[{"trip_id":${sent},"info":{"session_id":${sent}}}]}` });
    const page = await clientOf(stub).driverTrips('d');
    const rows = page.kind === 'ok' ? page.value.rows : [];
    expect(rows.map(({ tripId, sessionId }) => [tripId, sessionId])).toEqual(
      seen.map((each) => [each, each]),
    );
  });

  it('is the same group', async () => {
    stub.script({ body: `{"group_ids":[${sent}]}` });
    const groups = await clientOf(stub).groups();
    expect(groups.kind === 'ok' ? groups.value : []).toEqual(seen);
  });
});

describe('a number beyond 2^53', () => {
  it('keeps its digits in attributes, as an object and as JSON text, and in fields without a name', async () => {
    const sent = '{"badge":10101672903689391}';
    for (const attributes of [sent, JSON.stringify(sent)]) {
      stub.script({ body: `{"info":{"attributes":${attributes},"unit":10101672903689391}}` });
      expect(await clientOf(stub).driverScore('d')).toMatchObject({
        value: { attributes: { badge: '10101672903689391' }, extra: { unit: '10101672903689391' } },
      });
    }
  });

  it('is refused as a measure', async () => {
    stub.script({ body: '{"info":{"distance_km":10101672903689391,"duration_seconds":77.0}}' });
    const answer = await clientOf(stub).trip('d', '1');
    expect(answer).toMatchObject({ value: { trip: { durationSeconds: 77 } } });
    expect(answer).not.toHaveProperty('value.trip.distanceKm');
  });

  it('is refused in a file of a rule, where it stands', () => {
    const text = `{
  "id": "badge", "name": "Badge", "severity": "info", "mode": "live",
  "conditions": { "all": [
    { "fact": "driver.attributes", "path": "$.badge", "operator": "equal",
      "value": 10101672903689391 } ] },
  "actions": [] }`;
    expect(findingsIn({ path: 'badge.json', text }, parseRule)).toContainEqual(
      expect.objectContaining({ level: 'error', pointer: '/conditions/all/0/value', line: 5, column: 16 }),
    );
  });
});
