import { sql } from 'kysely';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { pendingAlarmDeliveries } from '../../store/alarms/index.ts';
import { getAlert, listSilences } from '../../store/alerts/index.ts';
import { tripContext, tripDue } from '../../store/assessment/index.ts';
import { finishBackfillDriver, getBackfill, nextBackfillDriver } from '../../store/backfill/index.ts';
import { inTransaction, inspectSchema, migrateToLatest } from '../../store/db/index.ts';
import type { Db, RequestKind } from '../../store/db/index.ts';
import { listDeletions } from '../../store/deletions/index.ts';
import {
  createLedger,
  heldIds,
  releaseDeliveries,
  listDeliveries,
  planDelivery,
} from '../../store/deliveries/index.ts';
import { digestRunFacts } from '../../store/digests/index.ts';
import { getDocument, publishedDocuments } from '../../store/documents/index.ts';
import { incidentTimeline, listIncidents, requestOverdueIncidents } from '../../store/incidents/index.ts';
import {
  latestReconcile,
  nextReconcileDrivers,
  storedScores,
  tripsToReread,
} from '../../store/reconcile/index.ts';
import { listErasures } from '../../store/retention/index.ts';
import { getTrip, latestDecision } from '../../store/trips/index.ts';
import { workOf0001 } from '../store/upgrade/work0001.ts';
import { LATER_NAMES, NEXT_MIGRATIONS } from '../support/store/laterSchema.ts';
import { olderDatabase } from '../support/store/olderSchema.ts';
import type { OlderDatabase } from '../support/store/olderSchema.ts';

let older: OlderDatabase | undefined;
afterEach(async () => {
  await older?.close();
  older = undefined;
});

/** Work in progress of each release with a migration, written by its own columns. */
const RELEASES = [['0001', workOf0001]] as const;
const fleetId = 'north';

/** Migrates as the release after the newest does, so that there is always a step to come. */
const migrate = (db: Db): ReturnType<typeof migrateToLatest> => migrateToLatest(db, NEXT_MIGRATIONS);

async function withWork(last: string, work: (tag: string) => string): Promise<Db> {
  older = await olderDatabase(inject('postgresUrl'), last);
  await sql.raw(work('before')).execute(older.db);
  return older.db;
}

