import { sql } from 'kysely';
import type { StoredAlert } from '../../rules/admission/index.ts';
import { requestTemporal } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';
import type { DeliveryAction, TripKey } from '../tables/index.ts';

/** A condition on `alerts`: another rule suppresses the alert, and no message about it was sent. */
export const SUPPRESSED = sql<boolean>`(alerts.state = 'stopped' and alerts.reason = 'suppressed' and not alerts.in_shadow)`;

/** A join of alerts with the rule version that raised them, so that its `suppresses` can be read. */
const RULE_OF_ALERT = sql`document_versions document on document.fleet_id = alerts.fleet_id and document.kind = 'rule'
  and document.id = alerts.rule and document.version = alerts.version`;

/** The stored fields of a trip's alert that suppression needs. */
export interface AlertOfTrip extends StoredAlert {
  readonly id: string;
  readonly version: number;
  /** The trip's revision that raised the alert. */
  readonly revision: number;
  readonly groups: string[] | null;
}

/** Returns the alerts of a trip, in the order in which they were raised. */
export async function alertsOfTrip(db: Db, { fleetId, driverId, tripId }: TripKey): Promise<AlertOfTrip[]> {
  const { rows } = await sql<AlertOfTrip>`
    select alerts.id::text, alerts.rule, alerts.version, alerts.revision, alerts.groups, ${SUPPRESSED} as is_suppressed,
      alerts.reason, alerts.detail, document.body -> 'suppresses' as suppresses, coalesce(message.state, 'none') as messages,
      message.last as last_message
    from alerts left join ${RULE_OF_ALERT}
    left join lateral (
      select case when bool_or(state in ('pending', 'sent') or reason = 'grouped') then 'going'
          when bool_or(state = 'held') then 'held' when count(*) > 0 then 'ended' end as state,
        (array_agg(case when state = 'skipped' then reason else state end order by settled_at desc nulls last, id))[1] as last
      from deliveries where fleet_id = alerts.fleet_id and alert_id = alerts.id and kind in ('alert', 'coaching')
    ) message on true
    where alerts.fleet_id = ${fleetId} and alerts.driver_id = ${driverId} and alerts.trip_id = ${tripId}
    order by alerts.id`.execute(db);
  return rows;
}

/** Maximum number of requests per insert, because PostgreSQL allows 65,535 parameters in one statement. */
const REQUESTED_AT_ONCE = 5_000;

/**
 * Records which rule now suppresses each suppressed alert of a trip.
 * @param args.by maps the suppressed alert's rule to the suppressing rule
 */
export async function noteSuppressors(
  tx: Tx,
  { fleetId, driverId, tripId, by }: TripKey & { readonly by: ReadonlyMap<string, string> },
): Promise<void> {
  for (const [rule, detail] of by)
    await tx
      .updateTable('alerts')
      .set({ detail })
      .where((row) => row.and({ fleetId, driverId, tripId, rule }))
      .where(SUPPRESSED)
      .execute();
}

/**
 * Requests a new admission (decision whether to send) of the alerts that the given alerts suppressed, because messages of the
 * given alerts ended unsent. Call it in the transaction that ends these messages.
 *
 * Does not check whether anything is suppressed. The request's handler does so under the driver's lock, because concurrent
 * decisions are visible only there.
 */
export async function requestSuppressed(
  tx: Tx,
  args: { readonly fleetId: string; readonly alertIds: readonly (string | null)[]; readonly at: Date },
): Promise<void> {
  const { fleetId, at } = args;
  const alertIds = args.alertIds.filter((id) => id !== null);
  if (alertIds.length === 0) return;
  const { rows } = await sql<{ subject: string }>`
    select min(alerts.id)::text as subject from alerts left join ${RULE_OF_ALERT}
    where alerts.fleet_id = ${fleetId} and alerts.id = any(${alertIds}::bigint[]) and not alerts.in_shadow
      and (document.body is null or json_array_length(coalesce(document.body -> 'suppresses', '[]')) > 0)
    group by alerts.driver_id, alerts.trip_id order by min(alerts.id)`.execute(tx);
  const requests = rows.map(({ subject }) => ({ fleetId, kind: 'admit_suppressed' as const, subject }));
  for (let first = 0; first < requests.length; first += REQUESTED_AT_ONCE)
    await requestTemporal(tx, requests.slice(first, first + REQUESTED_AT_ONCE), { at });
}

/**
 * Returns the pending deliveries and release times of a trip that follow from ended suppressions. Includes messages about its
 * rules' budgets.
 */
export async function dueOfUnsuppressed(
  db: Db,
  { fleetId, driverId, tripId }: TripKey,
): Promise<{
  readonly deliveries: readonly { readonly id: string; readonly action: DeliveryAction }[];
  readonly releases: readonly Date[];
}> {
  const { rows } = await sql<{
    id: string;
    action: DeliveryAction;
    state: 'pending' | 'held';
    releaseAt: Date | null;
  }>`
    select delivery.id::text, delivery.action, delivery.state, delivery.release_at
    from deliveries delivery
    where delivery.fleet_id = ${fleetId} and delivery.driver_id = ${driverId} and delivery.trip_id = ${tripId}
      and delivery.state in ('pending', 'held')
      and (delivery.kind in ('budget_notice', 'budget_summary') or delivery.kind in ('alert', 'coaching')
        and exists (select from alerts where alerts.fleet_id = delivery.fleet_id and alerts.id = delivery.alert_id
          and alerts.suppressed_by is not null))
    order by delivery.release_at, delivery.id`.execute(db);
  const releases = rows.flatMap(({ state, releaseAt }) =>
    state === 'held' && releaseAt ? [releaseAt.getTime()] : [],
  );
  return {
    deliveries: rows.filter(({ state }) => state === 'pending').map(({ id, action }) => ({ id, action })),
    releases: [...new Set(releases)].map((at) => new Date(at)),
  };
}
