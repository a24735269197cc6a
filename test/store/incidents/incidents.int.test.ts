import { expect, it } from 'vitest';
import { recordAlert } from '../../../store/alerts/index.ts';
import { tripDue } from '../../../store/assessment/index.ts';
import { finishRequest, inTransaction, incidentTick } from '../../../store/db/index.ts';
import { createLedger, getDelivery, planDelivery } from '../../../store/deliveries/index.ts';
import type { Delivery } from '../../../store/deliveries/index.ts';
import {
  alertsOfIncident,
  incidentTimeline,
  listIncidents,
  openOrJoin,
  planIncidentMessages,
  requestOverdueIncidents,
  skipAnsweredPages,
} from '../../../store/incidents/index.ts';
import { settledRequests, requestOf } from '../../support/store/temporalRequests.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const test = useDatabase();
const NOON = new Date('2026-03-10T12:00:00Z');
const after = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000);

async function escalation(driverId: string, tripId: string, rule: string): Promise<Delivery> {
  const key = { fleetId: 'f', driverId, tripId, rule, version: 1, revision: 1, at: NOON };
  const alert = await recordAlert(test.db, { ...key, severity: 'critical', state: 'raised' });
  const { id } = await planDelivery(test.db, {
    ...key,
    alertId: alert.id,
    action: 'escalate',
    actionIndex: 0,
    receiver: 'collision',
  });
  return (await getDelivery(test.db, { fleetId: 'f', id }))!;
}

const open = (delivery: Delivery, options: Partial<Parameters<typeof openOrJoin>[1]> = {}) =>
  openOrJoin(test.db, {
    delivery,
    severity: 'critical',
    policyVersion: 1,
    late: false,
    tripEndedAt: undefined,
    at: NOON,
    dueAt: NOON,
    joinsSince: undefined,
    ...options,
  });

