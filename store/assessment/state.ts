import { sql } from 'kysely';
import { MATCHED_BEFORE, SUPPRESSED } from '../alerts/index.ts';
import type { Db } from '../db/index.ts';
import { NO_LONGER_MATCHED } from '../deletions/index.ts';
import type { DeliveryAction, TripKey, TripState } from '../tables/index.ts';
import { areTombstoned } from '../trips/index.ts';
import type { TripRow } from '../trips/index.ts';

/** The stored context of a trip before its decision. */
export interface TripContext {
  /** Whether the trip or its driver was erased, so that nothing of it may be stored. */
  readonly isTombstoned: boolean;
  /** The stored trip, or undefined if the trip is unknown. */
  readonly trip: TripRow | undefined;
  /** Rules that matched the trip before. In a later revision, only other rules may send alerts. */
  readonly matched: ReadonlySet<string>;
  /** Whether the trip has an alert that is suppressed by another rule's alert. */
  readonly hasSuppressed: boolean;
  /** Whether an alert or message of the trip is held. */
  readonly hasHeld: boolean;
  /** Whether a deletion of the trip is requested and has not begun. */
  readonly hasOpenDeletion: boolean;
}

/**
 * Reads the data that a decision needs, in one statement. Call it under the driver's lock.
 * @param args.endedAt the trip's end, or undefined if it is unknown
 */
export async function tripContext(
  db: Db,
  args: TripKey & { readonly endedAt: Date | undefined },
): Promise<TripContext> {
  const { fleetId, driverId, tripId, endedAt } = args;
  const ofTrip = sql`fleet_id = ${fleetId} and driver_id = ${driverId} and trip_id = ${tripId}`;
  type Row = Omit<TripContext, 'trip' | 'matched'> & { readonly matched: string[] };
  const { rows } = await sql<Row & (TripRow | { readonly state: null })>`
    select trips.*,
      exists (${areTombstoned({ fleetId, driverId, trips: [{ tripId, endedAt }] })}) as is_tombstoned,
      array(select rule from alerts where ${ofTrip} and ${MATCHED_BEFORE}) as matched,
      exists (select from alerts where ${ofTrip} and ${SUPPRESSED}) as has_suppressed,
      exists (select from deliveries where ${ofTrip} and state = 'held') as has_held,
      exists (select from deletions where ${ofTrip} and state in ('requested', 'approved')) as has_open_deletion
    from (select) one left join trips on ${ofTrip}`.execute(db);
  const { isTombstoned, matched, hasSuppressed, hasHeld, hasOpenDeletion, ...trip } = rows[0]!;
  return {
    isTombstoned,
    hasSuppressed,
    hasHeld,
    hasOpenDeletion,
    matched: new Set(matched),
    trip: trip.state === null ? undefined : trip,
  };
}

/** Pending work of a trip. */
export interface TripDue {
  /** The stored trip, or undefined if the trip is unknown. */
  readonly trip: { readonly state: TripState; readonly revision: number } | undefined;
  /**
   * Pending deliveries in the order in which they were planned. Excludes deliveries of incidents, because the incident's workflow
   * sends them.
   */
  readonly deliveries: readonly { readonly id: string; readonly action: DeliveryAction }[];
  /** Distinct times at which held messages are released, the earliest first. */
  readonly releases: readonly Date[];
  /** Deletions that ended because their rule no longer requests them. */
  readonly unmatchedDeletions: readonly string[];
}

/** Returns the pending work of a trip, so that a restart can resume it. */
export async function tripDue(db: Db, { fleetId, driverId, tripId }: TripKey): Promise<TripDue> {
  const ofTrip = sql`fleet_id = ${fleetId} and driver_id = ${driverId} and trip_id = ${tripId}`;
  type Row = Omit<TripDue, 'trip'> & { readonly state: TripState | null; readonly revision: number | null };
  const { rows } = await sql<Row>`
    select trips.state, trips.revision,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id::text, 'action', action) order by id), '[]')
        from deliveries where ${ofTrip} and state = 'pending' and incident_id is null) as deliveries,
      array(select distinct release_at from deliveries where ${ofTrip} and state = 'held' and release_at is not null
        order by release_at) as releases,
      array(select id::text from deletions where ${ofTrip} and state = 'refused' and reason = ${NO_LONGER_MATCHED}
        order by deletions.id) as unmatched_deletions
    from (select) one left join trips on ${ofTrip}`.execute(db);
  const { state, revision, ...due } = rows[0]!;
  return { ...due, trip: state === null ? undefined : { state, revision: revision! } };
}
