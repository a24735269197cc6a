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

/** Returns the key of a trip's rows, from the words of workflows. */
export function rowKey(key: {
  readonly fleet: string;
  readonly driverId: string;
  readonly tripId: string;
}): TripKey {
  return { fleetId: key.fleet, driverId: key.driverId, tripId: key.tripId };
}

/** A trip as a row: its state and its figures, without events and path. */
export type TripRow = Selectable<TripsTable>;

/** The result of a claim. */
export interface TripClaim {
  readonly isNew: boolean;
  readonly state: TripState;
  /** 0 until the trip was decided once. */
  readonly revision: number;
  /** Hash of the content kept last; absent until some was. */
  readonly contentHash?: string;
}

/** Stores a trip as known, or returns its stored state. Calling it again changes nothing. */
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
 * Moves a trip to a state; `decided` also records when. A deleted trip stays deleted, even if a notification arrives late.
 * @returns whether the trip is in that state now: false when there is no such trip, or when it is deleted
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
 * Records why a waiting trip cannot be read; undefined: the service has no such trip, perhaps only because the request was too
 * early.
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

/** States worth an entry in the audit log. A decision has one of its own. */
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

/** The reason on a trip that the service had and has no longer. */
export const VANISHED = 'The service no longer has it.';

/** The reason on a trip that never became readable and was evaluated on the data of its notification. */
export const OF_NOTIFICATION =
  'The trip data was not available in time; the data of its notification was evaluated.';

/** Returns whether a trip is stored without a decision: a backfill found it, and it may still be received. */
export function isOnlyStored(row: Pick<TripRow, 'state' | 'revision'>): boolean {
  return row.state === 'decided' && row.revision === 0;
}

/** Returns one trip's row. */
export async function getTrip(db: Db, key: TripKey): Promise<TripRow | undefined> {
  const { fleetId, driverId, tripId } = key;
  return db
    .selectFrom('trips')
    .selectAll()
    .where((row) => row.and({ fleetId, driverId, tripId }))
    .executeTakeFirst();
}

/**
 * Lists trips, most recently received first. `from` (inclusive) and `to` (exclusive) limit the trip's end, or its receipt while
 * the end is not known or if the device's clock was ahead. With either, trips are in the order of that time, the latest first.
 */
export async function listTrips(
  db: Db,
  args: Page & {
    readonly fleetId: string;
    readonly driverId?: string;
    readonly state?: TripState;
    readonly sessionId?: string;
    readonly trackingId?: string;
    /** Whether to return only trips whose device's clock was ahead. */
    readonly clock?: 'ahead' | undefined;
    readonly from?: Date;
    readonly to?: Date;
    /** Groups whose drivers' trips are returned. */
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

/** Trips that are asked, the newest: some of them may still wait for the service. */
const NEWEST_TRIPS = 100;

/** Returns the time at which the newest trips of a fleet were last read from the service; undefined: none of them was. */
export async function newestTripReadAt(db: Db, fleetId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ readAt: Date | null }>`
    select max(stored_at) as read_at from (
      select stored_at from trips where fleet_id = ${fleetId} order by seq desc limit ${NEWEST_TRIPS}) newest`.execute(
    db,
  );
  return rows[0]?.readAt ?? undefined;
}

/** ISO 8601 with a UTC offset: a time without one names no instant. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

/** Times of a trip, as they are sent. */
type TripTimes = Pick<Trip, 'startTime' | 'endTime' | 'durationSeconds'>;

/**
 * Returns when a trip ended, for its place among others: in windows, in runs and as the newest. Undefined when the trip names no
 * time, or when its device's clock was ahead: then it has no such place.
 */
export function tripEndedAt(trip: TripTimes & Pick<Trip, 'clockAheadSeconds'>): Date | undefined {
  return trip.clockAheadSeconds === undefined ? claimedEnd(trip) : undefined;
}

/** Returns when a trip ended by its device's clock: its end; without one its start and duration; without that its start. */
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
