import { sql } from 'kysely';
import { instantsOf, ofDigest } from './digestDriving.ts';
import type { DigestScope } from './digestDriving.ts';
import type { Db } from './schema.ts';

/**
 * The share of driving time between midnight and four, by each trip's own clock, of stored trips that began on the dates;
 * null where no trip says when it was.
 */
export async function nightShareOfTrips(
  db: Db,
  scope: DigestScope,
): Promise<{ readonly share: number | null; readonly trips: number }> {
  const { from, until } = instantsOf(scope.dates);
  const clock = sql`substring(start_time from 12 for 8)`;
  const { rows } = await sql<{ share: number | null; trips: number }>`
    with timed as (
      select extract(epoch from ${clock}::time) as begins,
        extract(epoch from ended_at - start_time::timestamptz) as lasts
      from trips
      where fleet_id = ${scope.fleetId} and state not in ('deleted', 'gone')
        and ended_at >= ${from} and ended_at < ${new Date(until.getTime() + 2 * 86_400_000)}
        and case when pg_input_is_valid(start_time, 'timestamptz') and pg_input_is_valid(${clock}, 'time')
          then start_time::timestamptz >= ${from} and start_time::timestamptz < ${until} else false end
        and ${ofDigest(scope, sql`trips.driver_id`)}
    ), nights as (
      select lasts, greatest(0, least(begins + lasts, 14400) - begins)
        + greatest(0, least(begins + lasts, 100800) - greatest(begins, 86400)) as at_night
      from timed where lasts > 0 and lasts <= 86400
    )
    select (sum(at_night) / nullif(sum(lasts), 0))::float8 as share, count(*)::int as trips from nights`.execute(
    db,
  );
  return rows[0]!;
}
