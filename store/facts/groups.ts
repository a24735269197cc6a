import { sql } from 'kysely';
import { inTransaction } from '../db/index.ts';
import type { Db } from '../db/index.ts';

/** The stored groups of one driver. */
export interface DriverGroups {
  /** Absent: the driver is not in the table. Empty: the driver was looked up in a fresh list and is in no group. */
  readonly groups?: readonly string[];
  /** Time at which the fleet's groups were last read completely. */
  readonly refreshedAt?: Date;
  /** Start of that reading. It contains the drivers whom the service knew at that time. */
  readonly begunAt?: Date;
  /** Time at which the newest attempt began or was last renewed. */
  readonly attemptedAt?: Date;
  /** Whether a worker is reading the groups now, or began to and crashed. */
  readonly attemptOpen: boolean;
}

/** Returns the driver's groups as they were last read, and the times of reading. */
export async function getDriverGroups(
  db: Db,
  key: { readonly fleetId: string; readonly driverId: string },
): Promise<DriverGroups> {
  const refresh = await db
    .selectFrom('groupRefreshes')
    .select(['refreshedAt', 'begunAt', 'attemptedAt', 'attemptOpen'])
    .where('fleetId', '=', key.fleetId)
    .executeTakeFirst();
  const driver = await db
    .selectFrom('driverGroups')
    .select('groups')
    .where('fleetId', '=', key.fleetId)
    .where('driverId', '=', key.driverId)
    .executeTakeFirst();
  return {
    ...(driver ? { groups: driver.groups } : {}),
    ...(refresh?.refreshedAt ? { refreshedAt: refresh.refreshedAt } : {}),
    ...(refresh?.begunAt ? { begunAt: refresh.begunAt } : {}),
    ...(refresh?.attemptedAt ? { attemptedAt: refresh.attemptedAt } : {}),
    attemptOpen: refresh?.attemptOpen ?? false,
  };
}

/** Returns whether a driver is in one of the given groups, as the groups were last read. */
export async function isDriverInGroups(
  db: Db,
  args: { readonly fleetId: string; readonly driverId: string; readonly groups: readonly string[] },
): Promise<boolean> {
  const { groups = [] } = await getDriverGroups(db, args);
  return groups.some((each) => args.groups.includes(each));
}

/** Returns the ids of all groups of a fleet, sorted. Empty if they were never read. */
export async function listGroups(db: Db, fleetId: string): Promise<readonly string[]> {
  return (await knownGroups(db, fleetId)) ?? [];
}

/** Returns the ids of all groups of a fleet, or undefined if they were never read completely. */
export async function knownGroups(db: Db, fleetId: string): Promise<readonly string[] | undefined> {
  const row = await db
    .selectFrom('groupRefreshes')
    .select('groupIds')
    .where('fleetId', '=', fleetId)
    .where('refreshedAt', 'is not', null)
    .executeTakeFirst();
  return row?.groupIds;
}

/** Returns the time at which a fleet's groups were last read completely, or undefined if they never were. */
export async function groupsReadAt(db: Db, fleetId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('groupRefreshes')
    .select('refreshedAt')
    .where('fleetId', '=', fleetId)
    .executeTakeFirst();
  return row?.refreshedAt ?? undefined;
}

/** A group of a fleet, and its number of drivers. */
export interface GroupCount {
  readonly id: string;
  readonly drivers: number;
}

/**
 * Returns a fleet's groups with their numbers of drivers, and the time of reading. Undefined if they were never read completely.
 */
export async function countGroups(
  db: Db,
  fleetId: string,
): Promise<{ readonly readAt: Date; readonly groups: readonly GroupCount[] } | undefined> {
  const { rows } = await sql<{ readAt: Date; groups: GroupCount[] }>`
    select refresh.refreshed_at as read_at, coalesce((
      select jsonb_agg(jsonb_build_object('id', known.id, 'drivers', coalesce(counted.drivers, 0)) order by known.id)
      from unnest(refresh.group_ids) known (id)
      left join (
        select own.id, count(*)::int as drivers
        from driver_groups, unnest(groups) own (id) where fleet_id = ${fleetId} group by own.id
      ) counted using (id)), '[]') as groups
    from group_refreshes refresh where fleet_id = ${fleetId} and refreshed_at is not null`.execute(db);
  return rows[0];
}

/** Minimum milliseconds from the start of one attempt to the next, by the outcome of the first. */
export interface RefreshPauses {
  readonly succeeded: number;
  readonly failed: number;
  /** Minimum milliseconds after an attempt without an outcome or a renewal, because its process may have crashed. */
  readonly open: number;
}

/** A claim to refresh a fleet's groups. `at`, the time of the claim or its last renewal, identifies the claim. */
export interface GroupRefresh {
  readonly fleetId: string;
  readonly at: Date;
}

/**
 * Claims the refresh of a fleet's groups for one of all workers, once the pause after the last attempt is over. The claiming
 * worker calls `renewGroupRefresh` while it reads, and `keepGroups` or `releaseGroupRefresh` at the end.
 * @returns the claim, or undefined if the pause is not over or another worker has the claim
 */
