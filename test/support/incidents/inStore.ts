import { randomUUID } from 'node:crypto';
import type { Decision } from '../../../rules/evaluation/index.ts';
import type { Trip } from '../../../rules/vocabulary/index.ts';
import { keepTrip, recordDecision } from '../../../store/trips/index.ts';
import { storePublished } from '../store/published.ts';
import {
  changeIncident,
  lockIncident,
  openOrJoin,
  planIncidentMessages,
} from '../../../store/incidents/index.ts';
import type { Incident, NewIncidentEvent } from '../../../store/incidents/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { storeAlert, storeDelivery } from '../store/records.ts';

/** A collision at 14:32:10 on the driver's clock, from 100 km/h to 0. */
function collisionTrip(tripId: string): Trip {
  const at = Date.parse('2026-03-10T14:32:10+02:00');
  return {
    driverId: 'd-17',
    tripId,
    distanceKm: 12.4,
    durationSeconds: 1800,
    maxSpeedKmph: 104,
    score: 41,
    startTime: '2026-03-10T14:03:00+02:00',
    endTime: '2026-03-10T14:33:00+02:00',
    events: [
      {
        typeCode: 4,
        typeName: 'COLLISION',
        startTime: '2026-03-10T14:32:10+02:00',
        latitudeStart: 52.51627,
        longitudeStart: 13.3777,
        extra: {},
      },
    ],
    path: [
      { latitude: 52.5, longitude: 13.3, timeMillis: at - 60_000 },
      { latitude: 52.51627, longitude: 13.3777, timeMillis: at },
    ],
    speedProfile: Array.from({ length: 60 }, (_, second) => ({
      timeMillis: at + (second - 30) * 1000,
      speedKmph: second < 30 ? 100 : second < 34 ? 40 : 0,
    })),
    ratings: {},
    extra: {},
    problems: [],
  };
}

/** A rule and a policy of a fleet, published, and a trip that the rule matched with an incident of it. */
export async function incidentInStore(db: Db, fleetId: string): Promise<Incident> {
  const at = new Date();
  const rule = {
    id: 'crash',
    name: 'Collision detected',
    severity: 'critical',
    mode: 'live',
    conditions: {
      all: [{ fact: 'trip.events.count', params: { type: 'COLLISION' }, operator: 'greaterThan', value: 0 }],
    },
    actions: [{ type: 'escalate', policy: 'collision' }],
  };
  const sent = { notify: [{ type: 'slack', channel: '#safety-urgent' }] };
  const policy = {
    id: 'collision',
    name: 'Collision',
    repage_after: '2h',
    steps: [
      { after: '0m', ...sent },
      { after: '10m', ...sent },
    ],
  };
  await storePublished(db, { fleetId, kind: 'rule', body: rule, at });
  await storePublished(db, { fleetId, kind: 'escalation-policy', body: policy, at });
  const trip = collisionTrip(randomUUID());
  const key = { fleetId, driverId: trip.driverId, tripId: trip.tripId };
  await keepTrip(db, { fleetId, trip, contentHash: 'h', revision: 1, at });
  const matched = { rule: 'crash', name: rule.name, version: 1 } as const;
  const now = { severity: 'critical', mode: 'live', outcome: 'matched' } as const;
  const decision: Decision = {
    fleet: fleetId,
    driver_id: trip.driverId,
    trip_id: trip.tripId,
    revision: 1,
    decided_at: at.toISOString(),
    rules: [{ ...matched, ...now, reason: 'r' }],
    actions: [],
  };
  await recordDecision(db, { fleetId, decision });
  const of = { ...key, rule: 'crash', version: 1, revision: 1, at };
  const alert = await storeAlert(db, { ...of, severity: 'critical' });
  const planned = await storeDelivery(db, {
    ...of,
    action: 'escalate',
    receiver: 'collision',
    alertId: alert.id,
  });
  const delivery = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', planned.id)
    .executeTakeFirstOrThrow();
  const { incident } = await openOrJoin(db, {
    delivery,
    severity: 'critical',
    policyVersion: 1,
    late: false,
    dueAt: at,
    at,
    joinsSince: undefined,
    tripEndedAt: new Date('2026-03-10T12:33:00Z'),
  });
  return incident;
}

/** Something that happens to an incident, and the messages it plans. @returns the ids of the planned messages */
export async function happens(
  db: Db,
  incident: Pick<Incident, 'fleetId' | 'id'>,
  it: {
    readonly event: Partial<NewIncidentEvent> & Pick<NewIncidentEvent, 'kind'>;
    readonly set?: Parameters<typeof changeIncident>[2]['set'];
    readonly messageKind?: 'incident_page' | 'incident_note';
    readonly to?: readonly { readonly action: 'slack' | 'email' | 'webhook'; readonly receiver: string }[];
  },
): Promise<string[]> {
  const at = new Date();
  return db.transaction().execute(async (tx) => {
    const locked = (await lockIncident(tx, incident))!;
    const details =
      it.to && it.messageKind === 'incident_page' ? { notified: it.to.map((each) => ({ ...each })) } : {};
    const event = {
      at,
      who: 'tripline',
      via: 'tripline' as const,
      ...it.event,
      details: { ...details, ...it.event.details },
    };
    const changed = await changeIncident(tx, locked, { event, ...(it.set && { set: it.set }) });
    if (!it.messageKind) return [];
    await planIncidentMessages(tx, changed, {
      kind: it.messageKind,
      seq: changed.changes,
      receivers: it.to ?? [],
      at,
    });
    const rows = await tx
      .selectFrom('deliveries')
      .select('id')
      .where('incidentId', '=', incident.id)
      .where('incidentSeq', '=', changed.changes)
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  });
}
