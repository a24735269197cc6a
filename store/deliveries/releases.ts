import { sql } from 'kysely';
import { CHANNELS, CHANNEL_NAMES } from '../../rules/channels/index.ts';
import type { Severity } from '../../rules/evaluation/index.ts';
import { ANYONE_NOTIFIED, requestSuppressed } from '../alerts/index.ts';
import { lockFleet, withFleetLock } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';
import type { DeliveryAction, TripKey } from '../tables/index.ts';
import type { Delivery } from './deliveries.ts';

/** Purpose of the fleet's lock for releases. */
const RELEASE = 'release';

/** A held delivery whose quiet hours, batch or budget day have ended, with the facts that decide whether and how it is sent. */
export interface HeldDelivery extends Pick<
  Delivery,
  'id' | 'driverId' | 'alertId' | 'rule' | 'action' | 'receiver' | 'kind'
> {
  /** The severity of the alert; null if the delivery has no alert. */
  readonly severity: Severity | null;
  /** The driver's groups as recorded with the alert, otherwise as stored now. Null if they are unknown. */
  readonly groups: string[] | null;
  /** The trip's present state. Null if the trip is not stored. */
  readonly tripState: string | null;
  /** The rule's outcome in the trip's latest decision. Null if that decision does not include the rule. */
  readonly latestOutcome: string | null;
}

/** Selects the deliveries of a fleet that are held until this instant at the latest. */
export interface HeldUntil {
  readonly fleetId: string;
  readonly until: Date;
}

/**
 * Returns the ids of the deliveries held until an instant, oldest first.
 * @param args.after lists only ids greater than this one
 */
