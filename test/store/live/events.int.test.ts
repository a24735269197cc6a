import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { raiseAlarm } from '../../../store/alarms/index.ts';
import { currentSnapshot, liveEventsBetween, removeLiveEvents } from '../../../store/live/index.ts';
import { claimTrip, recordDecision, setTripState } from '../../../store/trips/index.ts';
import { storeIncident } from '../../support/incidents/stored.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { at, exampleDecision, exampleTrip, keep } from '../examples.ts';

const test = useDatabase();
const between = (from: string, to: string, more: object = {}) =>
  liveEventsBetween(test.db, { from, to, limit: 1_000, ...more });

it('a trip that no rule matches writes no event', async () => {
  const from = await currentSnapshot(test.db);
  const key = { fleetId: 'f', driverId: 'd-1', tripId: '1000' };
  await claimTrip(test.db, { ...key, workflowId: 'w', at: at('11:00:00') });
  await keep(test.db, exampleTrip());
  await recordDecision(test.db, { fleetId: 'f', decision: exampleDecision() });
  await setTripState(test.db, { ...key, state: 'decided', at: at('12:00:00') });
  expect(await between(from, await currentSnapshot(test.db))).toEqual([]);
});

it('what was undone has no event, and two snapshots always have the same ones between them', async () => {
  const from = await currentSnapshot(test.db);
  const { id } = await storeIncident(test.db, { fleetId: 'same' });
  const undone = test.db.transaction().execute(async (tx) => {
    await storeIncident(tx, { fleetId: 'same' });
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  await test.db.transaction().execute(async (slow) => {
    await storeIncident(slow, { fleetId: 'same' });
    const to = await currentSnapshot(test.db);
    const events = await between(from, to, { fleetId: 'same' });
    expect(events).toMatchObject([{ fleetId: 'same', kind: 'incident', subjectId: id, state: 'open' }]);
    await storeIncident(test.db, { fleetId: 'same' });
    expect(await between(from, to, { fleetId: 'same' })).toEqual(events);
    expect(await between(from, to, { fleetId: 'same', afterId: events[0]!.id })).toEqual([]);
  });
  expect(await between(from, await currentSnapshot(test.db), { fleetId: 'same' })).toHaveLength(3);
});

it('events of one row come in the order of its changes, whichever transaction began first', async () => {
  const { id } = await storeIncident(test.db, { fleetId: 'order' });
  const from = await currentSnapshot(test.db);
  const change = (db: typeof test.db, state: string) =>
    sql`update incidents set state = ${state}, changes = changes + 1 where id = ${id}`.execute(db);
  await test.db.transaction().execute(async (early) => {
    // It takes its transaction id now, and changes the row after the other one.
    await sql`select pg_current_xact_id()`.execute(early);
    await change(test.db, 'acknowledged');
    await change(early, 'resolved');
  });
  const events = await between(from, await currentSnapshot(test.db), { fleetId: 'order' });
  expect(events.map(({ state }) => state)).toEqual(['acknowledged', 'resolved']);
});

it('an alarm that is met again and again has one event', async () => {
  const from = await currentSnapshot(test.db);
  const alarm = { fleetId: 'alarms', kind: 'analytics_unavailable', message: 'It does not answer.' } as const;
  for (const time of ['12:00:00', '12:00:30', '12:01:00'])
    await raiseAlarm(test.db, { ...alarm, at: at(time) });
  const events = await between(from, await currentSnapshot(test.db), { fleetId: 'alarms' });
  expect(events).toMatchObject([{ kind: 'alarm', subjectId: 'analytics_unavailable', state: 'open' }]);
});

it('old ones are removed, some at a time', async () => {
  for (let index = 0; index < 3; index += 1) await storeIncident(test.db, { fleetId: 'old' });
  const old = sql`timestamptz '2026-03-01T00:00:00Z'`;
  await sql`update live_events set at = ${old} where fleet_id = 'old'`.execute(test.db);
  const count = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from live_events`.execute(
      test.db,
    );
    return rows[0]!.count;
  };
  const before = await count();
  const due = { before: new Date('2026-03-02T00:00:00Z'), limit: 2 };
  expect([await removeLiveEvents(test.db, due), await removeLiveEvents(test.db, due)]).toEqual([2, 1]);
  expect(await removeLiveEvents(test.db, due)).toBe(0);
  expect(await count()).toBe(before - 3);
});

it('are found by their transactions among many', async () => {
  await sql`insert into live_events (fleet_id, kind, subject_id, state)
    select 'many', 'alert', n::text, 'raised' from generate_series(1, 50000) n`.execute(test.db);
  await sql`vacuum analyze live_events`.execute(test.db);
  const from = await currentSnapshot(test.db);
  await storeIncident(test.db, { fleetId: 'few' });
  const to = await currentSnapshot(test.db);
  const { rows } = await sql<{ plan: string }>`
    explain select id from live_events
    where xid >= pg_snapshot_xmin(${from}::pg_snapshot) and xid < pg_snapshot_xmax(${to}::pg_snapshot)
      and not pg_visible_in_snapshot(xid, ${from}::pg_snapshot) order by id limit 100`.execute(test.db);
  expect(JSON.stringify(rows)).toContain('live_events_pkey');
  expect(await between(from, to)).toHaveLength(1);
});
