import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { resolveAlarm, listAlarms, planAlarmMessage, raiseAlarm } from '../../../store/alarms/index.ts';
import { keepBackfilledTrip } from '../../../store/backfill/index.ts';
import { listAudit, recordAudit, withDriverLock } from '../../../store/db/index.ts';
import { listDeliveries, putOutbox } from '../../../store/deliveries/index.ts';
import {
  countRemoved,
  removeDueTrips,
  removeOldRows,
  removeRawContent,
  removeSnapshotPositions,
  removeTombstones,
  removeTripPositions,
  retentionCounts,
} from '../../../store/retention/index.ts';
import {
  claimTrip,
  createSimulation,
  getStoredTrip,
  getTrip,
  getTripPath,
  isTombstoned,
  keepDeadLetter,
  keepSnapshot,
  keepTrip,
  noteErased,
  recordDecision,
  recordNotification,
  tombstonedAmong,
} from '../../../store/trips/index.ts';
import { placesOf } from '../../support/store/databaseScan.ts';
import { storeIncident } from '../../support/incidents/stored.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { exampleDecision, exampleTrip, phoneUse } from '../examples.ts';
import { storeAlert, storeDeletion, storeDelivery } from '../../support/store/records.ts';

const test = useDatabase();
const now = new Date('2026-11-20T12:00:00Z');
const nothing = (): void => undefined;
const LATITUDE = 48.271828;
const LONGITUDE = 11.314159;
const POSITIONS = [String(LATITUDE), String(LONGITUDE)];
const due = (fleetId: string, before: string, limit = 100) => ({
  fleetId,
  before: new Date(before),
  limit,
  at: now,
});

/** Stores a trip with a position wherever one can be, and everything that depends on it. */
async function fullTrip(
  key: { fleetId: string; driverId: string; tripId: string },
  ended: string,
): Promise<void> {
  const { db } = test;
  const at = new Date(ended);
  await claimTrip(db, { ...key, workflowId: `w-${key.tripId}`, at });
  const trip = exampleTrip({
    driverId: key.driverId,
    tripId: key.tripId,
    startTime: ended,
    endTime: ended,
    path: [{ latitude: LATITUDE, longitude: LONGITUDE, timeMillis: 1 }],
    events: [phoneUse({ latitudeStart: LATITUDE, longitudeEnd: LONGITUDE, extra: { where: LATITUDE } })],
    extra: { home: `${LATITUDE},${LONGITUDE}` },
    problems: [{ pointer: '/x', message: `${LATITUDE}` }],
  });
  await keepTrip(db, { fleetId: key.fleetId, trip, contentHash: 'h', revision: 1, at });
  await recordNotification(db, { ...key, type: 'TRIP_SCORED', source: 'webhook', receivedAt: at });
  const { driverId: driver_id, tripId: trip_id } = key;
  await recordDecision(db, {
    fleetId: key.fleetId,
    decision: exampleDecision({ fleet: key.fleetId, driver_id, trip_id }),
  });
  const rule = { ...key, rule: 'collision', version: 1, at };
  const alert = await storeAlert(db, { ...rule, severity: 'critical' });
  const { id: deliveryId } = await storeDelivery(db, {
    ...rule,
    alertId: alert.id,
    action: 'email',
    receiver: 'a@example.com',
  });
  await db.updateTable('deliveries').set({ state: 'sent' }).where('id', '=', deliveryId).execute();
  const message = { channel: 'email', receiver: 'a@example.com', text: `at ${LATITUDE}`, deliveryId };
  await putOutbox(db, { fleetId: key.fleetId, ...message, at });
  const snapshot = { raw: { lat: LATITUDE }, trip, reason: 'r', at };
  await keepSnapshot(db, { ...key, ...snapshot });
}

