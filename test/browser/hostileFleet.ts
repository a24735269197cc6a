import type { Db } from '../../store/db/index.ts';
import { recordAudit } from '../../store/db/index.ts';
import { raiseAlarm } from '../../store/alarms/index.ts';
import { recordAlert } from '../../store/alerts/index.ts';
import { planDelivery, putOutbox } from '../../store/deliveries/index.ts';
import { decideDeletion, requestDeletion } from '../../store/deletions/index.ts';
import { saveDraft } from '../../store/documents/index.ts';
import { importDirectory } from '../../store/drivers/index.ts';
import { keepGroups } from '../../store/facts/index.ts';
import { createPersonalToken, recordSignIn } from '../../store/identity/index.ts';
import { claimTrip, keepTrip, recordDecision } from '../../store/trips/index.ts';
import { happens } from '../support/incidents/inStore.ts';
import { storeIncident } from '../support/incidents/stored.ts';
import type { ServerInTest } from '../support/servers/server.ts';

const fleetId = 'north';

/** Texts that people and the service may write, one for each way in which a page could misread them. */
export const HOSTILE_TEXTS: readonly string[] = [
  // Placeholders of our catalogue, templates, markup, right-to-left text, and emoji of several code points.
  'Nord {Süd} {count, plural, one {#} other {\'}} {{ x }} <b onclick="a()">&amp;</b> \u202eשלום عربى\u202c 👩‍👩‍👧‍👦 :siren: 100% \\ ',
  // One word without a place for a line break.
  'W'.repeat(500),
  // Names that objects have, and paths.
  'constructor',
  '../%2e%2e/north:100:7/?a=b#c',
];

/** Ids of what is stored with a hostile text, so that a test can open it. */
export interface HostileTrip {
  readonly driverId: string;
  readonly tripId: string;
  readonly rule: string;
  readonly incident: string;
}

/** Creates a fleet in which every field that people or the service fill holds each hostile text. */
export async function hostileFleet(server: ServerInTest, db: Db): Promise<readonly HostileTrip[]> {
  const trips: HostileTrip[] = [];
  for (const [index, text] of HOSTILE_TEXTS.entries()) {
    const rule = `hostile-${index}`;
    await documents(server, db, { text, rule });
    const trip = { driverId: text.slice(0, 200), tripId: text.slice(0, 200) };
    trips.push({ ...trip, rule, incident: await driven(db, { ...trip, rule, text }) });
    await people(db, { text, index });
    await server.api('POST', '/silences', {
      body: {
        id: rule,
        reason: text,
        until: '2099-12-01T18:00:00+01:00',
        by: text.slice(0, 200),
        drivers: [trip.driverId],
        rules: [rule],
      },
    });
  }
  await importDirectory(db, {
    fleetId,
    prune: false,
    dryRun: false,
    who: 'ann',
    at: new Date(),
    rows: trips.map(({ driverId }) => ({ driverId, fields: { name: driverId, vehicle: driverId } })),
  });
  await keepGroups(db, {
    fleetId,
    groupIds: trips.map(({ driverId }) => driverId),
    at: new Date(),
    members: new Map(trips.map(({ driverId }) => [driverId, [driverId]])),
  });
  return trips;
}

interface Written {
  readonly text: string;
  readonly rule: string;
}

/** Publishes a rule with the hostile text, and stores a draft that an older version of Tripline, or no lint, let through. */
async function documents(server: ServerInTest, db: Db, { text, rule }: Written): Promise<void> {
  const name = text.slice(0, 200);
  const body = {
    id: rule,
    name,
    description: text,
    severity: 'warning',
    mode: 'live',
    scope: { groups: [name], drivers: [name], exclude_drivers: [name] },
    conditions: {
      any: [
        {
          fact: 'trip.events.count',
          params: { type: 'PHONE_USE' },
          name,
          operator: 'greaterThan',
          value: 3,
        },
        { fact: 'driver.attributes', path: '$.depot', operator: 'in', value: [text] },
        { fact: 'driver.groups', operator: 'contains', value: name },
        { fact: 'group.score', params: { group: name }, operator: 'lessThan', value: 50 },
      ],
    },
    actions: [
      { type: 'email', to: ['lead@example.com'], subject: text.replaceAll('{{', '').slice(0, 500) },
      { type: 'slack', channel: '#fleet', quiet_hours: { from: '22:00', to: '06:00', timezone: 'UTC' } },
    ],
  };
  await must(server.api('PUT', `/rules/${rule}`, { body }));
  await must(server.api('POST', `/rules/${rule}/publish`, { body: { why: text } }));
  const draft = {
    ...body,
    owner: text,
    mode: text,
    trigger: text,
    [text]: text,
    needed: 'between',
    place: 'all',
    conditions: {
      all: [
        { fact: text, operator: text, value: text },
        { fact: 'window_d', operator: 'between', value: [text] },
        { fact: 'trip.events.count', params: { [text]: text, type: text }, operator: 'in', value: [text] },
        { condition: text },
      ],
    },
    actions: [
      { type: text, [text]: text, to: text },
      { type: 'email', to: [text] },
    ],
  };
  await saveDraft(db, { fleetId, kind: 'rule', id: rule, body: draft, who: text, at: new Date() });
  const rotation = { id: rule, name, timezone: 'Europe/Berlin', handover: { weekday: 'mon', at: '09:00' } };
  const person = { name, email: 'ann@example.com' };
  await must(server.api('PUT', `/rotations/${rule}`, { body: { ...rotation, people: [person] } }));
  await must(server.api('POST', `/rotations/${rule}/publish`, { body: { why: text } }));
}

