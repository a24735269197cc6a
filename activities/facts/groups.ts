import { setTimeout as pause } from 'node:timers/promises';
import type { AnalyticsClient, Failure, Outcome } from '../../analytics/index.ts';
import { groupsByDriver } from '../../store/backtests/index.ts';
import { isStorableId } from '../../store/db/index.ts';
import {
  GroupRefreshLostError,
  claimGroupRefresh,
  getDriverGroups,
  groupsReadAt,
  keepGroups,
  noteNoGroup,
  releaseGroupRefresh,
  renewGroupRefresh,
} from '../../store/facts/index.ts';
import type { DriverGroups, GroupRefresh } from '../../store/facts/index.ts';
import { getTrip, rowKey } from '../../store/trips/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';
import { analyticsOf } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { retryLater } from '../failures/index.ts';
import { expectOk } from './expectOk.ts';
import type { Timing } from './scoreReadings.ts';

const MINUTE_MS = 60_000;
/** Age in milliseconds from which a fleet's groups are read again. */
const REFRESH_EVERY_MS = 60 * MINUTE_MS;
/**
 * Age in milliseconds from which a trip waits until the groups are read again. Below it, the trip continues while they are read.
 */
const TOO_OLD_MS = 2 * REFRESH_EVERY_MS;
/**
 * Milliseconds between two refreshes of a fleet's groups, over all workers, by the state of the last refresh. Without these
 * pauses, every unlisted driver would start a refresh.
 */
const PAUSES = { succeeded: 5 * MINUTE_MS, failed: MINUTE_MS, open: 2 * MINUTE_MS };
/**
 * Milliseconds that a trip waits for a refresh. The refresh of a large fleet takes longer and continues; the trip is then
 * re-evaluated.
 */
const WAIT_MS: Readonly<Record<Timing, number>> = { now: 4_000, wait: 40_000 };
const POLL_EVERY_MS = 100;

/** Groups of a driver, and whether they are missing only because they could not be read now. */
export interface GroupsOfDriver {
  /** Ids of the groups; undefined when unknown, empty when the driver is in none. */
  readonly groups: readonly string[] | undefined;
  readonly incomplete: boolean;
}

/**
 * Returns the driver's groups from the fleet's stored table. The table is read from the service hourly, and for a driver who is
 * not in it. A driver who is then still missing has no group, if that reading began after the trip was received; otherwise the
 * groups are unknown.
 * @throws ApplicationFailure (worth a retry) with `timing: 'wait'` while the groups cannot be read
 */
export async function readGroups(
  deps: ActivityDependencies,
  key: TripKey,
  timing: Timing,
): Promise<GroupsOfDriver> {
  const startedAt = deps.now();
  const before = await getDriverGroups(deps.db, rowKey(key));
  const age = startedAt.getTime() - (before.refreshedAt?.getTime() ?? 0);
  if (before.groups && age < REFRESH_EVERY_MS) return { groups: before.groups, incomplete: false };
  const ours = await claimGroupRefresh(deps.db, { fleetId: key.fleet, at: startedAt, pauses: PAUSES });
  const refresh = ours && refreshGroups(deps, ours);
  if (before.groups && age < TOO_OLD_MS) return { groups: before.groups, incomplete: false };
  const failure = await Promise.race([
    refresh ?? othersRefresh(deps, key, WAIT_MS[timing]),
    pause(WAIT_MS[timing], undefined, { ref: false }),
  ]);
  const after = await getDriverGroups(deps.db, rowKey(key));
  const groups = await groupsNow(deps, { key, after, startedAt });
  if (groups || timing === 'now') return { groups, incomplete: groups === undefined };
  if (failure) await expectOk(deps, key.fleet, failure);
  return retryLater(
    'groups_unread',
    "The driver is not in the fleet's groups as they were last read; they are read again.",
    pauseLeft(after, deps.now()),
  );
}

/**
 * Returns the milliseconds until the groups may be read again after a successful reading. Returns undefined if they may be read
 * now, or are being read.
 */
function pauseLeft({ attemptOpen, attemptedAt, refreshedAt }: DriverGroups, at: Date): number | undefined {
  if (attemptOpen || !attemptedAt || !refreshedAt || refreshedAt < attemptedAt) return undefined;
  const left = attemptedAt.getTime() + PAUSES.succeeded - at.getTime();
  return left > 0 ? left : undefined;
}

/**
 * Reads the fleet's groups if they were never read, because a back-test of the fleet's first rule about a group needs them. If
 * they cannot be read, the back-test continues and reports the affected trips as undecided.
 */
export async function readGroupsFirst(deps: ActivityDependencies, fleetId: string): Promise<void> {
  if (await groupsByDriver(deps.db, fleetId)) return;
  const ours = await claimGroupRefresh(deps.db, { fleetId, at: deps.now(), pauses: PAUSES });
  if (!ours) return;
  await Promise.race([refreshGroups(deps, ours), pause(WAIT_MS.now, undefined, { ref: false })]);
}

/**
 * Reads the fleet's groups if they are older than an hour or were never read, and waits at most `waitMs`. If they cannot be read,
 * the stored groups stay.
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

/**
 * Returns the driver's groups, even outdated ones. An unlisted driver belongs to no group only if the reading began after the
 * trip was received. The service lists drivers with trips, and this trip may be the driver's first.
 */
