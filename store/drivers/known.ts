import { sql } from 'kysely';
import type { Db } from '../db/index.ts';

/** A driver about whom nothing is stored, with similar ids that may be meant. */
export interface UnknownDriver {
  readonly driverId: string;
  /** Ids that have the first or the second half in common with this id. The caller compares them in detail. */
  readonly similar: readonly string[];
}

/** Tables in which a row shows that a driver exists. */
const KNOWN_FROM = ['trips', 'driver_directory', 'driver_groups', 'driver_readings'] as const;
/** Maximum number of similar ids per driver. */
const MOST_SIMILAR = 1_000;

/**
 * Returns those of the given drivers without a stored trip, reading, group or directory entry. Their ids are mistyped, or the
 * drivers are new.
 */
export async function unknownDrivers(
  db: Db,
  { fleetId, driverIds }: { readonly fleetId: string; readonly driverIds: readonly string[] },
): Promise<readonly UnknownDriver[]> {
  const isKnown = sql.join(
    KNOWN_FROM.map(
      (table) =>
        sql`exists (select from ${sql.table(table)} where fleet_id = ${fleetId} and driver_id = asked.driver_id)`,
    ),
    sql` or `,
  );
  const { rows } = await sql<{ driverId: string }>`
    select driver_id from unnest(${[...driverIds]}::text[]) with ordinality asked (driver_id, place)
    where not (${isKnown}) order by place`.execute(db);
  const unknown: UnknownDriver[] = [];
  for (const { driverId } of rows)
    unknown.push({
      driverId,
      similar: unknown.length < 10 ? await similarDrivers(db, { fleetId, driverId }) : [],
    });
  return unknown;
}

/**
 * Returns ids of the fleet's drivers that are similar to an id, in case it is mistyped. A single typing error leaves either the
 * first or the second half of the id right.
 */
export async function similarDrivers(
  db: Db,
  { fleetId, driverId }: { readonly fleetId: string; readonly driverId: string },
): Promise<readonly string[]> {
  const letters = [...driverId.toLowerCase()];
  const half = Math.ceil(letters.length / 2);
  const [first, second] = [letters.slice(0, half).join(''), letters.slice(half).join('')];
  const hasSecond =
    second === '' ? sql`false` : sql`right(lower(driver_id), ${letters.length - half}) = ${second}`;
  const ids = sql.join(
    ['driver_directory', 'driver_groups'].map(
      (table) => sql`select driver_id from ${sql.table(table)} where fleet_id = ${fleetId}`,
    ),
    sql` union `,
  );
  const { rows } = await sql<{ driverId: string }>`
    select driver_id from (
      ${ids} union (
        with recursive driver as (
          (select driver_id from trips where fleet_id = ${fleetId} order by driver_id limit 1)
          union all
          select (select driver_id from trips where fleet_id = ${fleetId} and driver_id > driver.driver_id order by driver_id limit 1)
          from driver where driver.driver_id is not null
        ) select driver_id from driver where driver_id is not null)
    ) known
    where abs(length(driver_id) - ${letters.length}) <= 3 and (starts_with(lower(driver_id), ${first}) or ${hasSecond})
    order by not ${hasSecond}, driver_id limit ${MOST_SIMILAR}`.execute(db);
  return rows.map((row) => row.driverId);
}
