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

/** Groups that stand side by side at most: each costs eight calls, and nobody reads a longer table. */
export const MOST_GROUPS = 20;

/** How long a digest waits for the fleet's groups; a large fleet's take minutes, and no person waits. */
const WAIT_MS: Readonly<Record<DigestRunFacts['origin'], number>> = {
  scheduled: 120_000,
  on_demand: 120_000,
  preview: 10_000,
};

/**
 * Makes sure that the current groups are known before a group's digest includes a driver who is no longer listed: of
 * who has left nothing is notified, and no rule may ever have asked for the fleet's groups.
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

/** The groups to show, in order. */
interface ShownGroups {
  readonly groups: readonly string[];
  readonly caveats: readonly DigestCaveat[];
}

/**
 * The groups that a digest shows side by side: those the document names, or the fleet's own. Of too many the largest are
 * taken, by the fleet's table of drivers and groups, and the digest says so.
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
 * Groups that a digest names, in which nobody was listed and which the service does not have: it may answer for such a group
 * as for an empty one. Those it refused are known already.
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

/** As the service has them now, else as they were read last; undefined: nobody ever could. */
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
 * Scores of groups, with drivers, distance and time counted from the groups' own lists of drivers. The service computes a
 * score by a group's data, but does not promise that for what it says beside it, and a group's digest includes no other's
 * drivers. What could not be listed is left out; the digest says that the list could not be read.
 * @param scores as the service returned them; all of groups that the digest names
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
