import { sql } from 'kysely';
import type { Db } from '../../../store/db/index.ts';

const DRIVERS_PER_TRIP = 1 / 200;

/** Trips a statement makes: a loaded machine is well within its time limit. */
const A_STATEMENT = 5_000;

/**
 * A fleet with so many stored trips within sixty days, 200 a driver, each with four events of five types. Made by the
 * database itself, from the trip's number: the same every time.
 */
export async function seedTrips(db: Db, args: { fleetId: string; trips: number }): Promise<void> {
  const drivers = Math.max(1, Math.round(args.trips * DRIVERS_PER_TRIP));
  const lots = Array.from({ length: Math.ceil(args.trips / A_STATEMENT) }, (_each, lot) => ({
    fleetId: args.fleetId,
    drivers,
    first: lot * A_STATEMENT,
    last: Math.min(args.trips, (lot + 1) * A_STATEMENT) - 1,
  }));
  for (const lot of lots) await seedSome(db, lot);
  // Now, because each event looks its trip up, by a plan made for the few trips there were.
  await sql`analyze trips`.execute(db);
  for (const lot of lots) await seedEvents(db, lot);
  await sql`analyze trip_events`.execute(db);
}

interface Lot {
  readonly fleetId: string;
  readonly drivers: number;
  readonly first: number;
  readonly last: number;
}

async function seedSome(db: Db, { fleetId, drivers, first, last }: Lot): Promise<void> {
  await sql`
    insert into trips (fleet_id, driver_id, trip_id, state, revision, content_hash, distance_km, duration_seconds,
      max_speed_kmph, start_time, end_time, score, ratings, extra, problems, events_known, path_points, speed_samples,
      first_received_at, stored_at, decided_at, ended_at)
    select ${fleetId}, 'driver-' || (n % ${drivers}), (1790000000000 + n)::text, 'decided', 1, md5(n::text),
      5 + n % 40, 900 + n % 3000, 60 + n % 70, to_char(ended - interval '20 minutes', ${ISO}), to_char(ended, ${ISO}),
      60 + n % 40, '{"phone_use_rating": 4, "hard_brake_rating": 3}', '{}', '[]', true, 200, 1200,
      ended + interval '5 minutes', ended + interval '5 minutes', ended + interval '5 minutes', ended
    from (
      select n, timestamptz '2026-01-01T06:00:00Z'
        + (n / ${drivers}) * interval '432 minutes' + (n % 293) * interval '1 minute' as ended
      from generate_series(${first}::int, ${last}::int) as n
    ) as made`.execute(db);
}

async function seedEvents(db: Db, { fleetId, drivers, first, last }: Lot): Promise<void> {
  await sql`
    insert into trip_events (fleet_id, driver_id, trip_id, position, type_code, type_name, start_time, end_time,
      duration_seconds, latitude_start, longitude_start, extra, trip_ended_at)
    select ${fleetId}, 'driver-' || (n % ${drivers}), (1790000000000 + n)::text, position, kind,
      (array['HARD_BRAKE', 'RAPID_ACCELERATION', 'PHONE_USE', 'OVERSPEEDING', 'HARD_TURN'])[kind + 1],
      to_char(ended - interval '9 minutes', ${ISO}), to_char(ended - interval '8 minutes', ${ISO}),
      9, 48.1, 11.5, '{}', ended
    from (
      select n, position, (n * 7 + n / 97 + position * 3) % 5 as kind, timestamptz '2026-01-01T06:00:00Z'
        + (n / ${drivers}) * interval '432 minutes' + (n % 293) * interval '1 minute' as ended
      from generate_series(${first}::int, ${last}::int) as n, generate_series(0, 3) as position
    ) as made`.execute(db);
}

const ISO = 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"';