async function must(asked: ReturnType<ServerInTest['api']>): Promise<void> {
  const { status, json } = await asked;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(json)}`);
}

/** Stores a trip with everything that can follow from one, each with the hostile text. @returns its incident */
async function driven(
  db: Db,
  { text, rule, ...trip }: Written & { readonly driverId: string; readonly tripId: string },
): Promise<string> {
  const at = new Date();
  const key = { fleetId, ...trip };
  const of = { ...key, rule, version: 1, revision: 1, at };
  const event = { typeName: text, startTime: '2026-03-10T07:10:00+01:00', extra: { [text]: text } };
  await claimTrip(db, { ...key, workflowId: `w-${rule}`, at, receivedFrom: 'webhook' });
  await keepTrip(db, {
    fleetId,
    contentHash: 'h',
    revision: 1,
    at,
    trip: {
      ...trip,
      distanceKm: 0.4,
      durationSeconds: 1_800,
      maxSpeedKmph: 90,
      score: 40,
      startTime: '2026-03-10T07:03:00+01:00',
      endTime: '2026-03-10T07:33:00+01:00',
      trackingId: text,
      sessionId: text,
      insurancePeriod: text,
      events: [event],
      extra: {},
      path: [0, 1, 2].map((step) => ({
        latitude: 52.5 + step / 100,
        longitude: 13.3,
        timeMillis: Date.parse(event.startTime) + step,
      })),
      ratings: {},
      problems: [{ pointer: `/${text}`, message: text }],
    },
  });
  const leaf = { fact: 'trip.events.count', params: { type: text }, operator: 'in', value: [text] };
  await recordDecision(db, {
    fleetId,
    decision: {
      fleet: fleetId,
      driver_id: trip.driverId,
      trip_id: trip.tripId,
      revision: 1,
      decided_at: at.toISOString(),
      actions: [],
      rules: (['matched', 'unknown', 'not_matched'] as const).map((outcome, index) => ({
        rule: index === 0 ? rule : `${rule}-${index}`,
        name: text,
        version: 1,
        severity: 'warning',
        mode: 'live',
        outcome,
        reason: text,
        nearest_miss: { ...leaf, pointer: '/any/0', operator: 'in', actual: text },
        trace: {
          result: 'unknown',
          any: [
            {
              result: 'unknown',
              ...leaf,
              actual: text,
              unknown_because: { code: 'noted', values: { note: text } },
            },
            { result: 'true', fact: text, operator: text, value: { [text]: text }, actual: [text] },
          ],
        },
      })) as never,
    },
  });
  const { id: alertId } = await recordAlert(db, {
    ...of,
    severity: 'critical',
    state: 'stopped',
    reason: text,
    detail: text,
  });
  for (const action of ['email', 'slack', 'webhook'] as const) {
    const { id } = await planDelivery(db, {
      ...of,
      alertId,
      actionIndex: 0,
      action,
      receiver: text,
      state: 'skipped',
      reason: text,
    });
    await db
      .updateTable('deliveries')
      .set({ title: text, lastError: action === 'slack' ? text : null, state: 'failed' })
      .where('id', '=', id)
      .execute();
  }
  await putOutbox(db, { fleetId, channel: 'slack', receiver: text, subject: text, text, at });
  await raiseAlarm(db, { fleetId, kind: 'recipients', subject: text, message: text, at });
  const entry = { fleetId, at, who: text, by: text, why: text, details: { [text]: text, note: text } };
  await recordAudit(db, { ...entry, action: 'rule.published', subjectType: 'rule', subjectId: text });
  await recordAudit(db, { ...entry, action: text, subjectType: text, subjectId: text });
  await deletions(db, { ...of, cause: text });
  return incidentOf(db, { ...trip, rule, text });
}

async function deletions(
  db: Db,
  of: Omit<Parameters<typeof requestDeletion>[1], 'approval' | 'expiresAt'> & { readonly cause: string },
): Promise<void> {
  const { cause, at } = of;
  const request = { ...of, approval: 'required', expiresAt: new Date(at.getTime() + 86_400_000) } as const;
  const { id } = await requestDeletion(db, request);
  const rejected = { fleetId, id, decision: 'rejected', who: cause, note: cause, at } as const;
  await decideDeletion(db, rejected);
  await requestDeletion(db, { ...request, rule: `${of.rule}-2` });
}

async function incidentOf(
  db: Db,
  { text, ...of }: Written & { readonly driverId: string; readonly tripId: string },
): Promise<string> {
  const incident = await storeIncident(db, { ...of, assignee: text, note: text, openedAt: new Date() });
  const answered = { who: text, via: 'api', note: text } as const;
  for (const event of [
    { kind: 'paged', details: { step: text, notified: [{ action: 'slack', receiver: text }] } },
    { kind: 'step_skipped', details: { when: text } },
    { kind: 'acknowledged', ...answered },
    { kind: 'reassigned', ...answered, details: { to: text, notified: [] } },
    { kind: 'noted', ...answered },
    { kind: 'late_answer', ...answered, details: { wanted: text } },
    { kind: 'resolved', ...answered, details: { disposition: text } },
  ] as const)
    await happens(db, incident, { event });
  return incident.id;
}

async function people(db: Db, { text, index }: { readonly text: string; readonly index: number }) {
  const at = new Date();
  const { user } = await recordSignIn(db, {
    issuer: 'https://id.example',
    subject: text,
    name: text.slice(0, 200),
    reservedNames: [],
    at,
    email: `p${index}@example.com`,
    grants: [{ fleetId, role: 'editor' }],
  });
  await createPersonalToken(db, {
    fleetId,
    userId: user.id,
    name: text.slice(0, 100),
    role: 'editor',
    who: text,
    at,
    expiresAt: new Date(at.getTime() + 30 * 86_400_000),
  });
}