it('many alerts of one trip at once are one incident, and each counts once', async () => {
  const deliveries = await Promise.all(
    Array.from({ length: 8 }, (_each, index) => escalation('d-1', 't-1', `rule-${index}`)),
  );
  const opened = await Promise.all([...deliveries, ...deliveries].map((delivery) => open(delivery)));
  const [first] = opened;
  expect(new Set(opened.map(({ incident }) => incident.id)).size).toBe(1);
  expect(opened.filter(({ kind }) => kind === 'opened')).toHaveLength(1);
  const key = { fleetId: 'f', id: first!.incident.id };
  expect(await alertsOfIncident(test.db, key)).toHaveLength(8);
  const timeline = await incidentTimeline(test.db, key);
  expect(timeline.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  const ofTrip = { fleetId: 'f', driverId: 'd-1', tripId: 't-1', limit: 9 };
  expect((await listIncidents(test.db, ofTrip)).items).toHaveLength(1);
});

it('another trip of the driver joins a young incident, and not one that is resolved or another policy’s', async () => {
  const { incident } = await open(await escalation('d-2', 't-1', 'r'));
  const second = await open(await escalation('d-2', 't-2', 'r'), { at: after(20), joinsSince: after(-10) });
  expect(second).toMatchObject({ kind: 'joined', incident: { id: incident.id } });
  // A trip that joined belongs to the incident as much as the one that opened it.
  const third = await open(await escalation('d-2', 't-2', 'other'), { at: after(90), joinsSince: after(60) });
  expect(third).toMatchObject({ kind: 'joined', incident: { id: incident.id } });
  const late = await open(await escalation('d-2', 't-3', 'r'), { at: after(90), joinsSince: after(60) });
  expect(late.kind).toBe('opened');
  await test.db.updateTable('incidents').set({ state: 'resolved' }).where('driverId', '=', 'd-2').execute();
  expect((await open(await escalation('d-2', 't-1', 'third'))).kind).toBe('opened');
});

it('a fresh alert never joins what was opened late, because that calls nobody at night; a late one of the trip still does', async () => {
  const joinsSince = after(-60);
  const yesterday = await open(await escalation('d-7', 't-old', 'r'), { late: true });
  const fresh = await open(await escalation('d-7', 't-new', 'r'), {
    at: after(5),
    dueAt: after(5),
    joinsSince,
  });
  expect(fresh).toMatchObject({ kind: 'opened', incident: { late: false, position: 0, dueAt: after(5) } });
  const more = (trip: string, rule: string, late: boolean) =>
    escalation('d-7', trip, rule).then((delivery) => open(delivery, { late, joinsSince }));
  // Alerts of one trip stay together, though the driver has a newer incident by now.
  const [old, young] = [{ id: yesterday.incident.id }, { id: fresh.incident.id }];
  expect(await more('t-old', 'other', true)).toMatchObject({ kind: 'joined', incident: old });
  expect(await more('t-new', 'other', false)).toMatchObject({ kind: 'joined', incident: young });
  expect(await more('t-third', 'r', false)).toMatchObject({ kind: 'joined', incident: young });
  expect(await more('t-fourth', 'r', true)).toMatchObject({ kind: 'joined', incident: young });
});

it('what joins begins the chain again where nobody is left to call, or where it is worse than all before it', async () => {
  const { incident } = await open(await escalation('d-5', 't-1', 'r'), { severity: 'info' });
  const at = after(5);
  const stands = (set: Partial<Omit<typeof incident, 'id'>>) =>
    test.db.updateTable('incidents').set(set).where('id', '=', incident.id).execute();
  const join = async (rule: string, severity: 'info' | 'warning' | 'critical') =>
    (await open(await escalation('d-5', 't-1', rule), { severity, at })).incident;
  const newest = async () => (await incidentTimeline(test.db, { fleetId: 'f', id: incident.id })).at(-1);
  const early = await join('before-anybody-was-told', 'warning');
  expect(early).toMatchObject({ position: 0, dueAt: NOON });
  await stands({ position: 1, dueAt: after(30) });
  expect(await join('same', 'warning')).toMatchObject({ position: 1, dueAt: after(30) });
  expect(await join('worse', 'critical')).toMatchObject({ position: 0, dueAt: at });
  expect(await requestOf(test.db, incidentTick(incident))).toMatchObject({ requestedAt: NOON });
  expect(await newest()).toMatchObject({ kind: 'joined', details: { paging_restarted: 'severity' } });
  await stands({ position: 3, dueAt: null });
  expect(await join('at-the-end', 'info')).toMatchObject({ position: 0, dueAt: at });
  expect(await newest()).toMatchObject({ details: { paging_restarted: 'chain_over' } });
  await stands({ state: 'acknowledged', position: 3, dueAt: null });
  expect(await join('somebody-has-it', 'critical')).toMatchObject({ position: 3, dueAt: null });
});

it('plans a message once, which is not the trip’s, and ends a page that was answered before it went out, composed or not', async () => {
  const { incident } = await open(await escalation('d-3', 't-1', 'r'));
  const key = { fleetId: 'f', id: incident.id };
  const receivers = [{ action: 'email' as const, receiver: 'ann@example.com' }];
  const plan = () =>
    inTransaction(test.db, (tx) =>
      planIncidentMessages(tx, incident, { kind: 'incident_page', seq: 2, receivers, at: NOON }),
    );
  await plan();
  await plan();
  const rows = await test.db
    .selectFrom('deliveries')
    .selectAll()
    .where('incidentId', '=', incident.id)
    .execute();
  expect(rows).toHaveLength(1);
  const trip = { fleetId: 'f', driverId: 'd-3', tripId: 't-1' };
  expect((await tripDue(test.db, trip)).deliveries.map(({ action }) => action)).toEqual(['escalate']);
  expect(await skipAnsweredPages(test.db, { ...key, at: NOON })).toEqual([]);
  await test.db
    .updateTable('incidents')
    .set({ state: 'acknowledged' })
    .where('id', '=', incident.id)
    .execute();
  const ledger = createLedger(test.db);
  const mine = { fleetId: 'f', id: rows[0]!.id, attempt: 1, at: NOON };
  await ledger.claim({ ...mine, beginsLater: true });
  expect(await skipAnsweredPages(test.db, { ...key, at: NOON })).toEqual([rows[0]!.id]);
  expect(await ledger.beginSending(mine)).toBe(false);
  expect(await getDelivery(test.db, { fleetId: 'f', id: rows[0]!.id })).toMatchObject({
    state: 'skipped',
    reason: 'acknowledged',
  });
});

it('requests a tick of what was opened and of what joined, until it was carried out', async () => {
  const { incident } = await open(await escalation('d-4', 't-1', 'r'));
  const tick = incidentTick(incident);
  const opened = await requestOf(test.db, tick);
  expect(opened).toMatchObject({ requestedAt: NOON, attempts: 0 });
  const again = await open(await escalation('d-4', 't-1', 'r-2'));
  expect(again.incident.id).toBe(incident.id);
  await finishRequest(test.db, opened!);
  expect(await requestOf(test.db, tick)).toBeDefined();
  await settledRequests(test.db, tick);
  expect(await requestOf(test.db, tick)).toBeUndefined();
});

it('finds whose message was planned and never went out, such as after its workflow was lost', async () => {
  const { incident } = await open(await escalation('d-6', 't-1', 'r'));
  await settledRequests(test.db, incidentTick(incident));
  await test.db.updateTable('incidents').set({ dueAt: null }).where('id', '=', incident.id).execute();
  const receivers = [{ action: 'email' as const, receiver: 'director@example.com' }];
  await inTransaction(test.db, (tx) =>
    planIncidentMessages(tx, incident, { kind: 'incident_page', seq: 2, receivers, at: NOON }),
  );
  const overdue = { ...incidentTick(incident), kind: 'tick_overdue_incident' } as const;
  const isFound = async (minutes: number): Promise<boolean> => {
    await requestOverdueIncidents(test.db, { at: after(minutes) });
    return (await requestOf(test.db, overdue)) !== undefined;
  };
  expect(await isFound(0.5)).toBe(false);
  expect(await isFound(2)).toBe(true);
  expect(await isFound(2)).toBe(true);
  await settledRequests(test.db, overdue);
  await test.db
    .updateTable('deliveries')
    .set({ state: 'sent' })
    .where('incidentId', '=', incident.id)
    .execute();
  expect(await isFound(2)).toBe(false);
});
