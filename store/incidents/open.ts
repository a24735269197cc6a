import type { ExpressionBuilder } from 'kysely';
import { incidentTick, recordAudit, requestTemporal, withFleetLock } from '../db/index.ts';
import type { Db, Schema, Tx } from '../db/index.ts';
import type { Delivery } from '../deliveries/index.ts';
import { changeIncident } from './incidents.ts';
import type { Incident } from './incidents.ts';
import type { TripClock } from '../tables/index.ts';
import type { Severity } from '../../rules/evaluation/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';

/** The alert that escalates, and data about its policy and trip. */
export interface OpeningArgs {
  /** The alert's `escalate` delivery. Its receiver is the policy. */
  readonly delivery: Delivery;
  readonly severity: Severity;
  readonly policyVersion: number;
  /**
   * An alert of another trip joins the driver's incident only if the incident opened at or after this time. Undefined: only
   * alerts of the same trip join.
   */
  readonly joinsSince: Date | undefined;
  /** End of the trip. Undefined if it is unknown. */
  readonly tripEndedAt: Date | undefined;
  /** Whether the clock of the trip's device was ahead or behind. Absent if it was right. */
  readonly clock?: TripClock | undefined;
  /**
   * True if the trip is late: it ended longer ago than `late.after` of the policy. The policy's steps for late trips then apply.
   */
  readonly late: boolean;
  /** Time at which the first page is due. */
  readonly dueAt: Date;
  readonly at: Date;
}

/** The incident that an alert opened or joined. */
export interface Opened {
  readonly incident: Incident;
  readonly kind: 'opened' | 'joined';
}

/**
 * Opens an incident for an alert, or lets the alert join an unresolved incident of the same policy. That incident must be about
 * the same trip or be a recent incident of the same driver. A fresh alert does not join an incident of a late trip of the driver.
 *
 * Each alert opens or joins only once. A repeated call returns the same incident.
 */
export async function openOrJoin(db: Db, args: OpeningArgs): Promise<Opened> {
  const { fleetId, driverId, receiver } = args.delivery;
  const purpose = JSON.stringify(['incidents', receiver, driverId]);
  return withFleetLock(db, { fleetId, purpose }, async (tx) => {
    const present = await incidentOfDelivery(tx, args.delivery);
    if (present) return { incident: present, kind: 'joined' };
    const mate = await toJoin(tx, args);
    const incident = mate ?? (await insertIncident(tx, args));
    await insertAlert(tx, incident, args);
    await requestTemporal(tx, [incidentTick(incident)], args);
    return mate
      ? { incident: await noteJoined(tx, incident, args), kind: 'joined' }
      : { incident: await noteOpened(tx, incident, args), kind: 'opened' };
  });
}

async function incidentOfDelivery(tx: Tx, { fleetId, id }: Delivery): Promise<Incident | undefined> {
  return tx
    .selectFrom('incidents')
    .innerJoin('incidentAlerts', (join) =>
      join
        .onRef('incidentAlerts.fleetId', '=', 'incidents.fleetId')
        .onRef('incidentAlerts.incidentId', '=', 'incidents.id'),
    )
    .selectAll('incidents')
    .where('incidentAlerts.fleetId', '=', fleetId)
    .where('incidentAlerts.deliveryId', '=', id)
    .executeTakeFirst();
}

/**
 * Returns the incident to join, or undefined if there is none. Locks it, so that a concurrent resolution happens entirely before
 * or after. Prefers an incident of the same trip, then the newest.
 */
