import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** What one driver's stored trips hold of one type of event between two instants. */
export interface WindowFigures {
  /** Events of the type. */
  readonly count: number;
  /** Their durations, added up; an event without one adds nothing. */
  readonly durationSeconds: number;
  /** Distance of the window's trips whose events are known: what a rate divides by. */
  readonly distanceKm: number;
  /** Duration of the window's trips whose events are known. */
  readonly tripDurationSeconds: number;
  /** The window's trips, and how many of them came without their events: these make `count` a lower bound. */
  readonly tripCount: number;
  readonly tripsWithoutEvents: number;
  /** When the driver's first stored trip ended, when that is inside the window: nothing before it is known. */
  readonly historySince?: Date;
}

/**
 * Counts event time by the trip's end: trips that ended in (`from`, `to`], deleted and gone ones left out.
 * An event is of the type when its name or its code is. Call it under the driver's lock, so that no trip slips by.
 */
export async function countWindow(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly driverId: string;
    readonly typeName: string;
    readonly typeCode?: number;
    readonly from: Date;
    readonly to: Date;
    readonly excludeTripId?: string;
  },
): Promise<WindowFigures> {
  const { fleetId, driverId, from, to } = args;
  const excluded = args.excludeTripId ?? null;
  const { rows } = await sql<Omit<WindowFigures, 'historySince'> & { historySince: Date | null }>`
    with held as (
      select trip_id, distance_km, duration_seconds, events_known
      from trips
      where fleet_id = ${fleetId} and driver_id = ${driverId}
        and ended_at > ${from} and ended_at <= ${to}
        and state not in ('deleted', 'gone')
        and (${excluded}::text is null or trip_id <> ${excluded})
    ), hits as (
      select count(*)::int as count, coalesce(sum(event.duration_seconds), 0) as duration_seconds
      from trip_events event join held using (trip_id)
      where event.fleet_id = ${fleetId} and event.driver_id = ${driverId}
        and event.trip_ended_at > ${from} and event.trip_ended_at <= ${to}
        and (event.type_name = ${args.typeName} or event.type_code = ${args.typeCode ?? null}::double precision)
    ), driven as (
      select coalesce(sum(distance_km) filter (where events_known), 0) as distance_km,
        coalesce(sum(duration_seconds) filter (where events_known), 0) as trip_duration_seconds,
        count(*)::int as trip_count,
        (count(*) filter (where not events_known))::int as trips_without_events
      from held
    )
    select hits.*, driven.*, (
        select min(ended_at) from trips where fleet_id = ${fleetId} and driver_id = ${driverId}
      ) as history_since
    from hits, driven`.execute(db);
  const { historySince, ...figures } = rows[0]!;
  const isInside = historySince !== null && historySince > from && historySince <= to;
  return isInside ? { ...figures, historySince } : figures;
}

/**
 * When the driver's stored trips in (`after`, `until`] ended, in order, each instant once, deleted and gone trips left out:
 * the windows a late trip has to be counted in besides its own.
 */
export async function laterTripEnds(
  db: Db,
  args: { readonly fleetId: string; readonly driverId: string; readonly after: Date; readonly until: Date },
): Promise<Date[]> {
  const rows = await db
    .selectFrom('trips')
    .select('endedAt')
    .distinct()
    .where('fleetId', '=', args.fleetId)
    .where('driverId', '=', args.driverId)
    .where('endedAt', '>', args.after)
    .where('endedAt', '<=', args.until)
    .where('state', 'not in', ['deleted', 'gone'])
    .orderBy('endedAt')
    .execute();
  return rows.map((row) => row.endedAt).filter((endedAt) => endedAt !== null);
}
