import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Trip } from '../../rules/vocabulary/index.ts';
import {
  inTransaction,
  latestFirst,
  newestFirst,
  ofDriversIn,
  recordAudit,
  whereGiven,
} from '../db/index.ts';
import type { Db, Listed, Page } from '../db/index.ts';
import type { NotificationSource, TripKey, TripState, TripsTable } from '../tables/index.ts';

export type { TripKey, TripState } from '../tables/index.ts';

/** Returns a trip's database key for the key that workflows use. */
export function rowKey(key: {
  readonly fleet: string;
  readonly driverId: string;
  readonly tripId: string;
}): TripKey {
  return { fleetId: key.fleet, driverId: key.driverId, tripId: key.tripId };
}

/** A trip's row: its state and figures, without events and path. */
export type TripRow = Selectable<TripsTable>;

/** The state of a trip after `claimTrip`. */
export interface TripClaim {
  readonly isNew: boolean;
  readonly state: TripState;
  /** The trip's revision. 0 until the trip was decided for the first time. */
  readonly revision: number;
  /** Hash of the stored content. Absent until content was stored. */
  readonly contentHash?: string;
}

/** Stores a new trip, or returns the stored state of a known one. Repeating the call changes nothing. */
export async function claimTrip(
  db: Db,
  args: TripKey & {
    readonly workflowId: string;
    readonly at: Date;
    readonly receivedFrom?: NotificationSource;
  },
): Promise<TripClaim> {
  const { fleetId, driverId, tripId } = args;
  const inserted = await db
    .insertInto('trips')
    .values({
      fleetId,
      driverId,
      tripId,
      state: 'waiting',
      revision: 0,
      workflowId: args.workflowId,
      scoreUnrated: false,
      eventsKnown: false,
      firstReceivedAt: args.at,
      receivedFrom: args.receivedFrom ?? null,
    })
    .onConflict((conflict) => conflict.columns(['fleetId', 'driverId', 'tripId']).doNothing())
    .returning('state')
    .executeTakeFirst();
  if (inserted) return { isNew: true, state: inserted.state, revision: 0 };
  const row = await db
    .selectFrom('trips')
    .select(['state', 'revision', 'contentHash'])
    .where((row) => row.and({ fleetId, driverId, tripId }))
    .executeTakeFirstOrThrow();
  const content = row.contentHash === null ? {} : { contentHash: row.contentHash };
  return { isNew: false, state: row.state, revision: row.revision, ...content };
}

/**
 * Changes the state of a trip. For `decided`, also records the time. A deleted trip stays deleted, even if a notification arrives
 * late.
 * @returns whether the trip is in that state now. False if it is not stored or is deleted.
 */
export async function setTripState(
  db: Db,
  args: TripKey & { readonly state: TripState; readonly at: Date; readonly reason?: string },
): Promise<boolean> {
  const { fleetId, driverId, tripId, state, at, reason } = args;
  return inTransaction(db, async (tx) => {
    const before = await tx
      .selectFrom('trips')
      .select('state')
      .where((row) => row.and({ fleetId, driverId, tripId }))
      .forUpdate()
      .executeTakeFirst();
    if (before === undefined || before.state === 'deleted') return before?.state === state;
    await tx
      .updateTable('trips')
      .set({ state, stateReason: reason ?? null, ...(state === 'decided' ? { decidedAt: at } : {}) })
      .where((row) => row.and({ fleetId, driverId, tripId }))
      .execute();
    if (before.state !== state && AUDITED.has(state)) await auditState(tx, args);
    return true;
  });
}

/**
 * Records why the data of a waiting trip cannot be read. An undefined reason means that the service has no such trip, perhaps
 * because the request came too early.
 */
export async function noteUnreadable(
  db: Db,
  args: TripKey & { readonly reason: string | undefined },
): Promise<void> {
  const { fleetId, driverId, tripId, reason = null } = args;
  await db
    .updateTable('trips')
    .set({ stateReason: reason })
    .where((row) => row.and({ fleetId, driverId, tripId, state: 'waiting' }))
    .where('stateReason', 'is distinct from', reason)
    .execute();
}

/** States that add an entry to the audit log. `decided` is not listed, because `recordDecision` adds its own entry. */
const AUDITED: ReadonlySet<TripState> = new Set(['parked', 'deleted', 'gone']);

async function auditState(
  db: Db,
  args: TripKey & { readonly state: TripState; readonly at: Date; readonly reason?: string },
): Promise<void> {
  await recordAudit(db, {
    fleetId: args.fleetId,
    at: args.at,
    who: 'tripline',
    action: `trip.${args.state}`,
    subjectType: 'trip',
    subjectId: `${args.driverId}/${args.tripId}`,
    ...(args.reason === undefined ? {} : { why: args.reason }),
    details: { driver_id: args.driverId, trip_id: args.tripId },
  });
}

