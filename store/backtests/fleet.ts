import type { FleetReading } from '../../rules/vocabulary/index.ts';
import type { Db } from '../db/index.ts';

/** The groups of a fleet's drivers as they are known now; undefined while they were never read. */
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

/** A fleet's or a group's stored reading. */
export interface DatedScore {
  /** Absent: the whole fleet's. */
  readonly group?: string;
  readonly endDate: string;
  readonly reading: FleetReading;
}

/** What is stored of the scores of a fleet and its groups. @param args.from, args.to `YYYY-MM-DD`, both included */
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
