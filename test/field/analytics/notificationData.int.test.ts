import { beforeAll, describe, expect, it } from 'vitest';
import { JsonText } from '../../../store/db/index.ts';
import {
  OF_NOTIFICATION,
  getStoredTrip,
  getTrip,
  keepNotificationData,
  latestDecision,
  listNotifications,
  notificationData,
} from '../../../store/trips/index.ts';
import { reevaluateWorkflowId } from '../../../workflows/contracts/index.ts';
import { TOKENS } from '../../support/servers/server.ts';
import { standInTrip } from '../../support/stand-ins/analytics.ts';
import { FLEET, sha256Hex } from '../../support/servers/stack.ts';
import { useServer } from '../../support/servers/useServer.ts';
import { useStack } from '../../support/servers/useStack.ts';
import { liveRule } from '../../support/rules/documents.ts';

const fleetId = FLEET;
const COLLISION = { event_type: 4, event_type_name: 'COLLISION' };

describe('the data of a notification', () => {
  const server = useServer();

  const notify = async (tripId: string, data: unknown): Promise<number> => {
    const body = JSON.stringify({ version: 3, type: 'TRIP_SCORED', driver_id: 'd', trip_id: tripId, data });
    const url = `${server.url}/webhooks/north/${TOKENS.webhook}`;
    return (await fetch(url, { method: 'POST', body })).status;
  };
  const stored = (tripId: string) => notificationData(server.db, { fleetId, driverId: 'd', tripId });

  it('is stored when it holds a section of the trip, beside the notification', async () => {
    const data = { trip_id: 'other', events: [COLLISION], score: { service_score: 71 } };
    expect(await notify('held', data)).toBe(202);
    await expect.poll(() => stored('held')).toEqual(data);
    const listed = await listNotifications(server.db, { fleetId, tripId: 'held', limit: 10 });
    expect(listed.items).toMatchObject([{ type: 'TRIP_SCORED', driverId: 'd', body: data }]);
  });

  it.each<[string, unknown]>([
    ['empty', {}],
    ['null', null],
    ['a text', 'NA'],
    ['a list', [1]],
    ['an id alone', { trip_id: '7' }],
    ['sections that are null', { info: null, events: null }],
  ])('is not stored when it is %s', async (what, data) => {
    expect(await notify(what, data)).toBe(202);
    expect(await notify(`${what} and after`, { info: {} })).toBe(202);
    await expect.poll(() => stored(`${what} and after`)).toEqual({ info: {} });
    expect(await stored(what)).toBeUndefined();
  });
});

describe('a trip that never becomes readable', () => {
  const stack = useStack({ channels: 'outbox', more: { TRIP_READABLE_WAIT: '1s' } });
  beforeAll(async () => {
    await stack.publish(
      liveRule(
        {
          fact: 'trip.events.count',
          params: { type: 'COLLISION' },
          operator: 'greaterThanInclusive',
          value: 1,
        },
        { id: 'collision', name: 'Collision', severity: 'critical', actions: [] },
      ),
    );
    await stack.startWorker();
  });

  const keep = (tripId: string, data: object) =>
    keepNotificationData(stack.database.db, {
      fleetId,
      driverId: 'd',
      tripId,
      version: 3,
      receivedAt: new Date(),
      workflowId: `kept ${tripId}`,
      data: new JsonText(JSON.stringify(data)),
    });
  const { trip_id: _id, ...sections } = standInTrip('data', { events: [4] });

  it('is parked without any data', async () => {
    expect(await stack.runTrip({ driverId: 'd', tripId: 'bare' })).toMatchObject({ state: 'parked' });
  });

  it('is evaluated on what its notification held, says so, and is evaluated anew once it can be read', async () => {
    const { db } = stack.database;
    const trip = { driverId: 'd', tripId: 'data' };
    await keep('data', sections);
    expect(await stack.runTrip(trip)).toMatchObject({ state: 'decided', revision: 1 });
    const decision = await latestDecision(db, { fleetId, ...trip });
    expect(decision?.rules).toMatchObject([{ rule: 'collision', outcome: 'matched' }]);
    expect(await getTrip(db, { fleetId, ...trip })).toMatchObject({ stateReason: OF_NOTIFICATION });
    // It is stored with the trip now, and only there.
    expect(await notificationData(db, { fleetId, ...trip })).toBeUndefined();
    expect(await getStoredTrip(db, { fleetId, ...trip })).toMatchObject({ distanceKm: 14.2 });

    const again = async (runId: string): Promise<void> => {
      const key = { fleet: FLEET, ...trip };
      await stack.execute('reevaluateWorkflow', reevaluateWorkflowId({ ...key, runId }, sha256Hex), {
        ...key,
        runId,
      });
    };
    await again('still-not-there');
    expect(await getTrip(db, { fleetId, ...trip })).toMatchObject({ state: 'decided', revision: 1 });

    stack.put({ driverId: 'd', tripId: 'data' }, { events: [4, 4], distanceKm: 20 });
    await again('there');
    expect(await getTrip(db, { fleetId, ...trip })).toMatchObject({
      state: 'decided',
      revision: 2,
      stateReason: null,
      distanceKm: 20,
    });
  });

  it('keeps no data of a trip that was read', async () => {
    stack.put({ driverId: 'd', tripId: 'read' });
    await keep('read', sections);
    expect(await stack.runTrip({ driverId: 'd', tripId: 'read' })).toMatchObject({ state: 'decided' });
    const key = { fleetId, driverId: 'd', tripId: 'read' };
    expect(await notificationData(stack.database.db, key)).toBeUndefined();
    await keep('read', sections);
    expect(await notificationData(stack.database.db, key)).toBeUndefined();
  });
});
