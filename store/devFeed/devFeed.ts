import { sql } from 'kysely';
import type { Alarm } from '../alarms/index.ts';
import type { Deletion } from '../deletions/index.ts';
import type { Delivery } from '../deliveries/index.ts';
import type { Db } from '../db/index.ts';
import type { DecisionsTable } from '../tables/index.ts';

/** Position from which reading continues: rows after this time, or at this time with a greater id. */
export interface Moment {
  readonly at: Date;
  readonly id: string;
}

/** Selects up to `limit` rows of a fleet after a position, the earliest first. */
export interface Since {
  readonly fleetId: string;
  readonly after: Moment;
  readonly limit: number;
}

/** A row with its position: the time at which its event is shown, and its id. */
export type Timed<T> = T & Moment;

const DELIVERY = ['id', 'driverId', 'tripId', 'rule', 'action', 'receiver', 'state', 'reason'] as const;

/** The columns of a delivery that are shown. */
export type ActiveDelivery = Pick<Delivery, Exclude<(typeof DELIVERY)[number], 'id'> | 'reference'>;

/** Returns decisions, ordered by the time at which they were made. */
export async function decisionsSince(
  db: Db,
  { fleetId, after, limit }: Since,
): Promise<Timed<Pick<DecisionsTable, 'driverId' | 'tripId' | 'decision'>>[]> {
  return db
    .selectFrom('decisions')
    .select(['id', 'driverId', 'tripId', 'decision', 'decidedAt as at'])
    .where('fleetId', '=', fleetId)
    .where(sql<boolean>`(decided_at, id) > (${after.at}, ${after.id}::bigint)`)
    .orderBy('decidedAt')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns settled deliveries, ordered by the time at which they were settled. */
export async function deliveriesSettledSince(
  db: Db,
  { fleetId, after, limit }: Since,
): Promise<Timed<ActiveDelivery>[]> {
  return db
    .selectFrom('deliveries')
    .select([...DELIVERY, 'reference'])
    .select((row) => row.ref('settledAt').$notNull().as('at'))
    .where('fleetId', '=', fleetId)
    .where('settledAt', 'is not', null)
    .where(sql<boolean>`(settled_at, id) > (${after.at}, ${after.id}::bigint)`)
    .orderBy('settledAt')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Returns held deliveries, ordered by the time at which they were planned. Omits deliveries of deletions, because
 * `deletionsRequestedSince` returns those.
 */
export async function deliveriesHeldSince(
  db: Db,
  { fleetId, after, limit }: Since,
): Promise<Timed<ActiveDelivery>[]> {
  return db
    .selectFrom('deliveries')
    .select([...DELIVERY, 'reference', 'plannedAt as at'])
    .where('fleetId', '=', fleetId)
    .where('state', '=', 'held')
    .where('action', '!=', 'delete_trip')
    .where(sql<boolean>`(planned_at, id) > (${after.at}, ${after.id}::bigint)`)
    .orderBy('plannedAt')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns deletions that need a person's approval, ordered by the time of the request. */
export async function deletionsRequestedSince(
  db: Db,
  { fleetId, after, limit }: Since,
): Promise<Timed<Pick<Deletion, 'driverId' | 'tripId' | 'rule'>>[]> {
  return db
    .selectFrom('deletions')
    .select(['id', 'driverId', 'tripId', 'rule', 'requestedAt as at'])
    .where('fleetId', '=', fleetId)
    .where('approval', '=', 'required')
    .where(sql<boolean>`(requested_at, id) > (${after.at}, ${after.id}::bigint)`)
    .orderBy('requestedAt')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns trips received before `until` that still wait for their data, ordered by the time of their first notification. */
export async function tripsWaitingSince(
  db: Db,
  { fleetId, after, limit, until }: Since & { readonly until: Date },
): Promise<Timed<{ readonly driverId: string; readonly tripId: string }>[]> {
  return db
    .selectFrom('trips')
    .select(['seq as id', 'driverId', 'tripId', 'firstReceivedAt as at'])
    .where('fleetId', '=', fleetId)
    .where('state', '=', 'waiting')
    .where('firstReceivedAt', '<=', until)
    .where(sql<boolean>`(first_received_at, seq) > (${after.at}, ${after.id}::bigint)`)
    .orderBy('firstReceivedAt')
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** Returns alarms that are open or were resolved after `since`. */
export async function alarmsSince(
  db: Db,
  { fleetId, since }: { readonly fleetId: string; readonly since: Date },
): Promise<Alarm[]> {
  return db
    .selectFrom('fleetAlarms')
    .selectAll()
    .where('fleetId', '=', fleetId)
    .where((row) => row.or([row('resolvedAt', 'is', null), row('resolvedAt', '>=', since)]))
    .orderBy('raisedAt')
    .limit(100)
    .execute();
}
