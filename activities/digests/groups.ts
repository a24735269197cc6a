import type { ComparedFigure, DigestCaveat, DigestScores } from '../../messages/digests/index.ts';
import type { Digest } from '../../rules/documents/index.ts';
import { digestGroupTotals, groupsBySize, isAnybodyListedNoMore } from '../../store/digests/index.ts';
import type { DigestGroupTotals, DigestRange, DigestRunFacts } from '../../store/digests/index.ts';
import { knownGroups } from '../../store/facts/index.ts';
import { isStorableId } from '../../store/db/index.ts';
import { NoAnalyticsError, analyticsOf } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { callSource, compared, NOT_KNOWN, querySource, sumOf, UNAVAILABLE } from './figures.ts';
import type { DigestWork, Value } from './figures.ts';
import { refreshStaleGroups } from '../facts/index.ts';

/** Largest number of groups in a digest's comparison, because each group costs eight calls, and readers skip a longer table. */
export const MOST_GROUPS = 20;

/**
 * Milliseconds for which a digest waits for the fleet's groups. Reading the groups of a large fleet takes minutes. Only a preview
 * has a person waiting.
 */
const WAIT_MS: Readonly<Record<DigestRunFacts['origin'], number>> = {
  scheduled: 120_000,
  on_demand: 120_000,
  preview: 10_000,
};

/**
 * Refreshes outdated groups, if a driver of the earlier period is no longer listed. A group's digest must report nothing about
 * drivers who left the group, and it is possible that no rule ever requested the groups.
 */
export async function knowWhoLeft(
  deps: ActivityDependencies,
  run: DigestRunFacts,
  digest: Pick<Digest, 'groups'>,
): Promise<void> {
  if (digest.groups === undefined) return;
  const key = { fleetId: run.fleetId, runId: run.id };
  if (await isAnybodyListedNoMore(deps.db, key))
    await refreshStaleGroups(deps, run.fleetId, WAIT_MS[run.origin]);
}

/** Groups to show, sorted by name, with caveats. */
interface ShownGroups {
  readonly groups: readonly string[];
  readonly caveats: readonly DigestCaveat[];
}

/**
 * Returns the groups that a digest compares: those named in its document, or all groups of the fleet. If there are too many,
 * returns the largest, according to the stored groups of the drivers, with a caveat.
 */
export async function shownGroups(
  deps: ActivityDependencies,
  run: DigestRunFacts,
  digest: Digest,
): Promise<ShownGroups> {
  const all = digest.groups ?? (await fleetGroups(deps, run.fleetId));
  if (!all) return { groups: [], caveats: [{ kind: 'groups_unread' }] };
  if (all.length <= MOST_GROUPS) return { groups: [...all].sort(), caveats: [] };
  const sizes = await groupsBySize(deps.db, run.fleetId);
  const largest = [...all].sort(
    (one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0) || (one < other ? -1 : 1),
  );
  return {
    groups: largest.slice(0, MOST_GROUPS).sort(),
    caveats: [{ kind: 'groups_cut', shown: MOST_GROUPS, total: all.length }],
  };
}

/**
 * Returns the groups that a digest names but the service does not have. It checks groups without a listed driver, because the
 * service may answer for an unknown group as for an empty one. Groups that the service refused are already known.
 */
export async function unlistedGroups(
  deps: ActivityDependencies,
  run: DigestRunFacts,
  { groups = [] }: Pick<Digest, 'groups'>,
): Promise<readonly string[]> {
  if (groups.length === 0 || run.gathered.now?.complete !== true) return [];
  const totals = await digestGroupTotals(deps.db, { fleetId: run.fleetId, runId: run.id });
  const known = new Set([...totals.map(({ group }) => group), ...(run.gathered.now.unknownGroups ?? [])]);
  const empty = groups.filter((group) => !known.has(group));
  const listed = empty.length === 0 ? undefined : await askGroups(deps, run.fleetId);
  return listed === undefined ? [] : empty.filter((group) => !listed.includes(group));
}

/** Returns the groups from the service, or if that fails, the stored ones; `undefined` when they were never read. */
async function fleetGroups(
  deps: ActivityDependencies,
  fleetId: string,
): Promise<readonly string[] | undefined> {
  const outcome = await askGroups(deps, fleetId);
  return outcome ?? (await knownGroups(deps.db, fleetId));
}

async function askGroups(
  deps: ActivityDependencies,
  fleetId: string,
): Promise<readonly string[] | undefined> {
  try {
    const outcome = await analyticsOf(deps, fleetId).groups();
    return outcome.kind === 'ok' ? [...new Set(outcome.value)].filter(isStorableId) : undefined;
  } catch (error) {
    if (error instanceof NoAnalyticsError) return undefined;
    throw error;
  }
}

/**
 * Returns the scores of groups, with drivers, distance and time summed from the groups' own lists of drivers. The service's own
 * values are not used for these, because the service does not promise that they cover only the group's drivers. Without a
 * complete list, they are missing, and the digest says so.
 * @param scores the scores from the service, for all groups that the digest names
 */
export async function countedByGroup(
  work: DigestWork,
  scores: readonly DigestScores[],
): Promise<readonly DigestScores[]> {
  const totals = await digestGroupTotals(work.deps.db, work.scope);
  return scores.map((each) => (each.group === null ? each : counted(work, each, totals)));
}

function counted(
  { run, totals: read }: DigestWork,
  scores: DigestScores,
  totals: readonly DigestGroupTotals[],
): DigestScores {
  const group = scores.group!;
  const call = (range: DigestRange): string =>
    callSource('/v3/drivers', { dates: run[range], fields: ['info', 'driving_behavior'], group });
  const source = querySource('digestGroupTotals', `${call('now')} and ${call('before')}`);
  const both = (value: (of: DigestGroupTotals) => Value): ComparedFigure => {
    const of = (range: DigestRange): Value => {
      if (!read[range]) return UNAVAILABLE;
      if (run.gathered[range]?.unknownGroups?.includes(group)) return NOT_KNOWN;
      const found = totals.find((each) => each.group === group && each.range === range);
      return found ? value(found) : { value: 0 };
    };
    return compared(of('now'), of('before'), source);
  };
  return {
    ...scores,
    drivers: both(({ active }) => ({ value: active })),
    distanceKm: both((of) => sumOf(of.distanceKm, of.distanceUnknown)),
    durationSeconds: both((of) => sumOf(of.durationSeconds, of.durationUnknown)),
  };
}
