import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';

const DRIVERS_PER_TRIP = 1 / 200;

/**
 * A fleet with so many stored trips within sixty days, 200 a driver, each with four events of five types. Made by the
 * database itself, from the trip's number: the same every time.
 */
export async function seedTrips(db: Db, args: { fleetId: string; trips: number }): Promise<void> {
  const { fleetId, trips } = args;
  const drivers = Math.max(1, Math.round(trips * DRIVERS_PER_TRIP));
  await sql`
    insert into trips (fleet_id, driver_id, trip_id, state, revision, content_hash, distance_km, duration_seconds,
      max_speed_kmph, start_time, end_time, score, ratings, extra, problems, events_known, path_points, speed_samples,
      first_announced_at, kept_at, decided_at, ended_at)
    select ${fleetId}, 'driver-' || (n % ${drivers}), (1790000000000 + n)::text, 'decided', 1, md5(n::text),
      5 + n % 40, 900 + n % 3000, 60 + n % 70, to_char(ended - interval '20 minutes', ${ISO}), to_char(ended, ${ISO}),
      60 + n % 40, '{"phone_use_rating": 4, "hard_brake_rating": 3}', '{}', '[]', true, 200, 1200,
      ended + interval '5 minutes', ended + interval '5 minutes', ended + interval '5 minutes', ended
    from (
      select n, timestamptz '2026-01-01T06:00:00Z'
        + (n / ${drivers}) * interval '432 minutes' + (n % 293) * interval '1 minute' as ended
      from generate_series(0, ${trips} - 1) as n
    ) as made`.execute(db);
  await sql`
    insert into trip_events (fleet_id, driver_id, trip_id, position, type_code, type_name, start_time, end_time,
      duration_seconds, latitude_start, longitude_start, extra, trip_ended_at)
    select fleet_id, driver_id, trip_id, position, kind, (array['HARD_BRAKE', 'RAPID_ACCELERATION', 'PHONE_USE',
      'OVERSPEEDING', 'HARD_TURN'])[kind + 1], start_time, end_time, 9, 48.1, 11.5, '{}', ended_at
    from trips, generate_series(0, 3) as position, lateral (
      select ((right(trip_id, 5)::int * 7 + right(trip_id, 6)::int / 97 + position * 3) % 5) as kind
    ) as chosen
    where fleet_id = ${fleetId} and driver_id like 'driver-%'`.execute(db);
  await sql`analyze trips`.execute(db);
  await sql`analyze trip_events`.execute(db);
}

const ISO = 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"';
