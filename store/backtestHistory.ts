import { sql } from 'kysely';
import type { DriverReading } from '../rules/trip.ts';
import type { Db } from './schema.ts';

interface OfDrivers {
  readonly fleetId: string;
  readonly driverIds: readonly string[];
}

/** When each driver's first stored trip ended, by driver: before that, no window knows anything. */
export async function historyBegins(db: Db, args: OfDrivers): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ driverId: string; begins: Date | null }>`
    select driver.id as driver_id, (
        select min(ended_at) from trips where fleet_id = ${args.fleetId} and driver_id = driver.id
      ) as begins
    from unnest(${args.driverIds}::text[]) as driver (id)`.execute(db);
  return new Map(rows.flatMap(({ driverId, begins }) => (begins ? [[driverId, begins]] : [])));
}

/**
 * The stored readings of some drivers by driver and end date, without their daily series, which no fact asks for.
 * @param args.from, args.to `YYYY-MM-DD`, both included
 */
export async function readingsOfDrivers(
  db: Db,
  args: OfDrivers & { readonly from: string; readonly to: string },
): Promise<ReadonlyMap<string, ReadonlyMap<string, DriverReading>>> {
  const { rows } = await sql<{ driverId: string; endDate: string; reading: DriverReading }>`
    select driver_id, end_date, reading - 'daily' as reading
    from driver_readings
    where fleet_id = ${args.fleetId} and driver_id = any(${args.driverIds})
      and end_date >= ${args.from} and end_date <= ${args.to}`.execute(db);
  const found = new Map<string, Map<string, DriverReading>>();
  for (const { driverId, endDate, reading } of rows) {
    const ofDriver = found.get(driverId) ?? new Map<string, DriverReading>();
    found.set(driverId, ofDriver.set(endDate, reading));
  }
  return found;
}