async function groupsNow(
  deps: ActivityDependencies,
  args: { readonly key: TripKey; readonly after: DriverGroups; readonly startedAt: Date },
): Promise<readonly string[] | undefined> {
  const { key, after, startedAt } = args;
  if (after.groups) return after.groups;
  if (!after.begunAt) return undefined;
  const receivedAt = (await getTrip(deps.db, rowKey(key)))?.firstReceivedAt ?? startedAt;
  if (after.begunAt < receivedAt) return undefined;
  await noteNoGroup(deps.db, { ...rowKey(key), at: deps.now() });
  return [];
}

/** Waits while another caller reads the fleet's groups, for at most `limitMs`. */
async function othersRefresh(deps: ActivityDependencies, key: TripKey, limitMs: number): Promise<undefined> {
  for (let waited = 0; waited < limitMs; waited += POLL_EVERY_MS) {
    const { attemptOpen } = await getDriverGroups(deps.db, rowKey(key));
    if (!attemptOpen) return undefined;
    await pause(POLL_EVERY_MS);
  }
  return undefined;
}

/** A fleet's groups with their drivers. */
interface GroupMembers {
  readonly groupIds: readonly string[];
  /** Groups of each listed driver, by driver id. */
  readonly members: ReadonlyMap<string, readonly string[]>;
}

/**
 * Days of activity for which a group's drivers are listed. The service lists only drivers who were active in a range, and a month
 * includes late uploads.
 */
const ACTIVE_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Reads the drivers of every group, and returns the groups of each driver, because the service's drivers do not name their
 * groups. Reads one group after another, so that other requests of the fleet are not blocked. Never returns a partial list.
 *
 * Omits ids that cannot be stored, because no trip and no rule can refer to them.
 * @param onPage called after each page; an error that it throws ends the listing
 */
export async function listMembers(
  client: AnalyticsClient,
  now: Date,
  onPage?: () => Promise<void>,
): Promise<Outcome<GroupMembers>> {
  const groups = await client.groups();
  if (groups.kind !== 'ok') return groups;
  const groupIds = [...new Set(groups.value)].filter(isStorableId);
  const members = new Map<string, string[]>();
  const date = (daysAgo: number): string =>
    new Date(now.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const range = { startDate: date(ACTIVE_DAYS - 1), endDate: date(0), fields: ['info'] } as const;
  for (const groupId of groupIds)
    for await (const page of client.driversPages({ ...range, groupId })) {
      await onPage?.();
      if (page.kind === 'invalid' && page.notFound === true) break;
      if (page.kind !== 'ok') return page;
      for (const { driverId } of page.value.rows)
        if (isStorableId(driverId)) addTo(members, driverId, groupId);
    }
  return { kind: 'ok', value: { groupIds, members } };
}

function addTo(members: Map<string, string[]>, driverId: string, groupId: string): void {
  const groups = members.get(driverId);
  if (!groups) members.set(driverId, [groupId]);
  else if (!groups.includes(groupId)) groups.push(groupId);
}

/**
 * Age in milliseconds below which a claim is not renewed. A page takes at most half a minute, so a working claim is renewed well
 * within the two minutes after which it expires.
 */
const FRESH_MS = 20_000;

/**
 * Reads the groups of the claim's fleet and stores them. Renews the claim from page to page. Never rejects, because the caller
 * may not wait for it.
 * @returns the service's failure; `undefined` if the groups are stored, or if the log says why they are not
 */
async function refreshGroups(deps: ActivityDependencies, claim: GroupRefresh): Promise<Failure | undefined> {
  const { fleetId: fleet } = claim;
  let held = claim;
  async function renew(): Promise<void> {
    const at = deps.now();
    if (at.getTime() - held.at.getTime() < FRESH_MS) return;
    // Continues if the claim cannot be renewed, because no other worker can claim while the database is unavailable. Storing the
    // groups fails if the claim was lost.
    held = await renewGroupRefresh(deps.db, held, at).catch((error: unknown) => {
      if (error instanceof GroupRefreshLostError) throw error;
      return held;
    });
  }
  try {
    const listed = await listMembers(analyticsOf(deps, fleet), deps.now(), renew);
    if (listed.kind === 'ok') {
      const read = { fleetId: fleet, ...listed.value, begunAt: claim.at };
      await keepGroups(deps.db, { ...read, at: deps.now(), claim: held });
      await deps.alarms.clear(fleet, 'groups_unread');
      return undefined;
    }
    await releaseGroupRefresh(deps.db, held);
    // Raises a separate alarm for the groups, because successful answers to other requests clear the general alarm.
    if (listed.kind === 'invalid') await deps.alarms.raise(fleet, 'groups_unread');
    deps.log.warn(
      { fleet, outcome: listed.kind },
      "The fleet's groups could not be read; the stored ones are used.",
    );
    return listed;
  } catch (error) {
    deps.log.warn(
      { fleet, err: error },
      "The fleet's groups could not be stored; the earlier ones are used.",
    );
    return undefined;
  }
}
