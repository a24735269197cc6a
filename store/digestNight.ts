import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { instantsOf, ofDigest } from './digestDriving.ts';
import type { DigestScope } from './digestDriving.ts';
import type { Db } from './schema.ts';

const CLOCK = sql`substring(start_time from 12 for 8)`;

/** A value made of the beginning, null where that is no time: a condition beside it may be looked at after it. */
function guarded(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when pg_input_is_valid(start_time, 'timestamptz') and pg_input_is_valid(${CLOCK}, 'time') then ${value} end`;
}

/**
 * The share of driving time between midnight and four, by each trip's own clock, of stored trips that began on the dates;
 * null where no trip says when it was.
 */
export async function nightShareOfTrips(
  db: Db,
  scope: DigestScope,
): Promise<{ readonly share: number | null; readonly trips: number }> {
  const { from, until } = instantsOf(scope.dates);
  const { rows } = await sql<{ share: number | null; trips: number }>`
    with begun as (
      select ended_at, ${guarded(sql`start_time::timestamptz`)} as began_at,
        ${guarded(sql`extract(epoch from ${CLOCK}::time)`)} as begins
      from trips
      where fleet_id = ${scope.fleetId} and state not in ('deleted', 'gone')
        and ended_at >= ${from} and ended_at < ${new Date(until.getTime() + 2 * 86_400_000)}
        and ${ofDigest(scope, sql`trips.driver_id`)}
    ), timed as (
      select begins, extract(epoch from ended_at - began_at) as lasts
      from begun where began_at >= ${from} and began_at < ${until}
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
