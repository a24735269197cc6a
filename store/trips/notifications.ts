import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Stretch } from '../../rules/reconcile/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { jsonbOrNull, newestFirst, whereGiven } from '../db/index.ts';
import type { Db, JsonText, Listed, Page } from '../db/index.ts';
import type { NotificationSource, NotificationsTable, TripKey } from '../tables/index.ts';
import { areTombstoned } from './tombstones.ts';

/** A stored notification. */
export type StoredNotification = Selectable<NotificationsTable>;

/**
 * Stores a notification. With a `workflowId`, a notification is stored once per workflow and time of arrival, so that an activity
 * can repeat the call. `body` is stored for unknown types, and may contain positions.
 */
export async function recordNotification(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly driverId?: string;
    readonly tripId?: string;
    readonly type: string;
    readonly version?: number;
    readonly receivedAt: Date;
    readonly source: NotificationSource;
    readonly workflowId?: string;
    readonly body?: JsonObject | JsonText;
  },
): Promise<{ isNew: boolean }> {
  const inserted = await db
    .insertInto('notifications')
    .values({
      fleetId: args.fleetId,
      driverId: args.driverId ?? null,
      tripId: args.tripId ?? null,
      type: args.type,
      version: args.version ?? null,
      receivedAt: args.receivedAt,
      source: args.source,
      workflowId: args.workflowId ?? null,
      body: jsonbOrNull<JsonObject>(args.body),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['fleetId', 'workflowId', 'receivedAt'])
        .where('workflowId', 'is not', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return { isNew: inserted !== undefined };
}

/**
 * Stores the trip data (sections) that a notification contained in the notification's row, whether or not this row is stored
 * already. Stores nothing if the trip was read or removed.
 */
export async function keepNotificationData(
  db: Db,
  args: TripKey & {
    readonly version: number | undefined;
    readonly receivedAt: Date;
    readonly workflowId: string;
    readonly data: JsonText;
  },
): Promise<void> {
  const { fleetId, driverId, tripId, receivedAt } = args;
  const ofTrip = sql`fleet_id = ${fleetId} and driver_id = ${driverId} and trip_id = ${tripId}`;
  await sql`
    insert into notifications (fleet_id, driver_id, trip_id, type, version, received_at, source, workflow_id, body)
    select ${fleetId}, ${driverId}, ${tripId}, ${TRIP_SCORED}, ${args.version ?? null}::double precision,
      ${receivedAt}::timestamptz, 'webhook', ${args.workflowId}, ${jsonbOrNull(args.data)}::jsonb
    where not exists (${areTombstoned({ fleetId, driverId, trips: [{ tripId, endedAt: receivedAt }] })})
      and not exists (select from trips where ${ofTrip} and content_hash is not null)
    on conflict (fleet_id, workflow_id, received_at) where workflow_id is not null
      do update set body = excluded.body`.execute(db);
}

const TRIP_SCORED = 'TRIP_SCORED';

/** Returns the trip data that a notification contained. Undefined if there was none, or the trip was read since. */
export async function notificationData(db: Db, key: TripKey): Promise<JsonObject | undefined> {
  const row = await db
    .selectFrom('notifications')
    .select('body')
    .where('fleetId', '=', key.fleetId)
    .where('driverId', '=', key.driverId)
    .where('tripId', '=', key.tripId)
    .where('type', '=', TRIP_SCORED)
    .where('body', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row?.body ?? undefined;
}

/** Maximum size in bytes of a body in a list. For a larger body, only its length is shown. */
export const LARGEST_LISTED_BODY_BYTES = 262_144;

/** A notification in a list. `body` is also null if it is too large. `bodyBytes` is null if the notification has no body. */
export type ListedNotification = StoredNotification & { readonly bodyBytes: number | null };

/** Returns notifications of a fleet, newest first, optionally only those of one driver or trip. */
export async function listNotifications(
  db: Db,
  args: Page & {
    readonly fleetId: string;
    readonly driverId?: string;
    readonly tripId?: string;
    readonly type?: string;
  },
): Promise<Listed<ListedNotification>> {
  const bodyBytes = sql<number | null>`octet_length(body::text)`;
  const shown = sql`${bodyBytes} <= ${sql.lit(LARGEST_LISTED_BODY_BYTES)}`;
  const ofFleet = db
    .selectFrom('notifications')
    .select(['id', 'fleetId', 'driverId', 'tripId', 'type', 'version', 'receivedAt', 'source', 'workflowId'])
    .select([bodyBytes.as('bodyBytes'), sql<JsonObject | null>`case when ${shown} then body end`.as('body')])
    .where('fleetId', '=', args.fleetId);
  const query = whereGiven(ofFleet, args, ['driverId', 'tripId', 'type']);
  const bytes = sql<number>`case when ${shown} then ${bodyBytes} else 0 end`;
  return newestFirst(query, { ...args, list: 'notifications', by: 'id', bytes });
}

/** Arrival times of a fleet's first and last stored notification. */
interface Arrivals {
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/**
 * Returns the arrival times of the first and the last stored webhook notification, or undefined if there is none. Trips from a
 * reconciliation run or a replay have no webhook notification.
 */
export async function arrivals(db: Db, fleetId: string): Promise<Arrivals | undefined> {
  const { rows } = await sql<{ firstAt: Date | null; lastAt: Date | null }>`
    select min(received_at) as first_at, max(received_at) as last_at
    from notifications where fleet_id = ${fleetId} and source = 'webhook'`.execute(db);
  const { firstAt, lastAt } = rows[0]!;
  return firstAt === null || lastAt === null ? undefined : { firstAt, lastAt };
}

/** Counts the webhook notifications about one driver and those about the whole fleet in a period, each up to a thousand. */
export async function arrivalsOfDriver(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly driverId: string;
    readonly from: Date;
    readonly to: Date;
  },
): Promise<{ readonly ofDriver: number; readonly ofFleet: number }> {
  const { fleetId, driverId, from, to } = args;
  const came = sql`fleet_id = ${fleetId} and source = 'webhook' and received_at >= ${from} and received_at < ${to}`;
  const { rows } = await sql<{ ofDriver: number; ofFleet: number }>`
    select
      (select count(*)::int from (select from notifications
        where ${came} and driver_id = ${driverId} and trip_id is not null limit ${ENOUGH}) his) as of_driver,
      (select count(*)::int from (select from notifications where ${came} limit ${ENOUGH}) every) as of_fleet`.execute(
    db,
  );
  return rows[0]!;
}

/** Limit of counting, because a higher number would lead to the same conclusion. */
const ENOUGH = 1_000;

/** Counts the webhook notifications in each period, up to a thousand per period. */
export async function countArrivals(
  db: Db,
  args: { readonly fleetId: string; readonly stretches: readonly Stretch[] },
): Promise<readonly number[]> {
  const counts: number[] = [];
  for (const { from, to } of args.stretches) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (
        select from notifications where fleet_id = ${args.fleetId} and source = 'webhook'
          and received_at > ${from} and received_at <= ${to} limit ${ENOUGH}) as came`.execute(db);
    counts.push(rows[0]!.count);
  }
  return counts;
}
