import { sql } from 'kysely';
import type { AlertedTrip, ResolvedTrip } from '../../rules/backtests/index.ts';
import type { DriverReading, FleetReading } from '../../rules/vocabulary/index.ts';
import type { Db } from '../db/index.ts';

interface OfDrivers {
  readonly fleetId: string;
  readonly driverIds: readonly string[];
}

/** Returns the end of each driver's first stored trip, by driver. Windows have no data from before that trip. */
export async function historyBegins(db: Db, args: OfDrivers): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ driverId: string; begins: Date | null }>`
    select driver.id as driver_id, (
        select min(ended_at) from trips where fleet_id = ${args.fleetId} and driver_id = driver.id
      ) as begins
    from unnest(${args.driverIds}::text[]) as driver (id)`.execute(db);
  return new Map(rows.flatMap(({ driverId, begins }) => (begins ? [[driverId, begins]] : [])));
}

/** A driver's stored readings (scores and statistics from the service) and the times at which they were read, by end date. */
export interface DriverHistory {
  readonly readings: ReadonlyMap<string, DriverReading>;
  readonly readAt: ReadonlyMap<string, Date>;
}

/**
 * Returns the stored readings of some drivers by driver and end date. Leaves out the daily series, because no fact uses it.
 * @param args.from, args.to `YYYY-MM-DD`, both inclusive
 */
export async function readingsOfDrivers(
  db: Db,
  args: OfDrivers & { readonly from: string; readonly to: string },
): Promise<ReadonlyMap<string, DriverHistory>> {
  const { rows } = await sql<{ driverId: string; endDate: string; reading: DriverReading; readAt: Date }>`
    select driver_id, end_date, reading - 'daily' as reading, read_at
    from driver_readings
    where fleet_id = ${args.fleetId} and driver_id = any(${args.driverIds})
      and end_date >= ${args.from} and end_date <= ${args.to}`.execute(db);
  const found = new Map<string, { readings: Map<string, DriverReading>; readAt: Map<string, Date> }>();
  for (const { driverId, endDate, reading, readAt } of rows) {
    const ofDriver = found.get(driverId) ?? { readings: new Map(), readAt: new Map() };
    ofDriver.readings.set(endDate, reading);
    ofDriver.readAt.set(endDate, readAt);
    found.set(driverId, ofDriver);
  }
  return found;
}

/**
 * Returns the trips on which some rules raised live alerts (not in shadow), by driver. The fact `driver.rule_alerts` counts the
 * same trips.
 */
export async function alertedTrips(
  db: Db,
  args: OfDrivers & { readonly rules: readonly string[]; readonly from: Date; readonly to: Date },
): Promise<ReadonlyMap<string, readonly AlertedTrip[]>> {
  const { rows } = await sql<{ driverId: string; tripId: string; rule: string; endedAt: Date }>`
    select distinct driver_id, trip_id, alert.rule, trip.ended_at
    from alerts alert join trips trip using (fleet_id, driver_id, trip_id)
    where alert.fleet_id = ${args.fleetId} and alert.driver_id = any(${args.driverIds})
      and alert.rule = any(${args.rules}) and not alert.in_shadow
      and trip.ended_at > ${args.from} and trip.ended_at < ${args.to}
      and trip.state not in ('deleted', 'gone')`.execute(db);
  const found = new Map<string, AlertedTrip[]>();
  for (const { driverId, tripId, rule, endedAt } of rows) {
    const ofDriver = found.get(driverId) ?? [];
    found.set(driverId, ofDriver);
    ofDriver.push({ rule, tripId, at: endedAt.getTime() });
  }
  return found;
}

/** Returns the trips that ended in a range and have an incident of the rule resolved as `confirmed` or `false_alarm`. */
export async function resolvedTrips(
  db: Db,
  args: { readonly fleetId: string; readonly rule: string; readonly from: Date; readonly to: Date },
): Promise<ResolvedTrip[]> {
  const { rows } = await sql<ResolvedTrip>`
    select distinct on (driver_id, trip_id) driver_id, trip_id, incident.disposition
    from incidents incident join trips trip using (fleet_id, driver_id, trip_id)
    where incident.fleet_id = ${args.fleetId} and incident.rule = ${args.rule}
      and incident.state = 'resolved' and incident.disposition in ('confirmed', 'false_alarm')
      and trip.ended_at >= ${args.from} and trip.ended_at < ${args.to}
      and trip.state not in ('deleted', 'gone')
    order by driver_id, trip_id, incident.id desc`.execute(db);
  return rows;
}

/** Returns the currently known groups of a fleet's drivers, or undefined if groups were never read. */
export async function groupsByDriver(
  db: Db,
  fleetId: string,
): Promise<ReadonlyMap<string, readonly string[]> | undefined> {
  const refresh = await db
    .selectFrom('groupRefreshes')
    .select('refreshedAt')
    .where('fleetId', '=', fleetId)
    .executeTakeFirst();
  if (!refresh?.refreshedAt) return undefined;
  const rows = await db
    .selectFrom('driverGroups')
    .select(['driverId', 'groups'])
    .where('fleetId', '=', fleetId)
    .execute();
  return new Map(rows.map((row) => [row.driverId, row.groups]));
}

/** A stored score reading of a fleet or a group. */
interface DatedScore {
  /** The group. Absent for a reading of the whole fleet. */
  readonly group?: string;
  readonly endDate: string;
  readonly reading: FleetReading;
}

/**
 * Returns the stored score readings of a fleet and its groups.
 * @param args.from, args.to `YYYY-MM-DD`, both inclusive
 */
export async function scoresBetween(
  db: Db,
  args: { readonly fleetId: string; readonly from: string; readonly to: string },
): Promise<DatedScore[]> {
  const rows = await db
    .selectFrom('scoreReadings')
    .select(['groupId', 'endDate', 'reading'])
    .where('fleetId', '=', args.fleetId)
    .where('endDate', '>=', args.from)
    .where('endDate', '<=', args.to)
    .execute();
  return rows.flatMap(({ groupId, endDate, reading }) =>
    reading ? [{ ...(groupId !== '' && { group: groupId }), endDate, reading }] : [],
  );
}
