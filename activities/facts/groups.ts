import { setTimeout as pause } from 'node:timers/promises';
import { groupsByDriver } from '../../store/backtests/index.ts';
import { claimGroupRefresh, getDriverGroups, groupsReadAt, noteNoGroup } from '../../store/facts/index.ts';
import type { DriverGroups } from '../../store/facts/index.ts';
import { rowKey } from '../../store/trips/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../connections/index.ts';
import type { Patience } from './driverReadings.ts';
import { retryLater } from '../failures/index.ts';
import { refreshGroups } from './groupRefresh.ts';
import { expectOk } from './readTrip.ts';

const MINUTE_MS = 60_000;
/** A fleet's groups are read again when they are older than this. */
const REFRESH_EVERY_MS = 60 * MINUTE_MS;
/** From this age on a trip waits for them; until then they are read beside it. */
const TOO_OLD_MS = 2 * REFRESH_EVERY_MS;
/** A driver who is not listed makes one refresh, and a fleet at most one in five minutes, over all workers. */
const PAUSES = { succeeded: 5 * MINUTE_MS, failed: MINUTE_MS, open: 2 * MINUTE_MS };
/** How long a trip waits for a refresh. A large fleet's takes longer; it goes on, and the trip is decided again. */
const WAIT_MS: Readonly<Record<Patience, number>> = { now: 4_000, wait: 40_000 };
const LOOK_EVERY_MS = 100;

/** A driver's groups, and whether they are missing only because they could not be read now. */
export interface GroupsOfDriver {
  /** Undefined: not known. Empty: the driver is in none. */
  readonly groups: readonly string[] | undefined;
  readonly incomplete: boolean;
}

/**
 * The driver's groups from the fleet's table, which is read from the service hourly and for a driver who is not in it.
 * Who is not there after that is in no group.
 * @throws ApplicationFailure (worth a retry) with `patience: 'wait'` while they cannot be read
 */
export async function readGroups(
  deps: ActivityDependencies,
  key: TripKey,
  patience: Patience,
): Promise<GroupsOfDriver> {
  const startedAt = deps.now();
  const before = await getDriverGroups(deps.db, rowKey(key));
  const age = startedAt.getTime() - (before.refreshedAt?.getTime() ?? 0);
  if (before.groups && age < REFRESH_EVERY_MS) return { groups: before.groups, incomplete: false };
  const ours = await claimGroupRefresh(deps.db, { fleetId: key.fleet, at: startedAt, pauses: PAUSES });
  const refresh = ours && refreshGroups(deps, ours);
  if (before.groups && age < TOO_OLD_MS) return { groups: before.groups, incomplete: false };
  const failure = await Promise.race([
    refresh ?? othersRefresh(deps, key, WAIT_MS[patience]),
    pause(WAIT_MS[patience], undefined, { ref: false }),
  ]);
  const after = await getDriverGroups(deps.db, rowKey(key));
  const groups = await groupsNow(deps, { key, after, startedAt });
  if (groups || patience === 'now') return { groups, incomplete: groups === undefined };
  if (failure) await expectOk(deps, key.fleet, failure);
  return retryLater('groups_unread', "The fleet's groups could not be read yet; they are being read.");
}

/**
 * Reads the fleet's groups when nobody ever did, so that a back-test of a first rule about a group knows them. When they
 * cannot be read it goes on without: its trips are then undecided, and say so.
 */
export async function readGroupsFirst(deps: ActivityDependencies, fleetId: string): Promise<void> {
  if (await groupsByDriver(deps.db, fleetId)) return;
  const ours = await claimGroupRefresh(deps.db, { fleetId, at: deps.now(), pauses: PAUSES });
  if (!ours) return;
  await Promise.race([refreshGroups(deps, ours), pause(WAIT_MS.now, undefined, { ref: false })]);
}

/**
 * Reads the fleet's groups when they are older than an hour, or nobody ever did, and waits for that as long as `waitMs`. When
 * they cannot be read the old ones stay.
 */
export async function refreshStaleGroups(
  deps: ActivityDependencies,
  fleet: string,
  waitMs: number,
): Promise<void> {
  const at = deps.now();
  const readAt = await groupsReadAt(deps.db, fleet);
  if (readAt && at.getTime() - readAt.getTime() < REFRESH_EVERY_MS) return;
  const ours = await claimGroupRefresh(deps.db, { fleetId: fleet, at, pauses: PAUSES });
  const work = ours
    ? refreshGroups(deps, ours)
    : othersRefresh(deps, { fleet, driverId: '', tripId: '' }, waitMs);
  await Promise.race([work, pause(waitMs, undefined, { ref: false })]);
}

/** Old groups are better than none; a driver who is missing from a list of the last minutes is in no group. */
async function groupsNow(
  deps: ActivityDependencies,
  args: { readonly key: TripKey; readonly after: DriverGroups; readonly startedAt: Date },
): Promise<readonly string[] | undefined> {
  const { after, startedAt } = args;
  if (after.groups) return after.groups;
  const refreshedAt = after.refreshedAt?.getTime() ?? 0;
  if (refreshedAt < startedAt.getTime() - PAUSES.succeeded) return undefined;
  if (refreshedAt >= startedAt.getTime()) await noteNoGroup(deps.db, { ...rowKey(args.key), at: deps.now() });
  return [];
}

/** Waits while somebody else reads the fleet's groups. */
async function othersRefresh(deps: ActivityDependencies, key: TripKey, limitMs: number): Promise<undefined> {
  for (let waited = 0; waited < limitMs; waited += LOOK_EVERY_MS) {
    const { attemptOpen } = await getDriverGroups(deps.db, rowKey(key));
    if (!attemptOpen) return undefined;
    await pause(LOOK_EVERY_MS);
  }
  return undefined;
}
