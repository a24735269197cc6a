import { digestCaveat } from '../../messages/digests/index.ts';
import type {
  ComparedFigure,
  DigestCaveat,
  DigestContent,
  DigestScores,
} from '../../messages/digests/index.ts';
import { digestSchema } from '../../rules/documents/index.ts';
import type { Digest } from '../../rules/documents/index.ts';
import { settingsFrom } from '../../rules/drivers/index.ts';
import { keepDigestContent } from '../../store/digests/index.ts';
import { publishedSettings } from '../../store/drivers/index.ts';
import type { DigestTotals } from '../../store/digests/index.ts';
import { connectionsOf } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { devicesSection, driversSection } from './drivers.ts';
import { knownRun } from './gather.ts';
import { isSentInParts } from './parts.ts';
import { countedByGroup, knowWhoLeft, shownGroups, unlistedGroups } from './groups.ts';
import {
  alertsSection,
  coverageSection,
  deletionsSection,
  drivingSection,
  rulesSection,
} from './storedSections.ts';
import { readDigestScores } from './scores.ts';
import { comparedTotals, digestWork, linePeriods, NOT_KNOWN, sumOf, unlessGone, valueOf } from './figures.ts';
import type { DigestWork, Value } from './figures.ts';
import { withSignOfLife } from '../resilience/index.ts';

/** Result of composing, for the workflow. It contains only small figures, because the content is stored with the run. */
export interface DigestComposed {
  /** Number of drivers in the period; `null` when they could not be read. */
  readonly drivers: number | null;
  readonly caveats: number;
}

/** Creates the activity that composes a digest. */
export function createDigestComposing(deps: ActivityDependencies) {
  return {
    /**
     * Composes the content of a run whose data was gathered, and stores it with the run. Composes nothing if the run failed, or
     * is sent only in parts. Safe to repeat.
     * @throws ApplicationFailure worth a retry while the database is unavailable, or while the service is unavailable and the run
     * still waits for it. Not worth a retry when the fleet is gone
     */
    async composeDigest(input: { readonly fleet: string; readonly runId: string }): Promise<DigestComposed> {
      const key = { fleetId: input.fleet, id: input.runId };
      return withSignOfLife(async () => {
        const run = await knownRun(deps, key);
        if (run.state === 'failed') return { drivers: null, caveats: 0 };
        unlessGone(deps, run);
        const digest = digestSchema.parse(run.document);
        if (isSentInParts(run, digest)) return { drivers: null, caveats: 0 };
        await knowWhoLeft(deps, run, digest);
        const work = await digestWork(deps, run, digest);
        const content = await contentOf(work);
        await keepDigestContent(deps.db, { ...key, content });
        return { drivers: work.totals.now?.active ?? null, caveats: content.caveats.length };
      });
    },
  };
}

async function contentOf(work: DigestWork): Promise<DigestContent> {
  const { deps, run, digest } = work;
  const wants = (section: SectionName): boolean => digest.sections?.includes(section) ?? true;
  const gatheredAt = deps.now().toISOString();
  const settings = settingsFrom(await publishedSettings(deps.db, run.fleetId));
  const language = digest.language ?? settings.language;
  const { scores, byGroup, caveats } = await readScores(work);
  const unlisted = await unlistedGroups(deps, run, digest);
  const unknown: readonly DigestCaveat[] =
    unlisted.length === 0 ? [] : [{ kind: 'groups_unknown', groups: unlisted }];
  /**
   * Whether trips and alerts are shown. A digest of some groups selects them by driver, so it shows them only if the drivers of
   * both periods are known.
   */
  const isShown = work.scope.groups === null || work.isCompared;
  const gatherSection = async <T>(section: SectionName, make: () => Promise<T>): Promise<T | null> =>
    wants(section) && isShown ? make() : null;
  return {
    fleet: { id: run.fleetId, name: connectionsOf(deps, run.fleetId).name },
    digest: { id: run.digestId, name: digest.name, version: run.version },
    period: { kind: run.period, now: run.now, before: run.before, timezone: digest.send.timezone },
    units: digest.units ?? settings.units,
    language,
    needsAttentionBelow: digest.needs_attention_below,
    minTrips: digest.min_trips,
    groups: digest.groups ?? null,
    gatheredAt,
    caveats: [...unknown, ...driverCaveats(work, scores), ...caveats].map((caveat) =>
      digestCaveat(caveat, language),
    ),
    scores: wants('scores') ? scores : null,
    byGroup: wants('groups') ? byGroup : null,
    drivers: wants('drivers') ? await driversSection(work) : null,
    driving: await gatherSection('driving', () => drivingSection(work, scores)),
    alerts: await gatherSection('alerts', () => alertsSection(work)),
    rules: await gatherSection('rules', () => rulesSection(work)),
    deletions: await gatherSection('deletions', () => deletionsSection(work)),
    devices: wants('devices') ? await devicesSection(work) : null,
    coverage: await gatherSection('coverage', () => coverageSection(work)),
  };
}

