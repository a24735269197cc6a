import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../db/index.ts';

/**
 * Coverage of one date: numbers of trips. Each trip of `known` is in exactly one of the next counts. `backfilled` and `recovered`
 * contain some of these trips again.
 */
export interface CoverageDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Trips of this date that the service listed or that were received, including trips that are gone. */
  readonly known: number;
  /** Evaluated trips. */
  readonly evaluated: number;
  /** Trips that wait for their data. */
  readonly waiting: number;
  /** Parked trips: their data did not become available in time. */
  readonly parked: number;
  /** Trips that Tripline deleted. */
  readonly deleted: number;
  /** Trips that the service no longer has. */
  readonly gone: number;
  /** Trips that were not evaluated, because they ended before the fleet was connected or were stored by a backfill. */
  readonly history: number;
  /** Trips of `history` that a backfill read and stored. */
  readonly backfilled: number;
  /** Trips that the service listed and that Tripline has not received. */
  readonly missing: number;
  /** Trips, included in the other counts, that a reconciliation run recovered without a notification. */
  readonly recovered: number;
}

/**
 * Counts trips by the date on which they began, newest date first. Includes trips that the service listed, and received trips
 * that are not listed yet. In a time zone other than UTC, a trip without stored times uses the UTC date of the service's list.
 */
export async function coverageDays(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly fromDate: string;
    readonly toDate: string;
    /** IANA name of the time zone of the dates. Default: UTC, which the service uses. */
    readonly timezone?: string;
    /** Returns a condition on the column with the driver's id. Absent: all drivers. */
    readonly ofDrivers?: (driver: RawBuilder<unknown>) => RawBuilder<boolean>;
  },
): Promise<readonly CoverageDay[]> {
  const { fleetId, fromDate, toDate, timezone = 'UTC', ofDrivers = () => sql<boolean>`true` } = args;
  const isUtc = timezone === 'UTC';
  // A date in another time zone overlaps two UTC dates.
  const around = (date: string, days: number): string =>
    new Date(Date.parse(date) + (isUtc ? 0 : days) * DAY_MS).toISOString().slice(0, 10);
  const [since, last] = [around(fromDate, -1), around(toDate, 1)];
  const until = new Date(Date.parse(last) + 3 * DAY_MS);
  const listedDay = isUtc
    ? sql`service.day`
    : sql`case when trip.start_time is null and trip.ended_at is null then service.day
        else to_char((${BEGAN}) at time zone ${timezone}, 'YYYY-MM-DD') end`;
  const { rows } = await sql<CoverageDay>`
    with listed as (
      select ${listedDay} as day, service.is_history, service.gone_at, trip.state, trip.revision, trip.received_from
      from service_trips service left join trips trip using (fleet_id, driver_id, trip_id)
      where service.fleet_id = ${fleetId} and service.day between ${since} and ${last}
        and ${ofDrivers(sql`service.driver_id`)}
    ), announced as (
      select to_char((${BEGAN}) at time zone ${timezone}, 'YYYY-MM-DD') as day, false as is_history,
        null::timestamptz as gone_at, state, revision, received_from
      from trips
      where fleet_id = ${fleetId} and coalesce(ended_at, first_received_at) between ${new Date(since)} and ${until}
        and not exists (select from service_trips service where service.fleet_id = trips.fleet_id
          and service.driver_id = trips.driver_id and service.trip_id = trips.trip_id)
        and ${ofDrivers(sql`trips.driver_id`)}
    ), sorted as (
      select day, received_from, state, case
        when state = 'deleted' then 'deleted'
        when state = 'gone' or gone_at is not null then 'gone'
        when state = 'decided' and revision > 0 then 'evaluated'
        when state = 'decided' or (state is null and is_history) then 'history'
        when state is null then 'missing' else state end as lot
      from (select * from listed union all select * from announced) as held
      where day between ${fromDate} and ${toDate}
    )
    select day, count(*)::int as known, ${lot('evaluated')} as evaluated, ${lot('waiting')} as waiting,
      ${lot('parked')} as parked, ${lot('deleted')} as deleted, ${lot('gone')} as gone,
      ${lot('history')} as history, (count(*) filter (where lot = 'history' and state = 'decided'))::int as backfilled,
      ${lot('missing')} as missing,
      (count(*) filter (where received_from = 'reconciler'))::int as recovered
    from sorted group by day order by day desc`.execute(db);
  return rows;
}

const DAY_MS = 86_400_000;

/**
 * Start of a trip. If the start is unknown, its end, or the time of receipt. If the device's clock was ahead, always the time of
 * receipt.
 */
const BEGAN = sql`case when clock_ahead_seconds is not null then first_received_at
  when pg_input_is_valid(start_time, 'timestamptz') then start_time::timestamptz
  else coalesce(ended_at, first_received_at) end`;

function lot(name: string) {
  return sql`(count(*) filter (where lot = ${name}))::int`;
}

/** Progress of comparing the dates of a range with the service's lists of trips. */
export interface CoverageComparison {
  /** Number of dates in the range. */
  readonly days: number;
  /** Number of these dates that a run compared completely after the date was over. */
  readonly compared: number;
  /** Time of the oldest of these comparisons. Null if there is none. */
  readonly at: Date | null;
}

/** Counts the dates of a range that were compared. A run that could not read a list completely compared none of its dates. */
export async function coverageComparison(
  db: Db,
  args: { readonly fleetId: string; readonly fromDate: string; readonly toDate: string },
): Promise<CoverageComparison> {
  const { fleetId, fromDate, toDate } = args;
  const date = sql`to_char(each.day, 'YYYY-MM-DD')`;
  const { rows } = await sql<CoverageComparison>`
    select count(*)::int as days, count(walked.at)::int as compared, min(walked.at) as at
    from generate_series(${fromDate}::timestamp, ${toDate}::timestamp, interval '1 day') as each (day)
      left join lateral (
        select max(started_at) as at from reconcile_runs
        where fleet_id = ${fleetId} and state = 'done' and problem is null
          and from_date <= ${date} and to_date >= ${date}
          and started_at >= (each.day + interval '1 day') at time zone 'UTC'
      ) as walked on true`.execute(db);
  return rows[0]!;
}

/**
 * Returns the time since which a fleet is reconciled. Uses the time that the first run recorded, otherwise the first
 * notification. Undefined if there is neither.
 */
export async function knownSince(db: Db, fleetId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date | null }>`
    select coalesce((select since from reconcile_fleets where fleet_id = ${fleetId}),
      (select min(received_at) from notifications where fleet_id = ${fleetId} and source = 'webhook')) as since`.execute(
    db,
  );
  return rows[0]?.since ?? undefined;
}
