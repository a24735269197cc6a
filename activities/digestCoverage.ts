import type { DigestContent } from '../messages/digest/content.ts';
import { coverageDays } from '../store/coverage.ts';
import type { CoverageDay } from '../store/coverage.ts';
import { coverageComparison, knownSince } from '../store/coverageComparison.ts';
import type { CoverageComparison } from '../store/coverageComparison.ts';
import { instantsOf, ofDigest } from '../store/digestDriving.ts';
import { figure, querySource, UNAVAILABLE } from './digestFigures.ts';
import type { DigestWork } from './digestWork.ts';

type Coverage = NonNullable<DigestContent['coverage']>;

/**
 * How many trips of the period there are, and how far each came: by name, as the service lists and announces them, where its
 * lists were compared; elsewhere the number that its list of drivers adds up to stands for those that nobody announced.
 */
export async function coverageSection(work: DigestWork): Promise<Coverage> {
  const { deps, run } = work;
  const { from: fromDate, to: toDate } = run.now;
  const range = { fleetId: run.fleetId, fromDate, toDate };
  const scope = { ...work.scope, dates: run.now };
  const [days, comparison, since] = await Promise.all([
    coverageDays(deps.db, { ...range, ofDrivers: (driver) => ofDigest(scope, driver) }),
    coverageComparison(deps.db, range),
    knownSince(deps.db, run.fleetId),
  ]);
  return {
    ...figuresOf(work, { days, comparison, since }),
    comparison: {
      days: comparison.days,
      compared: comparison.compared,
      at: comparison.at?.toISOString() ?? null,
      isOff: deps.reconcileEveryMs === undefined,
    },
    since: since?.toISOString() ?? null,
  };
}

function figuresOf(
  work: DigestWork,
  found: {
    readonly days: readonly CoverageDay[];
    readonly comparison: CoverageComparison;
    readonly since: Date | undefined;
  },
): Omit<Coverage, 'comparison' | 'since'> {
  const { run, totals } = work;
  const sum = (count: (day: CoverageDay) => number): number =>
    found.days.reduce((total, day) => total + count(day), 0);
  const named = sum(({ known, deleted, goneUpstream }) => known - deleted - goneUpstream);
  const lookedAt = sum((day) => day.lookedAt + day.backfilled);
  const counted = totals.now ? work.tripsOf(totals.now) : UNAVAILABLE;
  const isWhole = found.comparison.compared === found.comparison.days;
  const known = isWhole
    ? { value: named }
    : 'value' in counted
      ? { value: Math.max(counted.value, named) }
      : counted;
  // Before anybody looked after the fleet nothing was announced, so these dates' trips are all from before.
  const isAllBefore = found.since !== undefined && found.since >= instantsOf(run.now).until;
  const unnamed = 'value' in known && isAllBefore ? known.value - named : 0;
  const lists = querySource('coverageDays', `trips that began ${run.now.from} to ${run.now.to} (UTC)`);
  const drivers = querySource('digestTotals', work.listed.now);
  const ofLists = (value: number) => figure({ value }, lists);
  return {
    known: figure(known, isWhole ? lists : `${drivers}; ${lists}`),
    lookedAt: ofLists(lookedAt),
    history: ofLists(sum((day) => day.history - day.backfilled) + unnamed),
    waiting: ofLists(sum((day) => day.waiting + day.missing)),
    parked: ofLists(sum((day) => day.parked)),
    counted: figure(counted, drivers),
  };
}
