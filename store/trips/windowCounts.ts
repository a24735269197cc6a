import { sql } from 'kysely';
import type { Trip } from '../../rules/vocabulary/index.ts';
import { fingerprint } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import { claimedEnd } from './trips.ts';
import type { TripRow } from './trips.ts';

/** Figures of one driver's trips in a window of time, for one type of event. */
export interface WindowFigures {
  /** Number of events of the type. */
  readonly count: number;
  /** Total duration of these events in seconds. An event without a duration adds nothing. */
  readonly durationSeconds: number;
  /** Total distance of the window's trips whose events are known. Rates are computed per this distance. */
  readonly distanceKm: number;
  /** Total duration in seconds of the window's trips whose events are known. */
  readonly tripDurationSeconds: number;
  /**
   * `tripCount`: trips in the window. `tripsWithoutEvents`: those of them whose events are unknown, so that `count` is only a
   * lower bound.
   */
  readonly tripCount: number;
  readonly tripsWithoutEvents: number;
  /** Trips with known events but without a distance, or without a duration. If there are any, no rate can be computed. */
  readonly tripsWithoutDistance: number;
  readonly tripsWithoutDuration: number;
  /** End of the driver's first stored trip if it is inside the window. Nothing is known about the time before it. */
  readonly historySince?: Date;
}

/** A window that is requested for one type of event: the trips that ended after `from`, up to and including `WindowsOf.to`. */
export interface AskedWindow {
  /** An event belongs to the type if its name or its code matches. */
  readonly typeName: string;
  readonly typeCode?: number;
  readonly from: Date;
}

/** The driver of some windows, and their common end. */
export interface WindowsOf {
  readonly fleetId: string;
  readonly driverId: string;
  readonly to: Date;
  readonly excludeTripId?: string;
}

/**
 * Computes the figures of several windows that end at the same instant. An event belongs to a window if its trip ended in the
 * window. Excludes deleted and gone trips.
 *
 * Call it under the driver's lock, so that no trip is missed.
 * @returns the figures of each window, in the same order
 */
export async function countWindows(
  db: Db,
  args: WindowsOf & { readonly windows: readonly AskedWindow[] },
): Promise<WindowFigures[]> {
  const { fleetId, driverId, to, windows } = args;
  if (windows.length === 0) return [];
  const excluded = args.excludeTripId ?? null;
  const names = windows.map(({ typeName }) => typeName);
  const codes = windows.map(({ typeCode }) => typeCode ?? null);
  const froms = windows.map(({ from }) => from.toISOString());
  const isHeld = sql`held.fleet_id = ${fleetId} and held.driver_id = ${driverId}
        and held.ended_at > asked.since and held.ended_at <= ${to}
        and held.state not in ('deleted', 'gone') and (${excluded}::text is null or held.trip_id <> ${excluded})`;
  const { rows } = await sql<Omit<WindowFigures, 'historySince'> & { historySince: Date | null }>`
    select hits.*, driven.*, (
        select min(ended_at) from trips where fleet_id = ${fleetId} and driver_id = ${driverId}
      ) as history_since
    from unnest(${names}::text[], ${codes}::double precision[], ${froms}::timestamptz[])
      with ordinality asked (type_name, type_code, since, place)
    cross join lateral (
      select count(*)::int as count, coalesce(sum(event.duration_seconds), 0) as duration_seconds
      from trip_events event join trips held on held.trip_id = event.trip_id and ${isHeld}
      where event.fleet_id = ${fleetId} and event.driver_id = ${driverId}
        and event.trip_ended_at > asked.since and event.trip_ended_at <= ${to}
        and (event.type_name = asked.type_name or event.type_code = asked.type_code)
    ) hits
    cross join lateral (
      select coalesce(sum(distance_km) filter (where are_read), 0) as distance_km,
        coalesce(sum(duration_seconds) filter (where are_read), 0) as trip_duration_seconds,
        count(*)::int as trip_count,
        (count(*) filter (where not are_read))::int as trips_without_events,
        (count(*) filter (where are_read and distance_km is null))::int as trips_without_distance,
        (count(*) filter (where are_read and duration_seconds is null))::int as trips_without_duration
      from (select *, events_known and not events_unread as are_read from trips) held where ${isHeld}
    ) driven
    order by asked.place`.execute(db);
  return rows.map(({ historySince, ...figures }, place) => {
    const isInside = historySince !== null && historySince > windows[place]!.from && historySince <= to;
    return isInside ? { ...figures, historySince } : figures;
  });
}