/** Returns every row of every table, with its current columns. */
async function rowsOf(db: Db): Promise<Map<string, Record<string, unknown>[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'`.execute(db);
  const found = new Map<string, Record<string, unknown>[]>();
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(name)} t order by 1`.execute(db);
    found.set(
      name,
      rows.map(({ row }) => JSON.parse(row) as Record<string, unknown>),
    );
  }
  return found;
}

describe.each(RELEASES)('the database of the release with migration %s', (last, work) => {
  it('keeps every row and value of its work under way', async () => {
    const db = await withWork(last, work);
    const before = await rowsOf(db);
    const { pending } = await inspectSchema(db, NEXT_MIGRATIONS);
    expect(pending.length).toBeGreaterThan(0);
    expect(await migrate(db)).toEqual({ applied: pending, newer: [] });
    const after = await rowsOf(db);
    expect([...before].filter(([, rows]) => rows.length > 0).length).toBeGreaterThan(25);
    for (const [table, rows] of before) {
      expect(after.get(table)).toHaveLength(rows.length);
      for (const row of rows) expect(after.get(table)).toContainEqual(expect.objectContaining(row));
    }
  });

  it('goes on from there: what was pending, held, waiting and asked for is found and carried out', async () => {
    const db = await withWork(last, work);
    await migrate(db);
    const key = { fleetId, driverId: 'd-before', tripId: 'decided' };
    expect(await getTrip(db, { ...key, tripId: 'waiting' })).toMatchObject({
      state: 'waiting',
      receivedFrom: null,
    });
    expect(await getTrip(db, key)).toMatchObject({ state: 'decided', score: 71, windowHash: 'window-1' });
    expect(await latestDecision(db, key)).toMatchObject({ revision: 1 });
    expect([...(await tripContext(db, { ...key, endedAt: undefined })).matched].sort()).toEqual([
      'collision',
      'night',
    ]);
    const { items } = await listDeliveries(db, key);
    expect(
      items
        .filter(({ kind }) => kind === 'alert')
        .map(({ state }) => state)
        .sort(),
    ).toEqual(['held', 'pending', 'pending', 'sent']);
    expect((await getDocument(db, { fleetId, kind: 'rule', id: 'rule-before' }))?.publishedVersion).toBe(1);
    expect(await publishedDocuments(db, { fleetId, kind: 'rule' })).toHaveLength(1);
    expect((await listSilences(db, { fleetId })).items).toHaveLength(1);
    const backfill = { fleetId: 'before', id: '00000000-0000-4000-8000-000000000011' };
    expect(await getBackfill(db, backfill)).toMatchObject({ state: 'running' });
    expect((await listDeletions(db, { fleetId, driverId: 'd-before' })).items).toMatchObject([
      { state: 'deleting' },
    ]);
  });

  it('sends what it had claimed and planned once: keys are the same, an open claim is in doubt', async () => {
    const db = await withWork(last, work);
    await migrate(db);
    const ledger = createLedger(db);
    const key = { fleetId, driverId: 'd-before', tripId: 'decided' };
    const again = await planDelivery(db, {
      ...key,
      rule: 'collision',
      action: 'email',
      receiver: 'lead@example.com',
      version: 1,
      actionIndex: 0,
      revision: 1,
      at: new Date(),
    });
    expect(again).toMatchObject({ isNew: false, state: 'pending' });
    const open = (await tripDue(db, key)).deliveries.find(({ action }) => action === 'slack');
    const claim = await ledger.claim({ fleetId, id: open!.id, at: new Date() });
    expect(claim).toMatchObject({ kind: 'go', attempt: 2, afterUnclear: true, unknownOutcomeAttempts: 1 });
    await ledger.confirm({ fleetId, id: open!.id, attempt: 2, at: new Date() });
    const held = await heldIds(db, {
      fleetId,
      until: new Date('2026-03-02T05:00:00Z'),
      after: undefined,
      limit: 10,
    });
    expect(held).toHaveLength(1);
    await inTransaction(db, (tx) => releaseDeliveries(tx, { fleetId, ids: held }));
    const going = await ledger.claim({ fleetId, id: held[0]!, at: new Date() });
    expect(going).toMatchObject({ kind: 'go', attempt: 1, afterUnclear: false });
    const alert = (going as { delivery: { alertId: string } }).delivery.alertId;
    expect(await getAlert(db, { fleetId, id: alert })).toMatchObject({ state: 'raised' });
  });

  it('is written by that release too, while the new one runs beside it', async () => {
    const db = await withWork(last, work);
    await migrate(db);
    await sql.raw(work('after')).execute(db);
    const key = { fleetId, driverId: 'd-after', tripId: 'decided' };
    expect(await latestDecision(db, key)).toMatchObject({ revision: 1 });
    expect((await tripDue(db, key)).deliveries).toHaveLength(2);
    const { items } = await listIncidents(db, { fleetId, driverId: 'd-after' });
    expect(items).toHaveLength(1);
    // A process of this release starts again on the schema that is ahead of it.
    expect(await migrateToLatest(db)).toEqual({ applied: [], newer: LATER_NAMES });
  });
});

/** Returns the subjects of the Temporal requests of these kinds. */
const requestsOf = async (db: Db, kinds: readonly RequestKind[]): Promise<string[]> =>
  (await db.selectFrom('temporalRequests').select('subject').where('kind', 'in', kinds).execute()).map(
    ({ subject }) => subject,
  );

describe('an incident that was open when the release came', () => {
  it('is found with its timeline and its pages, and is looked after when it is late', async () => {
    const db = await withWork(...RELEASES[0]);
    await migrate(db);
    const [incident] = (await listIncidents(db, { fleetId, driverId: 'd-before' })).items;
    expect(incident).toMatchObject({ state: 'open', position: 1, policyVersion: 1 });
    const timeline = await incidentTimeline(db, { fleetId, id: incident!.id });
    expect(timeline.map(({ kind }) => kind)).toEqual(['opened', 'paged']);
    const soon = new Date(Date.now() + 15 * 60_000);
    await requestOverdueIncidents(db, { at: soon });
    expect(await requestsOf(db, ['tick_incident', 'tick_overdue_incident'])).toEqual([incident!.id]);
  });
});

describe('what release 0.1.0 had under way', () => {
  async function upgraded(): Promise<Db> {
    const db = await withWork(...RELEASES[0]);
    await migrate(db);
    return db;
  }
  const deliveryOf = async (db: Db, key: string) =>
    db.selectFrom('deliveries').selectAll().where('deliveryKey', '=', key).executeTakeFirstOrThrow();

  it('a digest goes on with what it says, and its claimed mail is in doubt: it is marked when it is sent again', async () => {
    const db = await upgraded();
    const mail = await deliveryOf(db, 'digest-before');
    const run = await digestRunFacts(db, { fleetId, id: mail.digestRunId! });
    expect(run).toMatchObject({ digestId: 'weekly', content: { drivers: 1 } });
    const claim = await createLedger(db).claim({ fleetId, id: mail.id, at: new Date() });
    expect(claim).toMatchObject({ kind: 'go', attempt: 2, afterUnclear: true });
  });

  it('a reconciliation run resumes where it was, and rereads what was read once', async () => {
    const db = await upgraded();
    const reconcile = await latestReconcile(db, { fleetId });
    expect(reconcile).toMatchObject({ state: 'running' });
    const key = { fleetId, id: reconcile!.id };
    expect(await nextReconcileDrivers(db, { ...key, limit: 10 })).toEqual(['d-before']);
    const dates = {
      fromDate: '2026-02-27',
      toDate: '2026-03-01',
      storedBefore: new Date(Date.now() + 60_000),
    };
    expect(await tripsToReread(db, { ...key, ...dates, triedBefore: false, limit: 10 })).toEqual([
      { driverId: 'd-before', tripId: 'decided', windowHash: 'window-1' },
    ]);
    const trips = { fleetId, driverId: 'd-before', tripIds: ['decided'] };
    expect(await storedScores(db, trips)).toMatchObject([
      { tripId: 'decided', scoresHash: 'scores-1', score: 71 },
    ]);
  });

  it('an alarm that waits is sent once, and an erasure is still running', async () => {
    const db = await upgraded();
    const [message, ...more] = await requestsOf(db, ['start_alarm_message']);
    expect(more).toEqual([]);
    expect(await pendingAlarmDeliveries(db, { fleetId, id: message! })).toMatchObject([{ action: 'slack' }]);
    expect(await requestsOf(db, ['notify_alarm'])).toEqual([]);
    const claim = await createLedger(db).claim({
      fleetId,
      id: (await deliveryOf(db, 'alarm-before')).id,
      at: new Date(),
    });
    expect(claim).toMatchObject({ kind: 'go', attempt: 1, afterUnclear: false });
    expect((await listErasures(db, { fleetId })).items).toMatchObject([
      { state: 'running', driverId: 'd-gone-before', removed: { trips: 2 } },
    ]);
  });

  it('an e-mail whose attempt died before its first byte is in no doubt', async () => {
    const db = await upgraded();
    const key = { fleetId, driverId: 'd-before', tripId: 'decided' };
    const mail = (await tripDue(db, key)).deliveries.find(({ action }) => action === 'email');
    const claim = await createLedger(db).claim({ fleetId, id: mail!.id, at: new Date() });
    expect(claim).toMatchObject({ kind: 'go', attempt: 2, afterUnclear: false });
  });

  it('a backfill resumes with the driver whom it postponed', async () => {
    const db = await upgraded();
    const backfill = { fleetId: 'before', id: '00000000-0000-4000-8000-000000000011' };
    const finished = { ...backfill, found: 0, problems: [], at: new Date() };
    for (let slot = await nextBackfillDriver(db, backfill); slot?.postponedUntil === null;) {
      await finishBackfillDriver(db, { ...finished, driverId: slot.driverId });
      slot = await nextBackfillDriver(db, backfill);
    }
    expect(await nextBackfillDriver(db, backfill)).toMatchObject({
      driverId: 'd-refused',
      refused: [{ trip_id: 't-1' }],
    });
  });
});
