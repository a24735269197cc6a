import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../store/db/index.ts';

/** How large the fleet is. */
export interface ListSizes {
  readonly drivers: number;
  readonly rules: number;
  readonly trips: number;
}

/** Rows a statement makes: it stays below the time limit on a loaded machine. */
const A_STATEMENT = 50_000;
/** The days over which everything is spread, up to now. */
const DAYS = 90;
const ISO = 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"';

/**
 * A fleet of a size, made by the database itself: one trip in ten has an alert, one alert in five an incident; a few values are
 * rare, as parked trips and failed deliveries are. What is new has the highest ids, as in real life.
 */
export async function seedLists(db: Db, fleetId: string, sizes: ListSizes): Promise<void> {
  const { drivers, rules, trips } = sizes;
  const driver = (n: RawBuilder<unknown>) =>
    sql`'driver-' || lpad((${n}::bigint * 7919 % ${drivers})::text, 6, '0')`;
  const at = (n: RawBuilder<unknown>, of: number) =>
    sql`now() - interval '${sql.raw(String(DAYS))} days' * (1 - ${n}::float8 / ${of})`;
  const rule = (n: RawBuilder<unknown>) => sql`'rule-' || (${n} % ${rules})`;
  const n = sql`n`;
  const lots = async (count: number, insert: (numbers: RawBuilder<unknown>) => RawBuilder<unknown>) => {
    for (let first = 0; first < count; first += A_STATEMENT)
      await insert(
        sql`generate_series(${first}::int, ${Math.min(count, first + A_STATEMENT) - 1}::int) n`,
      ).execute(db);
  };
  await lots(
    trips,
    (numbers) => sql`
    insert into trips (fleet_id, driver_id, trip_id, state, revision, content_hash, distance_km, duration_seconds, max_speed_kmph,
      start_time, end_time, score, events_known, first_received_at, stored_at, decided_at, ended_at, received_from)
    select ${fleetId}, ${driver(n)}, n::text, case when n % 5000 = 7 then 'parked' when n % 3000 = 5 then 'waiting' else 'decided' end,
      1, md5(n::text), 5 + n % 40, 900 + n % 3000, 60 + n % 70, to_char(ended - interval '20 minutes', ${ISO}), to_char(ended, ${ISO}),
      60 + n % 40, true, ended + interval '1 minute', ended + interval '1 minute', ended + interval '1 minute', ended, 'webhook'
    from (select n, ${at(n, trips)} as ended from ${numbers}) made`,
  );
  await lots(
    trips,
    (numbers) => sql`
    insert into trip_events (fleet_id, driver_id, trip_id, position, type_code, type_name, duration_seconds, extra, trip_ended_at)
    select ${fleetId}, ${driver(n)}, n::text, 0, 0, 'HARD_BRAKE', 9, '{}', ${at(n, trips)} from ${numbers}`,
  );
  await lots(
    trips,
    (numbers) => sql`
    insert into notifications (fleet_id, driver_id, trip_id, type, received_at, source)
    select ${fleetId}, ${driver(n)}, n::text, 'TRIP_SCORED', ${at(n, trips)}, 'webhook' from ${numbers}`,
  );
  const alerts = Math.ceil(trips / 10);
  const tripOf = (each: RawBuilder<unknown>) => sql`(${each} * 10)`;
  await lots(
    alerts,
    (numbers) => sql`
    insert into alerts (fleet_id, driver_id, trip_id, rule, version, revision, severity, state, reason, at, passed_throttle, passed_budget)
    select ${fleetId}, ${driver(tripOf(n))}, (n * 10)::text, ${rule(n)}, 1, 1,
      case when n % 500 = 3 then 'critical' when n % 3 = 0 then 'warning' else 'info' end,
      case when n % 1000 = 9 then 'held' when n % 2 = 0 then 'stopped' else 'raised' end,
      case when n % 1000 = 9 then 'quiet_hours' when n % 2 = 0 then 'throttled' end, ${at(n, alerts)}, true, true from ${numbers}`,
  );
  await lots(
    alerts,
    (numbers) => sql`
    insert into deliveries (fleet_id, driver_id, trip_id, delivery_key, rule, version, action, action_index, receiver, revision,
      state, planned_at, settled_at)
    select ${fleetId}, ${driver(tripOf(n))}, (n * 10)::text, 'key-' || n, ${rule(n)}, 1, case when n % 3 = 0 then 'slack' else 'email' end,
      0, 'lead@example.com', 1, case when n % 2000 = 11 then 'failed' when n % 900 = 1 then 'held' else 'sent' end, ${at(n, alerts)},
      case when n % 900 <> 1 then ${at(n, alerts)} end from ${numbers}`,
  );
  const incidents = Math.ceil(alerts / 5);
  await lots(
    incidents,
    (numbers) => sql`
    insert into incidents (fleet_id, policy, policy_version, rule, rule_version, severity, driver_id, trip_id, state, opened_at,
      disposition, resolved_at)
    select ${fleetId}, 'policy-' || n % 5, 1, ${rule(n)}, 1, 'critical', ${driver(sql`(n * 50)`)}, (n * 50)::text,
      case when n % 700 = 3 then 'open' when n % 900 = 4 then 'acknowledged' else 'resolved' end, ${at(n, incidents)},
      case when n % 3 = 0 then 'false_alarm' else 'confirmed' end, ${at(n, incidents)} from ${numbers}`,
  );
  await lots(
    trips,
    (numbers) => sql`
    insert into audit (fleet_id, at, who, action, subject_type, subject_id, details)
    select ${fleetId}, ${at(n, trips)}, case when n % 4000 = 1 then 'ann' else 'tripline' end,
      case when n % 4000 = 1 then 'rule.published' else 'decision.recorded' end, case when n % 4000 = 1 then 'rule' else 'trip' end,
      case when n % 4000 = 1 then 'rule-1' else ${driver(n)} || '/' || n end, jsonb_build_object('driver_id', ${driver(n)})
    from ${numbers}`,
  );
  await seedDrivers(db, fleetId, drivers);
  await seedRules(db, fleetId, rules);
  await sql`analyze`.execute(db);
}