/** Selects the trips whose decision a late trip may still change: they ended after the late trip and were stored before it. */
interface LaterTrips {
  readonly fleetId: string;
  readonly driverId: string;
  /** End of the late trip (exclusive): selects trips that ended later. */
  readonly after: Date;
  /** Time (exclusive) at which the late trip leaves the window. */
  readonly before: Date;
  /**
   * Time since which the late trip is counted in windows. Trips stored after this time had the late trip in their windows
   * already.
   */
  readonly storedBefore?: Date;
}

/**
 * Returns the distinct ends of the driver's stored trips between `after` and `before` (both exclusive), in order. Excludes
 * deleted and gone trips. These are the ends of the windows, other than its own, in which a late trip has to be counted.
 */
export async function laterTripEnds(db: Db, args: LaterTrips): Promise<Date[]> {
  const { storedBefore } = args;
  const since = sql<Date>`coalesce(window_since, first_received_at)`;
  const rows = await db
    .selectFrom('trips')
    .select('endedAt')
    .distinct()
    .where('fleetId', '=', args.fleetId)
    .where('driverId', '=', args.driverId)
    .where('endedAt', '>', args.after)
    .where('endedAt', '<', args.before)
    .where('state', 'not in', ['deleted', 'gone'])
    .$if(storedBefore !== undefined, (query) => query.where(since, '<', storedBefore!))
    .orderBy('endedAt')
    .execute();
  return rows.map((row) => row.endedAt).filter((endedAt) => endedAt !== null);
}

/** The contribution of one stored trip to every window that includes it. */
export interface WindowTrip {
  readonly endedAt: Date;
  readonly eventsKnown: boolean;
  /** Number of events of the type. Meaningless unless `eventsKnown` is true. */
  readonly count: number;
  /** Kilometres. Null if the service sent no distance. */
  readonly distanceKm: number | null;
  readonly durationSeconds: number | null;
}

/** Returns the single trips that `countWindows` adds up for one window, ordered by their end. */
export async function listWindowTrips(
  db: Db,
  args: WindowsOf & AskedWindow,
): Promise<{ readonly trips: readonly WindowTrip[]; readonly historyBegin?: Date }> {
  const { fleetId, driverId, from, to } = args;
  const { rows: trips } = await sql<WindowTrip>`
    select ended_at, events_known and not events_unread as events_known, count(event.position)::int as count,
      trip.distance_km, trip.duration_seconds
    from trips trip left join trip_events event on event.fleet_id = trip.fleet_id
      and event.driver_id = trip.driver_id and event.trip_id = trip.trip_id
      and (event.type_name = ${args.typeName} or event.type_code = ${args.typeCode ?? null}::double precision)
    where trip.fleet_id = ${fleetId} and trip.driver_id = ${driverId}
      and ended_at > ${from} and ended_at <= ${to}
      and state not in ('deleted', 'gone')
      and trip.trip_id <> ${args.excludeTripId ?? ''}
    group by trip.fleet_id, trip.driver_id, trip.trip_id
    order by ended_at`.execute(db);
  const first = await db
    .selectFrom('trips')
    .select((row) => row.fn.min('endedAt').as('historyBegin'))
    .where('fleetId', '=', fleetId)
    .where('driverId', '=', driverId)
    .executeTakeFirst();
  return { trips, ...(first?.historyBegin ? { historyBegin: first.historyBegin } : {}) };
}

/** Returns a fingerprint of what windows use of a trip: its end, and the types of its events. */
export function windowFingerprint(trip: Trip): string {
  const ended = claimedEnd(trip)?.toISOString() ?? '';
  const types = trip.events?.map(({ typeCode, typeName }) => JSON.stringify([typeCode, typeName]));
  return fingerprint([ended, ...(types?.sort() ?? ['not sent'])]);
}

/**
 * Returns the time since which a trip with this content is counted in windows. Undefined if the trip is not stored, or is stored
 * with other events or another end. All stored trips then precede it.
 */
export function windowSinceOf(
  row: Pick<TripRow, 'windowHash' | 'windowSince' | 'storedAt'> | undefined,
  trip: Trip,
): Date | undefined {
  if (!row?.storedAt) return undefined;
  const isSame = row.windowHash === windowFingerprint(trip);
  return isSame ? (row.windowSince ?? undefined) : undefined;
}
