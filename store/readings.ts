import type { DriverReading } from '../rules/trip.ts';
import { jsonb } from './json.ts';
import type { Db } from './schema.ts';

/** A driver's reading and when it was read. */
export interface StoredReading {
  readonly reading: DriverReading;
  readonly readAt: Date;
}

/**
 * Keeps a driver's reading as of one UTC date, in place of an older one.
 * @param args.endDate `YYYY-MM-DD`, the date that was asked for
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

/** A driver's reading as of one UTC date. */
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
