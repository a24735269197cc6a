import { sql } from 'kysely';
import type { DriverReading, JsonObject } from '../../rules/vocabulary/index.ts';
import { jsonb } from '../db/index.ts';
import type { Db } from '../db/index.ts';

/** A driver's reading (scores and statistics from the service), and the time at which it was read. */
export interface StoredReading {
  readonly reading: DriverReading;
  readonly readAt: Date;
}

/**
 * Stores a driver's reading as of one UTC date, replacing an older one.
 * @param args.endDate `YYYY-MM-DD`, the date that was requested from the service
 */
export async function keepReading(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly endDate: string;
    readonly reading: DriverReading;
    readonly at: Date;
  },
): Promise<void> {
  const content = {
    score: args.reading.score ?? null,
    reading: jsonb(args.reading),
    readAt: args.at,
  };
  await db
    .insertInto('driverReadings')
    .values({ fleetId: args.fleetId, driverId: args.reading.driverId, endDate: args.endDate, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(['fleetId', 'driverId', 'endDate'])
        .doUpdateSet(content)
        .where('driverReadings.readAt', '<=', args.at),
    )
    .execute();
}

/**
 * Stores readings of one UTC date, only for drivers who have no reading of that date. A reading that a decision used is therefore
 * never replaced.
 * @returns the number of readings stored
 */
export async function keepMissingReadings(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly endDate: string;
    readonly readings: readonly DriverReading[];
    readonly at: Date;
  },
): Promise<number> {
  const { fleetId, endDate, readings, at: readAt } = args;
  if (readings.length === 0) return 0;
  const stored = await db
    .insertInto('driverReadings')
    .values(
      readings.map((reading) => ({
        fleetId,
        driverId: reading.driverId,
        endDate,
        readAt,
        score: reading.score ?? null,
        reading: jsonb(reading),
      })),
    )
    .onConflict((conflict) => conflict.columns(['fleetId', 'driverId', 'endDate']).doNothing())
    .returning('driverId')
    .execute();
  return stored.length;
}

/** Returns a driver's reading as of one UTC date, or undefined if none is stored. */
export async function getReading(
  db: Db,
  args: { readonly fleetId: string; readonly driverId: string; readonly endDate: string },
): Promise<StoredReading | undefined> {
  return db
    .selectFrom('driverReadings')
    .select(['reading', 'readAt'])
    .where('fleetId', '=', args.fleetId)
    .where('driverId', '=', args.driverId)
    .where('endDate', '=', args.endDate)
    .executeTakeFirst();
}

/** Returns the attributes in the newest readings of a fleet's first drivers, ordered by id. Omits drivers without attributes. */
export async function newestAttributes(
  db: Db,
  args: { readonly fleetId: string; readonly drivers: number },
): Promise<JsonObject[]> {
  const { rows } = await sql<{ attributes: JsonObject }>`
    select reading -> 'attributes' as attributes
    from driver_readings join (
      select driver_id, max(end_date) as end_date from driver_readings where fleet_id = ${args.fleetId}
      group by driver_id order by driver_id limit ${args.drivers}
    ) as newest using (driver_id, end_date)
    where fleet_id = ${args.fleetId} and jsonb_typeof(reading -> 'attributes') = 'object'`.execute(db);
  return rows.map(({ attributes }) => attributes);
}