describe('positions', () => {
  it('of trips that are old enough go, batch by batch; figures, events and younger trips stay', async () => {
    const fleetId = 'positions';
    const { db } = test;
    const old = ['o-1', 'o-2', 'o-3'];
    for (const tripId of old) await fullTrip({ fleetId, driverId: 'd', tripId }, '2026-06-01T10:00:00Z');
    await claimTrip(db, {
      fleetId,
      driverId: 'd',
      tripId: 'unread',
      workflowId: 'w',
      at: new Date('2026-06-01'),
    });
    await keepDeadLetter(db, {
      fleetId,
      reason: 'r',
      body: Buffer.from(POSITIONS[0]!),
      at: new Date('2026-06-01'),
    });
    const body = { where: LATITUDE };
    const unknown = {
      fleetId,
      type: 'OTHER',
      source: 'webhook',
      receivedAt: new Date('2026-06-01'),
      body,
    } as const;
    await recordNotification(db, unknown);
    await createSimulation(db, { fleetId, input: body, who: 'x', at: new Date('2026-06-01') });
    const steps = [];
    for (let count = -1; count !== 0; steps.push(count))
      count = await removeTripPositions(db, due(fleetId, '2026-08-22', 2));
    expect(steps).toEqual([2, 2, 0]);
    expect(await removeSnapshotPositions(db, due(fleetId, '2026-08-22'))).toBe(3);
    expect(await removeSnapshotPositions(db, due(fleetId, '2026-08-22'))).toBe(0);
    expect(await removeRawContent(db, due(fleetId, '2026-08-22'))).toEqual({
      notification_bodies: 1,
      dead_letters: 1,
      outbox: 3,
      simulations: 1,
    });
    expect(await placesOf(db, POSITIONS)).toEqual([]);
    expect(await getTripPath(db, { fleetId, driverId: 'd', tripId: 'o-1' })).toEqual({});
    expect(await getStoredTrip(db, { fleetId, driverId: 'd', tripId: 'o-1' })).toMatchObject({
      score: 81.5,
      extra: {},
      events: [{ typeName: 'PHONE_USE', durationSeconds: 20, extra: {} }],
    });

    await fullTrip({ fleetId, driverId: 'd', tripId: 'young' }, '2026-08-22T00:00:01Z');
    expect(await removeTripPositions(db, due(fleetId, '2026-08-22'))).toBe(0);
    expect(await placesOf(db, POSITIONS)).toContain('trip_paths.path');
    expect(await removeTripPositions(db, due(fleetId, '2026-08-23'))).toBe(1);
    // Read again, it has its way again, until the next look.
    const again = exampleTrip({ driverId: 'd', tripId: 'young', endTime: '2026-08-22T00:00:01Z' });
    await keepTrip(db, { fleetId, trip: again, contentHash: 'h2', revision: 2, at: now });
    expect(await removeTripPositions(db, due(fleetId, '2026-08-23'))).toBe(1);
  });
});

describe('whole trips', () => {
  it('go with all that hangs on them, and leave nothing but a hash that stops them from coming back', async () => {
    const fleetId = 'whole';
    const { db } = test;
    const key = { fleetId, driverId: 'planted-driver', tripId: 'planted-trip' };
    await fullTrip(key, '2024-06-01T10:00:00Z');
    await storeIncident(db, { ...key, state: 'resolved', resolvedAt: now });
    await fullTrip({ ...key, tripId: 'young' }, '2026-06-01T10:00:00Z');
    expect(await removeDueTrips(db, due(fleetId, '2024-11-20'), nothing)).toBe(1);
    expect(await removeDueTrips(db, due(fleetId, '2024-11-20'), nothing)).toBe(0);
    expect(await placesOf(db, ['planted-trip'])).toEqual([]);
    expect(await getTrip(db, { ...key, tripId: 'young' })).toMatchObject({ state: 'decided' });

    expect(await isTombstoned(db, key)).toBe(true);
    expect(await isTombstoned(db, { ...key, fleetId: 'another' })).toBe(false);
    expect(await isTombstoned(db, { ...key, driverId: 'another' })).toBe(false);
    const trips = [{ tripId: 'planted-trip' }, { tripId: 'young' }];
    expect(await tombstonedAmong(db, { ...key, trips })).toEqual(new Set(['planted-trip']));
    const trip = exampleTrip({ driverId: key.driverId, tripId: key.tripId });
    const backfilled = { fleetId, trip, contentHash: 'h', at: now };
    expect(await withDriverLock(db, key, (tx) => keepBackfilledTrip(tx, backfilled))).toBe(false);
  });

  it('stay while an incident is open or a deletion is not over, without positions', async () => {
    const fleetId = 'needed';
    const { db } = test;
    const ended = '2024-06-01T10:00:00Z';
    for (const tripId of ['open', 'asked', 'free']) await fullTrip({ fleetId, driverId: 'd', tripId }, ended);
    await storeIncident(db, { fleetId, driverId: 'd', tripId: 'open', state: 'acknowledged' });
    await storeDeletion(db, { fleetId, driverId: 'd', tripId: 'asked', rule: 'r', expiresAt: now, at: now });
    await removeTripPositions(db, due(fleetId, '2026-08-22'));
    await removeSnapshotPositions(db, due(fleetId, '2026-08-22'));
    await removeRawContent(db, due(fleetId, '2026-08-22'));
    expect(await removeDueTrips(db, due(fleetId, '2024-11-20'), nothing)).toBe(1);
    const { rows } = await sql<{ tripId: string }>`
      select trip_id from trips where fleet_id = ${fleetId} order by 1`.execute(db);
    expect(rows.map(({ tripId }) => tripId)).toEqual(['asked', 'open']);
    const { rows: left } = await sql`
      select from trip_events where fleet_id = ${fleetId} and num_nonnulls(latitude_start, longitude_end) > 0
      union all select from trip_snapshots where fleet_id = ${fleetId} and raw::text <> '{}'`.execute(db);
    expect(left).toEqual([]);
    await db.updateTable('incidents').set({ state: 'resolved' }).where('fleetId', '=', fleetId).execute();
    expect(await removeDueTrips(db, due(fleetId, '2024-11-20'), nothing)).toBe(1);
  });

  it('take the audit log’s words about which trip it was, not who did what when', async () => {
    const fleetId = 'audited';
    const { db } = test;
    await fullTrip({ fleetId, driverId: 'd', tripId: 't' }, '2024-06-01T10:00:00Z');
    const sent = { action: 'delivery.sent', subjectType: 'delivery', subjectId: '7' };
    const details = { driver_id: 'd', trip_id: 't', receiver: 'a@example.com' };
    await recordAudit(db, { fleetId, at: now, who: 'tripline', ...sent, details });
    const before = (await listAudit(db, { fleetId })).items;
    expect(JSON.stringify(before)).toContain('"subjectId":"d/t"');
    await removeDueTrips(db, due(fleetId, '2024-11-20'), nothing);
    const after = (await listAudit(db, { fleetId })).items;
    expect(after.map(({ id, at, who, action }) => ({ id, at, who, action }))).toEqual(
      before.map(({ id, at, who, action }) => ({ id, at, who, action })),
    );
    expect(JSON.stringify(after)).not.toMatch(/trip_id|d\/t|a@example/);
    await expect(sql`update audit set who = 'x' where fleet_id = ${fleetId}`.execute(db)).rejects.toThrow(
      'append-only',
    );
  });
});