/** Name of a digest's section, as in the document. */
type SectionName = NonNullable<Digest['sections']>[number];

interface Scores {
  readonly scores: DigestScores | null;
  readonly byGroup: readonly DigestScores[] | null;
  readonly caveats: readonly DigestCaveat[];
}

/** Reads the scores that the digest is about, and those of its groups for comparison if there are several. */
async function readScores(work: DigestWork): Promise<Scores> {
  const { deps, run, digest } = work;
  const wantsGroups = digest.sections?.includes('groups') ?? true;
  const isOneGroup = digest.groups?.length === 1;
  const shown =
    isOneGroup || !wantsGroups ? { groups: [], caveats: [] } : await shownGroups(deps, run, digest);
  const own = digest.groups === undefined ? [undefined] : isOneGroup ? [digest.groups[0]] : [];
  const read = await readDigestScores(deps, run, [...own, ...shown.groups]);
  const scores = digest.groups ? await countedByGroup(work, read.scores) : read.scores;
  const groups = scores.slice(own.length);
  return {
    scores: scores[own.length - 1] ?? scoresOfDrivers(work),
    byGroup: groups.length > 0 ? groups : null,
    caveats: [...shown.caveats, ...read.caveats],
  };
}

/**
 * Returns the scores of several groups together as averages over their drivers, because the service has no such score. The trend
 * line has only two points, the periods whose drivers were read.
 */
function scoresOfDrivers(work: DigestWork): DigestScores {
  const { run } = work;
  const both = (read: (totals: DigestTotals) => Value): ComparedFigure => comparedTotals(work, read);
  const average = (read: (totals: DigestTotals) => number | null): ComparedFigure =>
    both((range) => rated(read(range), range));
  const score = average((range) => range.score);
  const ratings: DigestScores['ratings'] = {
    hard_brake_rating: average((range) => range.hardBrakeRating),
    phone_use_rating: average((range) => range.phoneUseRating),
    rapid_acceleration_rating: average((range) => range.rapidAccelerationRating),
    overspeeding_rating: average((range) => range.overspeedingRating),
  };
  return {
    group: null,
    score,
    ratings,
    drivers: both(({ active }) => ({ value: active })),
    distanceKm: both((range) => sumOf(range.distanceKm, range.distanceUnknown)),
    durationSeconds: both((range) => sumOf(range.durationSeconds, range.durationUnknown)),
    line: linePeriods(run).map(({ to }) => {
      const known = to === run.now.to ? score.value : to === run.before.to ? score.before : null;
      return { to, score: known, source: score.source };
    }),
  };
}

/** Returns the average, or why there is none: the service rated no driver, or returned no value. */
function rated(value: number | null, { notRated }: DigestTotals): Value {
  if (value !== null) return valueOf(value);
  return notRated > 0 ? { missing: 'not_rated' } : NOT_KNOWN;
}

/**
 * Share by which the number of listed drivers may differ from the score's number without a caveat, because data changes while it
 * is read.
 */
const TOLERATED_SHARE = 0.05;

/**
 * Returns caveats about how completely the drivers were read.
 * @param scores the scores that the digest is about, if they were read
 */
function driverCaveats(work: DigestWork, scores: DigestScores | null): readonly DigestCaveat[] {
  const { run, totals } = work;
  const caveats: DigestCaveat[] = [];
  const unknown = run.gathered.now?.unknownGroups ?? [];
  if (unknown.length > 0) caveats.push({ kind: 'groups_unknown', groups: unknown });
  if (!totals.now) caveats.push({ kind: 'drivers_unread', reason: reasonOf(run.gathered.now?.reason) });
  else if (totals.now.active === 0) caveats.push({ kind: 'nobody_drove' });
  else {
    const { active, notRated, notKnown, tripsUnknown } = totals.now;
    if (notRated + notKnown === active) caveats.push({ kind: 'nobody_rated', drivers: active });
    if (tripsUnknown > 0) caveats.push({ kind: 'trips_unknown', drivers: tripsUnknown });
    const counted = scores?.drivers.value ?? active;
    if (Math.abs(counted - active) > Math.max(counted, active) * TOLERATED_SHARE)
      caveats.push({ kind: 'counts_differ', listed: active, counted });
  }
  if (!totals.before)
    caveats.push({ kind: 'drivers_before_unread', reason: reasonOf(run.gathered.before?.reason) });
  else if (totals.before.active === 0) caveats.push({ kind: 'nobody_drove_before' });
  return caveats;
}

function reasonOf(reason: string | undefined): string {
  return reason ?? 'reading them was not completed';
}