async function toJoin(tx: Tx, args: OpeningArgs): Promise<Incident | undefined> {
  const { fleetId, driverId, receiver } = args.delivery;
  return tx
    .selectFrom('incidents')
    .selectAll()
    .where((row) => row.and({ fleetId, driverId, policy: receiver }))
    .where('state', '!=', 'resolved')
    .where((row) => row.or([ofSameTrip(row, args), ofSameDriver(row, args)]))
    .orderBy((row) => ofSameTrip(row, args), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

type Row = ExpressionBuilder<Schema, 'incidents'>;

/** Matches incidents that the trip opened, or that an alert of the trip joined. */
function ofSameTrip(row: Row, { delivery: { fleetId, driverId, tripId } }: OpeningArgs) {
  const joined = row
    .selectFrom('incidentAlerts')
    .select('incidentId')
    .where((alert) => alert.and({ fleetId, driverId, tripId }));
  return row.or([row.and({ tripId }), row('id', 'in', joined)]);
}

/**
 * Matches recent incidents of the driver. A fresh alert does not match an incident that a late trip opened, because that incident
 * may page no person for hours.
 */
function ofSameDriver(row: Row, { joinsSince, late }: OpeningArgs) {
  if (!joinsSince) return row.lit(false);
  return row.and([row('openedAt', '>=', joinsSince), ...(late ? [] : [row('late', '=', false)])]);
}

async function insertIncident(tx: Tx, args: OpeningArgs): Promise<Incident> {
  const { delivery, severity, policyVersion, late, dueAt, at } = args;
  const { fleetId, driverId, tripId, rule, version, receiver } = delivery;
  return tx
    .insertInto('incidents')
    .values({
      fleetId,
      driverId,
      tripId,
      policy: receiver,
      policyVersion,
      rule,
      ruleVersion: version,
      severity,
      late,
      dueAt,
      state: 'open',
      openedAt: at,
      tripEndedAt: args.tripEndedAt ?? null,
      tripClock: args.clock ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function insertAlert(tx: Tx, incident: Incident, { delivery, severity, at }: OpeningArgs) {
  const { fleetId, id, alertId, rule, version, driverId, tripId } = delivery;
  await tx
    .insertInto('incidentAlerts')
    .values({
      fleetId,
      deliveryId: id,
      incidentId: incident.id,
      alertId: alertId!,
      rule,
      version,
      severity,
      driverId,
      tripId,
      at,
    })
    .execute();
}

async function noteOpened(tx: Tx, incident: Incident, args: OpeningArgs): Promise<Incident> {
  const { delivery, at, late, clock, tripEndedAt } = args;
  const details = {
    ...alertOf(delivery),
    ...(tripEndedAt && {
      age_seconds: Math.max(0, Math.round((at.getTime() - tripEndedAt.getTime()) / 1000)),
    }),
    ...(late && { late }),
    ...(clock && { clock }),
  };
  await audit(tx, incident, { at, action: 'incident.opened', details });
  return changeIncident(tx, incident, {
    event: { ...BY_ITSELF, at, kind: 'opened', details },
  });
}

async function noteJoined(tx: Tx, incident: Incident, args: OpeningArgs): Promise<Incident> {
  const { delivery, at } = args;
  const because = await whyPagedAgain(tx, incident, args);
  const details = { ...alertOf(delivery), ...(because && { paging_restarted: because }) };
  await audit(tx, incident, { at, action: 'incident.joined', details });
  return changeIncident(tx, incident, {
    event: { ...BY_ITSELF, at, kind: 'joined', details },
    ...(because && { set: { position: 0, dueAt: at } }),
  });
}

const RANKS: Readonly<Record<Severity, number>> = { info: 0, warning: 1, critical: 2 };

/**
 * Returns why a joining alert restarts the escalation of an open incident: no step is left, or the alert is more severe than all
 * earlier ones. Returns undefined if the running escalation will report the alert.
 */
async function whyPagedAgain(
  tx: Tx,
  { state, dueAt, position, fleetId, id: incidentId, severity }: Incident,
  { delivery, severity: own }: OpeningArgs,
): Promise<'chain_over' | 'severity' | undefined> {
  if (state !== 'open') return undefined;
  if (dueAt === null) return 'chain_over';
  if (position === 0) return undefined;
  const earlier = await tx
    .selectFrom('incidentAlerts')
    .select('severity')
    .where((row) => row.and({ fleetId, incidentId }))
    .where('deliveryId', '!=', delivery.id)
    .execute();
  const worst = Math.max(...[{ severity }, ...earlier].map((each) => RANKS[each.severity]));
  return RANKS[own] > worst ? 'severity' : undefined;
}

const BY_ITSELF = { who: 'tripline', via: 'tripline' } as const;

function alertOf({ alertId, rule, version, driverId, tripId }: Delivery) {
  return { alert: alertId, rule, version, driver_id: driverId, trip_id: tripId };
}

async function audit(
  tx: Tx,
  { fleetId, id, policy, policyVersion }: Incident,
  entry: { readonly at: Date; readonly action: string; readonly details: JsonObject },
): Promise<void> {
  await recordAudit(tx, {
    fleetId,
    at: entry.at,
    who: 'tripline',
    action: entry.action,
    subjectType: 'incident',
    subjectId: id,
    details: { ...entry.details, policy, policy_version: policyVersion },
  });
}