/** State reason of a trip that the service had and no longer has. */
export const VANISHED = 'The service no longer has it.';

/** State reason of a trip whose data never became available, so that the data of its notification was evaluated. */
export const OF_NOTIFICATION =
  'The trip data was not available in time; the data of its notification was evaluated.';

/**
 * Returns whether a trip is stored without a decision, because a backfill found it. A notification about it may still be
 * received.
 */
export function isOnlyStored(row: Pick<TripRow, 'state' | 'revision'>): boolean {
  return row.state === 'decided' && row.revision === 0;
}

/** Returns one trip's row, or undefined if it is not stored. */
export async function getTrip(db: Db, key: TripKey): Promise<TripRow | undefined> {
  const { fleetId, driverId, tripId } = key;
  return db
    .selectFrom('trips')
    .selectAll()
    .where((row) => row.and({ fleetId, driverId, tripId }))
    .executeTakeFirst();
}

/**
 * Lists trips, the most recently received first. `from` (inclusive) and `to` (exclusive) limit the trip's end. If the end is
 * unknown, or the device's clock was ahead, they limit the time of receipt.
 *
 * With `from` or `to`, trips are ordered by that time, latest first.
 */
export async function listTrips(
  db: Db,
  args: Page & {
    readonly fleetId: string;
    readonly driverId?: string;
    readonly state?: TripState;
    readonly sessionId?: string;
    readonly trackingId?: string;
    /** Set to return only trips whose device's clock was ahead. */
    readonly clock?: 'ahead' | undefined;
    readonly from?: Date;
    readonly to?: Date;
    /** Returns only trips of drivers in one of these groups. */
    readonly groups?: readonly string[];
  },
): Promise<Listed<TripRow>> {
  const time = sql<Date>`coalesce(ended_at, first_received_at)`;
  const ofFleet = db.selectFrom('trips').selectAll().where('fleetId', '=', args.fleetId);
  let query = whereGiven(ofFleet, args, ['driverId', 'state', 'sessionId', 'trackingId']);
  if (args.clock !== undefined) query = query.where('clockAheadSeconds', 'is not', null);
  if (args.groups !== undefined) query = query.where(ofDriversIn('trips', args.groups));
  if (args.from !== undefined) query = query.where(time, '>=', args.from);
  if (args.to !== undefined) query = query.where(time, '<', args.to);
  return args.from === undefined && args.to === undefined
    ? newestFirst(query, { ...args, list: 'trips', by: 'seq' })
    : latestFirst(query, { ...args, list: 'trips-by-end', time, by: 'seq' });
}

/** Number of newest trips that are checked, because the very newest may still wait for their data. */
const NEWEST_TRIPS = 100;

/** Returns the time at which any of a fleet's newest trips was last read from the service. Undefined if none of them was. */
export async function newestTripReadAt(db: Db, fleetId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ readAt: Date | null }>`
    select max(stored_at) as read_at from (
      select stored_at from trips where fleet_id = ${fleetId} order by seq desc limit ${NEWEST_TRIPS}) newest`.execute(
    db,
  );
  return rows[0]?.readAt ?? undefined;
}

/** Matches an ISO 8601 time with a UTC offset. A time without an offset does not identify an instant. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

/** The times of a trip as the service sends them. */
type TripTimes = Pick<Trip, 'startTime' | 'endTime' | 'durationSeconds'>;

/**
 * Returns the end of a trip, which decides its position among other trips: in windows, in runs and as the newest. Undefined if
 * the trip has no time, or its device's clock was ahead.
 */
export function tripEndedAt(trip: TripTimes & Pick<Trip, 'clockAheadSeconds'>): Date | undefined {
  return trip.clockAheadSeconds === undefined ? claimedEnd(trip) : undefined;
}

/**
 * Returns the end of a trip by its device's clock: the sent end, otherwise start plus duration, otherwise the start. Undefined
 * without a valid time.
 */
export function claimedEnd(trip: TripTimes): Date | undefined {
  const end = instant(trip.endTime);
  if (end !== undefined) return new Date(end);
  const start = instant(trip.startTime);
  if (start === undefined) return undefined;
  const ended = new Date(start + (trip.durationSeconds ?? 0) * 1000);
  return Number.isNaN(ended.getTime()) ? new Date(start) : ended;
}

function instant(time: string | undefined): number | undefined {
  if (time === undefined || !INSTANT.test(time)) return undefined;
  const millis = Date.parse(time);
  return Number.isNaN(millis) ? undefined : millis;
}