export async function claimGroupRefresh(
  db: Db,
  args: { readonly fleetId: string; readonly at: Date; readonly pauses: RefreshPauses },
): Promise<GroupRefresh | undefined> {
  const { fleetId, at, pauses } = args;
  const before = (pause: number): Date => new Date(at.getTime() - pause);
  const { rows } = await sql`
    insert into group_refreshes as present (fleet_id, attempted_at, attempt_open)
    values (${fleetId}, ${at}, true)
    on conflict (fleet_id) do update set attempted_at = excluded.attempted_at, attempt_open = true
    where present.attempted_at is null or present.attempted_at <= case
      when present.attempt_open then ${before(pauses.open)}::timestamptz
      when present.refreshed_at >= present.attempted_at then ${before(pauses.succeeded)}::timestamptz
      else ${before(pauses.failed)}::timestamptz end
    returning fleet_id`.execute(db);
  return rows.length > 0 ? { fleetId, at } : undefined;
}

/** Thrown when another worker has taken over the refresh and reads newer groups. */
export class GroupRefreshLostError extends Error {
  constructor() {
    super("Another worker reads the fleet's groups by now.");
    this.name = 'GroupRefreshLostError';
  }
}

/**
 * Renews the claim of a refresh that is still under way.
 * @returns the renewed claim
 * @throws GroupRefreshLostError if another worker has taken over the refresh
 */
export async function renewGroupRefresh(db: Db, claim: GroupRefresh, at: Date): Promise<GroupRefresh> {
  const renewed = await ofClaim(db, claim).set({ attemptedAt: at }).returning('fleetId').executeTakeFirst();
  if (!renewed) throw new GroupRefreshLostError();
  return { fleetId: claim.fleetId, at };
}

/**
 * Records that a refresh failed. The groups that were read before stay. Does nothing if another worker has taken over the
 * refresh.
 */
export async function releaseGroupRefresh(db: Db, claim: GroupRefresh): Promise<void> {
  await ofClaim(db, claim).set({ attemptOpen: false }).execute();
}

function ofClaim(db: Db, { fleetId, at }: GroupRefresh) {
  return db
    .updateTable('groupRefreshes')
    .where((row) => row.and({ fleetId, attemptOpen: true, attemptedAt: at }));
}

/** Maximum number of rows per insert, because PostgreSQL allows 65,535 parameters in one statement. */
const ROWS_A_STATEMENT = 5_000;

/**
 * Replaces a fleet's stored groups. Removes drivers who are no longer listed. Keeps a driver who was looked up and is in no
 * group, so that the driver is not looked up again before the next refresh.
 * @param args.members every listed driver's groups, by driver id
 * @param args.begunAt start of the reading. Default: `at`.
 * @param args.claim claim of the refresh
 * @throws GroupRefreshLostError if another worker has taken over the refresh. Nothing is stored then.
 */
export async function keepGroups(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly groupIds: readonly string[];
    readonly members: ReadonlyMap<string, readonly string[]>;
    readonly at: Date;
    readonly begunAt?: Date;
    readonly claim?: GroupRefresh;
  },
): Promise<void> {
  const { fleetId, at, begunAt = at, claim } = args;
  const rows = [...args.members]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([driverId, groups]) => ({ fleetId, driverId, groups: [...groups].sort(), seenAt: at }));
  await inTransaction(db, async (tx) => {
    for (let first = 0; first < rows.length; first += ROWS_A_STATEMENT)
      await tx
        .insertInto('driverGroups')
        .values(rows.slice(first, first + ROWS_A_STATEMENT))
        .onConflict((conflict) =>
          conflict.columns(['fleetId', 'driverId']).doUpdateSet((row) => ({
            groups: row.ref('excluded.groups'),
            seenAt: row.ref('excluded.seenAt'),
          })),
        )
        .execute();
    await tx
      .deleteFrom('driverGroups')
      .where('fleetId', '=', fleetId)
      .where('seenAt', '<', at)
      .where(sql<boolean>`groups <> '{}'`)
      .execute();
    // This update comes last, so that other claims do not have to wait until all rows are written.
    if (claim) await renewGroupRefresh(tx, claim, claim.at);
    const refreshed = { groupIds: [...args.groupIds].sort(), refreshedAt: at, begunAt, attemptOpen: false };
    await tx
      .insertInto('groupRefreshes')
      .values({ fleetId, ...refreshed })
      .onConflict((conflict) => conflict.column('fleetId').doUpdateSet(refreshed))
      .execute();
  });
}

/** Records that a driver was looked up in a fresh list and is in no group. */
export async function noteNoGroup(
  db: Db,
  args: { readonly fleetId: string; readonly driverId: string; readonly at: Date },
): Promise<void> {
  await db
    .insertInto('driverGroups')
    .values({ fleetId: args.fleetId, driverId: args.driverId, groups: [], seenAt: args.at })
    .onConflict((conflict) => conflict.columns(['fleetId', 'driverId']).doNothing())
    .execute();
}
