import { sql } from 'kysely';
import type { Trip } from '../../rules/vocabulary/index.ts';
import { fingerprint } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import { claimedEnd } from './trips.ts';
import type { TripRow } from './trips.ts';

/** Figures of one driver's stored trips for one type of event between two instants. */
export interface WindowFigures {
  /** Events of the type. */
  readonly count: number;
  /** Sum of their durations in seconds. An event without one adds nothing. */
  readonly durationSeconds: number;
  /** Distance of the window's trips whose events are known: what a rate divides by. */
  readonly distanceKm: number;
  /** Duration of the window's trips whose events are known. */
  readonly tripDurationSeconds: number;
  /** The window's trips, and how many of them came without their events: these make `count` a lower bound. */
  readonly tripCount: number;
  readonly tripsWithoutEvents: number;
  /** The other trips without their distance, or their duration: these leave no rate. */
  readonly tripsWithoutDistance: number;
  readonly tripsWithoutDuration: number;
  /** End of the driver's first stored trip, if it is inside the window. Nothing before it is known. */
  readonly historySince?: Date;
}

/** Events and trips of a window: the trips that ended in (`from`, the requested instant]. */
export interface AskedWindow {
  /** An event is of the type when its name or its code is. */
  readonly typeName: string;
  readonly typeCode?: number;
  readonly from: Date;
}

/** The driver of the windows, and their end. */
export interface WindowsOf {
  readonly fleetId: string;
  readonly driverId: string;
  readonly to: Date;
  readonly excludeTripId?: string;
}

/**
 * Counts event time by the trip's end, in several windows that end at the same instant, deleted and gone trips left out. Call it under
 * the driver's lock, so that no trip slips by.
 * @returns the figures of each window, in their order
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

/** Trips a late trip may still change: those that ended after it, and that were there before it. */
interface LaterTrips {
  readonly fleetId: string;
  readonly driverId: string;
  /** The late trip's end; later ends count from just after it. */
  readonly after: Date;
  /** Ends before this instant: at it the late trip has left the window. */
  readonly before: Date;
  /** Time since when the late trip adds to windows. Trips stored since then had it in their windows already. */
  readonly storedBefore?: Date;
}

/**
 * Returns when the driver's stored trips between `after` and `before`, both excluded, ended: in order, each instant once,
 * deleted and gone trips left out. Those are the windows a late trip has to be counted in besides its own.
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

/** The contribution of one stored trip to every window that contains it. */
export interface WindowTrip {
  readonly endedAt: Date;
  readonly eventsKnown: boolean;
  /** Events of the type; it means something only where `eventsKnown`. */
  readonly count: number;
  /** In kilometres; null: it was not sent. */
  readonly distanceKm: number | null;
  readonly durationSeconds: number | null;
}

/** Returns the single trips that `countWindows` adds up for one window, by their end. */
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

/** Returns a fingerprint of a trip's contribution to the windows that hold it: its end, and its events. */
export function windowFingerprint(trip: Trip): string {
  const ended = claimedEnd(trip)?.toISOString() ?? '';
  const types = trip.events?.map(({ typeCode, typeName }) => JSON.stringify([typeCode, typeName]));
  return fingerprint([ended, ...(types?.sort() ?? ['not sent'])]);
}

/**
 * Returns since when a trip, as it was stored, adds to windows. Undefined when it was not stored, or with other events or another
 * end: then all stored trips precede it.
 */
export function windowSinceOf(
  row: Pick<TripRow, 'windowHash' | 'windowSince' | 'storedAt'> | undefined,
  trip: Trip,
): Date | undefined {
  if (!row?.storedAt) return undefined;
  const isSame = row.windowHash === windowFingerprint(trip);
  return isSame ? (row.windowSince ?? undefined) : undefined;
}