export async function heldIds(
  db: Db,
  args: HeldUntil & { readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  let query = heldBy(db, args).select('deliveries.id').orderBy('deliveries.id').limit(args.limit);
  if (args.after !== undefined) query = query.where('deliveries.id', '>', args.after);
  return (await query.execute()).map(({ id }) => id);
}

/**
 * Returns a trip with a held alert whose driver's groups were not recorded, because its decision did not need them. Undefined if
 * there is none.
 */
export async function heldWithoutGroups(db: Db, args: HeldUntil): Promise<TripKey | undefined> {
  return heldBy(db, args)
    .innerJoin('alerts', (join) =>
      join.onRef('alerts.fleetId', '=', 'deliveries.fleetId').onRef('alerts.id', '=', 'deliveries.alertId'),
    )
    .select(['deliveries.fleetId', 'deliveries.driverId', 'deliveries.tripId'])
    .where('alerts.groups', 'is', null)
    .limit(1)
    .executeTakeFirst();
}

function heldBy(db: Db, { fleetId, until }: HeldUntil) {
  return db
    .selectFrom('deliveries')
    .where('deliveries.fleetId', '=', fleetId)
    .where('deliveries.state', '=', 'held')
    .where('deliveries.releaseAt', '<=', until);
}

/**
 * Returns those of the given deliveries that are still held, in the order in which they were planned. Locks them for this
 * transaction.
 */
export async function heldAmong(
  tx: Tx,
  args: { readonly fleetId: string; readonly ids: readonly string[] },
): Promise<HeldDelivery[]> {
  return tx
    .selectFrom('deliveries')
    .leftJoin('alerts', (join) =>
      join.onRef('alerts.fleetId', '=', 'deliveries.fleetId').onRef('alerts.id', '=', 'deliveries.alertId'),
    )
    .leftJoin('trips', (join) =>
      join
        .onRef('trips.fleetId', '=', 'deliveries.fleetId')
        .onRef('trips.driverId', '=', 'deliveries.driverId')
        .onRef('trips.tripId', '=', 'deliveries.tripId'),
    )
    .leftJoin('driverGroups', (join) =>
      join
        .onRef('driverGroups.fleetId', '=', 'deliveries.fleetId')
        .onRef('driverGroups.driverId', '=', 'deliveries.driverId'),
    )
    .select(['deliveries.id', 'deliveries.driverId', 'deliveries.alertId', 'deliveries.rule'])
    .select(['deliveries.action', 'deliveries.receiver', 'deliveries.kind', 'trips.state as tripState'])
    .select('alerts.severity')
    .select(sql<string[] | null>`coalesce(alerts.groups, driver_groups.groups)`.as('groups'))
    .select(
      sql<string | null>`(select judged.part ->> 'outcome'
        from (select decision from decisions d where d.fleet_id = deliveries.fleet_id
            and d.driver_id = deliveries.driver_id and d.trip_id = deliveries.trip_id
          order by d.revision desc limit 1) as latest
        cross join lateral jsonb_array_elements(latest.decision -> 'rules') as judged(part)
        where judged.part ->> 'rule' = deliveries.rule)`.as('latestOutcome'),
    )
    .where('deliveries.fleetId', '=', args.fleetId)
    .where(isAmong(args.ids))
    .where('deliveries.state', '=', 'held')
    .orderBy('deliveries.id')
    .forUpdate('deliveries')
    .execute();
}

/**
 * Runs `work` in a transaction. No other transaction can release or skip the fleet's held deliveries meanwhile. `work` must use
 * only `tx`, as in `withDriverLock`.
 */
export function withReleaseLock<T>(db: Db, fleetId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withFleetLock(db, { fleetId, purpose: RELEASE }, work);
}

/** Blocks releases of the fleet until the transaction ends. Call it after taking the driver's lock, never before. */
export function keepReleasesWaiting(tx: Tx, fleetId: string): Promise<void> {
  return lockFleet(tx, { fleetId, purpose: RELEASE });
}

/** Matches deliveries by id. Passes all ids as one parameter, because a statement has at most 65,535 parameters. */
function isAmong(ids: readonly string[]) {
  return sql<boolean>`deliveries.id = any(${[...ids]}::bigint[])`;
}

/** Releases held deliveries, and marks their alerts as sent. */
export async function releaseDeliveries(
  tx: Tx,
  args: { readonly fleetId: string; readonly ids: readonly string[] },
): Promise<void> {
  if (args.ids.length === 0) return;
  const gone = await tx
    .updateTable('deliveries')
    .set({ state: 'pending', reason: null })
    .where('fleetId', '=', args.fleetId)
    .where('state', '=', 'held')
    .where(isAmong(args.ids))
    .returning('alertId')
    .execute();
  await tx
    .updateTable('alerts')
    .set({ state: 'raised', reason: null, detail: null })
    .where('fleetId', '=', args.fleetId)
    .where(sql<boolean>`id = any(${gone.flatMap(({ alertId }) => alertId ?? [])}::bigint[])`)
    .execute();
}

/**
 * Skips held deliveries, for a reason and its detail. Stops their alerts, unless another message of the alert is pending or was
 * sent. A stopped alert without a message throttles no other alert and uses no budget.
 */
export async function leaveOut(
  tx: Tx,
  args: {
    readonly fleetId: string;
    readonly ids: readonly string[];
    readonly reason: string;
    readonly detail: string;
    readonly at: Date;
  },
): Promise<void> {
  if (args.ids.length === 0) return;
  const ended = await tx
    .updateTable('deliveries')
    .set({ state: 'skipped', reason: args.reason, settledAt: args.at })
    .where('fleetId', '=', args.fleetId)
    .where('state', '=', 'held')
    .where(isAmong(args.ids))
    .returning('alertId')
    .execute();
  const alertIds = ended.map(({ alertId }) => alertId);
  await requestSuppressed(tx, { fleetId: args.fleetId, alertIds, at: args.at });
  await tx
    .updateTable('alerts')
    .set({ state: 'stopped', reason: args.reason, detail: args.detail })
    .set({ passedThrottle: sql`passed_throttle and ${ANYONE_NOTIFIED}` })
    .set({ passedBudget: sql`passed_budget and ${ANYONE_NOTIFIED}` })
    .where('fleetId', '=', args.fleetId)
    .where(sql<boolean>`id = any(${alertIds.filter((id) => id !== null)}::bigint[])`)
    .where('state', '=', 'held')
    .where(
      // Avoids "not exists … held": with it, the planner uses the partial indexes of held deliveries and reads all of them for
      // each alert.
      sql<boolean>`(select not bool_or(other.state = 'held') from deliveries other
        where other.fleet_id = alerts.fleet_id and other.alert_id = alerts.id)`,
    )
    .execute();
}

const TO_SERVICES = sql<boolean>`action in (${sql.join(
  CHANNEL_NAMES.filter((name) => CHANNELS[name].isEachReceiverAService).map((name) => sql.lit(name)),
)})`;
/** Maximum number of messages under way to one webhook host, so that an unavailable host cannot use all capacity. */
const OF_A_HOST = 25;
/**
 * Maximum number of messages under way over one other channel, such as e-mail. It is higher, because most of these messages have
 * different receivers.
 */
const OF_A_WAY = 150;

/**
 * Returns the next released deliveries to send: people before webhooks, webhook hosts in turn, oldest first. Limits the number
 * under way at once per host and per channel.
 * @param args.underWay ids of deliveries under way. They use capacity and are not returned.
 * @param args.leftOut ids to ignore
 * @returns at most `limit` deliveries. `more` is true if others are pending, including those that wait for capacity.
 */
export async function releasedInOrder(
  db: Db,
  args: HeldUntil & {
    readonly limit: number;
    readonly underWay: readonly string[];
    readonly leftOut: readonly string[];
  },
): Promise<{ deliveries: { id: string; action: DeliveryAction }[]; more: boolean }> {
  const { rows } = await sql<{ id: string; action: DeliveryAction; isNext: boolean }>`
    with pending as (
      select id, action, id = any(${[...args.underWay]}::bigint[]) as going,
        case when ${TO_SERVICES} then lower(substring(receiver from '//([^/?#]*)')) end as host
      from deliveries
      where fleet_id = ${args.fleetId} and state = 'pending' and release_at <= ${args.until}
        and id <> all(${[...args.leftOut]}::bigint[])),
    placed as (
      select *, row_number() over (partition by action, host order by going desc, id) as place from pending)
    select id, action, place <= case when ${TO_SERVICES} then ${OF_A_HOST}::int else ${OF_A_WAY}::int end as is_next
    from placed where not going
    order by is_next desc, ${TO_SERVICES}, place, id limit ${args.limit + 1}`.execute(db);
  const deliveries = rows.filter(({ isNext }) => isNext).slice(0, args.limit);
  return {
    deliveries: deliveries.map(({ id, action }) => ({ id, action })),
    more: rows.length > deliveries.length,
  };
}
