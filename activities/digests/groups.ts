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

/** Most groups side by side: each costs eight calls, and readers skip a longer table. */
export const MOST_GROUPS = 20;

/**
 * Milliseconds for which a digest waits for the fleet's groups. Those of a large fleet take minutes; only a preview has a
 * person waiting.
 */
const WAIT_MS: Readonly<Record<DigestRunFacts['origin'], number>> = {
  scheduled: 120_000,
  on_demand: 120_000,
  preview: 10_000,
};

/**
 * Refreshes stale groups before a group's digest includes a driver who is no longer listed, because it reports nothing about
 * drivers who have left. No rule may ever have requested the fleet's groups.
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
 * Returns the groups that a digest shows side by side: those that the document names, or the fleet's own. Of too many it
 * returns the largest, by the fleet's table of drivers and groups, with a caveat.
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
 * Returns groups that a digest names, without a listed driver, and that the service does not have: it may answer for such a
 * group as for an empty one. Groups that it refused are already known.
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

/** Returns the groups as the service has them now, else as they were read last; `undefined` when they were never read. */
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
 * Returns scores of groups, with drivers, distance and time counted from the groups' own lists of drivers. The service computes
 * a score from a group's data, but does not promise that for the other figures: a group's digest must not include other groups'
 * drivers. Figures that could not be listed are left out; the digest says that the list could not be read.
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