describe('the rest', () => {
  it('goes with trips of its age, and hashes only long after', async () => {
    const fleetId = 'rest';
    const { db } = test;
    const tx = { fleetId, driverId: 'd', at: new Date('2024-01-01') };
    await db.transaction().execute((each) => noteErased(each, tx));
    const old = { fleetId, type: 'OTHER', source: 'webhook', receivedAt: new Date('2024-01-01') } as const;
    await recordNotification(db, { ...old, driverId: 'd', tripId: 'gone' });
    await sql`insert into driver_readings values (${fleetId}, 'd', '2024-01-01', 70, '{}', now()),
      (${fleetId}, 'd', '2026-01-01', 70, '{}', now())`.execute(db);
    await sql`insert into backfills (fleet_id, id, state, from_date, to_date, alerts, who, created_at, finished_at)
      values (${fleetId}, gen_random_uuid(), 'done', '2024-01-01', '2024-01-02', false, 'x', '2024-01-01', '2024-01-01')`.execute(
      db,
    );
    await sql`insert into rate_limits (fleet_id, key, booked_until, paused_until)
      values (${fleetId}, 'mail:old', '2024-01-01', null), (${fleetId}, '#paused', '2024-01-01', '2025-01-01')`.execute(
      db,
    );
    expect(await removeOldRows(db, due(fleetId, '2024-11-20'))).toMatchObject({
      notifications: 1,
      driver_readings: 1,
      backfills: 1,
      digest_runs: 0,
      backtests: 0,
      rate_limits: 1,
    });
    const ended = new Date('2023-12-31');
    expect(await isTombstoned(db, { fleetId, driverId: 'd', tripId: 'any', endedAt: ended })).toBe(true);
    expect(await isTombstoned(db, { fleetId, driverId: 'd', tripId: 'any', endedAt: now })).toBe(false);
    expect(await isTombstoned(db, { fleetId, driverId: 'd', tripId: 'any' })).toBe(false);
    await removeTombstones(db, due(fleetId, '2024-11-20'));
    expect(await isTombstoned(db, { fleetId, driverId: 'd', tripId: 'any', endedAt: ended })).toBe(false);
  });

  it('of alarms stays while people have to hear that one is over', async () => {
    const fleetId = 'alarmed';
    const { db } = test;
    const long = new Date('2024-01-01');
    await raiseAlarm(db, { fleetId, kind: 'smtp_access', message: 'It is away.', at: long });
    const receivers = [{ action: 'email', receiver: 'lead@example.com' }] as const;
    const messageKind = async (at: Date): Promise<void> => {
      const [alarm] = await listAlarms(db, { fleetId });
      await planAlarmMessage(db, { alarm: alarm!, receivers, at });
    };
    await messageKind(long);
    expect(await removeOldRows(db, due(fleetId, '2024-11-20'))).toMatchObject({ alarm_messages: 0 });
    await db.updateTable('deliveries').set({ state: 'sent' }).where('fleetId', '=', fleetId).execute();
    await resolveAlarm(db, { fleetId, kind: 'smtp_access', at: now });
    await messageKind(now);
    expect(await removeOldRows(db, due(fleetId, '2024-11-20'))).toMatchObject({ alarm_messages: 1 });
    const left = (await listDeliveries(db, { fleetId })).items;
    expect(left.map(({ state, receiver }) => [state, receiver])).toEqual([['pending', 'lead@example.com']]);
  });

  it('is added up by category over several runs', async () => {
    const { db } = test;
    const at = now;
    await countRemoved(db, { fleetId: 'counted', removed: { trips: 2, outbox: 0 }, at });
    await countRemoved(db, { fleetId: 'counted', removed: { trips: 3, runs: 1 }, at });
    const counts = (await retentionCounts(db)).filter(({ fleetId }) => fleetId === 'counted');
    expect(counts.map(({ category, count }) => [category, Number(count)])).toEqual([
      ['runs', 1],
      ['trips', 5],
    ]);
  });
});