async function seedDrivers(db: Db, fleetId: string, drivers: number): Promise<void> {
  const numbers = sql`generate_series(0, ${drivers - 1}::int) n`;
  const id = sql`'driver-' || lpad(n::text, 6, '0')`;
  await sql`
    insert into driver_directory (fleet_id, driver_id, name, vehicle, updated_at)
    select ${fleetId}, ${id}, 'Ann Meyer ' || n, 'Van ' || n, now() from ${numbers}`.execute(db);
  await sql`
    insert into driver_groups (fleet_id, driver_id, groups, seen_at)
    select ${fleetId}, ${id}, array['group-' || n % 40], now() from ${numbers}`.execute(db);
  await sql`
    insert into group_refreshes (fleet_id, group_ids, refreshed_at)
    values (${fleetId}, array(select 'group-' || n from generate_series(0, 39) n), now())`.execute(db);
  await sql`
    insert into driver_readings (fleet_id, driver_id, end_date, score, reading, read_at)
    select ${fleetId}, ${id}, to_char(now() - days * interval '1 day', 'YYYY-MM-DD'), 60 + n % 40,
      jsonb_build_object('driverId', ${id}, 'score', 60 + n % 40, 'attributes', jsonb_build_object('name', 'Ann ' || n)), now()
    from ${numbers}, generate_series(0, 9) days`.execute(db);
}

async function seedRules(db: Db, fleetId: string, rules: number): Promise<void> {
  const numbers = sql`generate_series(0, ${rules - 1}::int) n`;
  await sql`
    insert into documents (fleet_id, kind, id, published_version, last_version, updated_at)
    select ${fleetId}, 'rule', 'rule-' || n, 1, 1, now() from ${numbers}`.execute(db);
  await sql`
    insert into document_versions (fleet_id, kind, id, version, body, at, who)
    select ${fleetId}, 'rule', 'rule-' || n, 1, json_build_object('id', 'rule-' || n, 'name', 'Rule ' || n, 'severity', 'info',
      'mode', 'live', 'conditions', json_build_object('all', json_build_array(json_build_object('fact', 'trip.distance_km',
      'operator', 'greaterThan', 'value', n))), 'actions', json_build_array(json_build_object('type', 'email', 'to',
      json_build_array('lead@example.com'), 'subject', 'Distance'))), now(), 'ann' from ${numbers}`.execute(
    db,
  );
}
