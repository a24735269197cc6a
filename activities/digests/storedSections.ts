import type { ComparedFigure, DigestContent, DigestScores, Share } from '../../messages/digests/index.ts';
import {
  digestAlertCounts,
  digestDeletions,
  digestEvents,
  digestIncidents,
  digestRules,
  earlierEventRates,
  instantsOf,
  nightShareOfTrips,
  ofDigest,
} from '../../store/digests/index.ts';
import type { DigestRule, DigestTotals, StoredDates, TripEvents } from '../../store/digests/index.ts';
import { coverageComparison, coverageDays, knownSince } from '../../store/reconcile/index.ts';
import type { CoverageComparison, CoverageDay } from '../../store/reconcile/index.ts';
import {
  UNAVAILABLE,
  compared,
  comparedTotals,
  figure,
  per100Km,
  querySource,
  rounded,
  sumOf,
  tripsOf,
  valueOf,
} from './figures.ts';
import type { DigestWork, Value } from './figures.ts';
import { withUsual, withoutComparison } from './variation.ts';

const INCIDENTS_LENGTH = 10;
const RULES_LENGTH = 10;
const DELETIONS_LENGTH = 10;
/**
 * Number of answers from which on a share of false alarms is meaningful. A rule is noisy if that share is at least `NOISY_SHARE`.
 */
const NOISY_FROM = 3;
const NOISY_SHARE = 0.5;

/** Returns the period's alerts and incidents, and how quickly incidents were acknowledged. */
export async function alertsSection(work: DigestWork): Promise<DigestContent['alerts']> {
  const { deps, scope, run } = work;
  const [now, before, opened] = await Promise.all([
    digestAlertCounts(deps.db, { ...scope, dates: run.now }),
    digestAlertCounts(deps.db, { ...scope, dates: run.before }),
    digestIncidents(deps.db, { ...scope, dates: run.now, limit: INCIDENTS_LENGTH }),
  ]);
  const sum = (counts: typeof now): number => counts.info + counts.warning + counts.critical;
  const alerts = querySource(
    'digestAlertCounts',
    `alerts sent ${inDates(run.now)} and ${inDates(run.before)}`,
  );
  const incidents = querySource('digestIncidents', `incidents opened ${inDates(run.now)}`);
  const { medianSecondsToAcknowledge: median } = opened;
  const raised = compared({ value: sum(now) }, { value: sum(before) }, alerts);
  return {
    alerts: work.isSeenBefore ? raised : withoutComparison(raised),
    bySeverity: now,
    incidents: opened.incidents.map((incident) => ({
      ...incident,
      openedAt: incident.openedAt.toISOString(),
      secondsToAcknowledge:
        incident.secondsToAcknowledge === null ? null : rounded(incident.secondsToAcknowledge),
    })),
    incidentsTotal: opened.total,
    unanswered: figure({ value: opened.unanswered }, incidents),
    medianSecondsToAcknowledge: figure(
      median === null ? { missing: 'not_known' } : { value: rounded(median) },
      incidents,
    ),
    source: `${alerts}; ${incidents}`,
  };
}

/** Returns the rules with the most alerts in the period. */
export async function rulesSection(work: DigestWork): Promise<DigestContent['rules']> {
  const { deps, scope, run } = work;
  const rules = await digestRules(deps.db, {
    ...scope,
    dates: run.now,
    before: run.before,
    limit: RULES_LENGTH,
  });
  return {
    loudest: rules.map((rule) => ({
      ...rule,
      before: work.isSeenBefore ? rule.before : null,
      isNoisy: isNoisy(rule),
    })),
    source: querySource('digestRules', `alerts and incidents ${inDates(run.now)} and ${inDates(run.before)}`),
  };
}

/** Returns whether a rule exceeded its budget, or at least half of its answers said that the alert was false. */
function isNoisy({ overBudget, answered, falseAlarms }: DigestRule): boolean {
  return overBudget > 0 || (answered >= NOISY_FROM && falseAlarms / answered >= NOISY_SHARE);
}

/** Returns the trips deleted in the period, with their drivers' scores before and after the deletion. */
export async function deletionsSection({
  deps,
  scope,
  run,
}: DigestWork): Promise<DigestContent['deletions']> {
  const found = await digestDeletions(deps.db, { ...scope, dates: run.now, limit: DELETIONS_LENGTH });
  return {
    deleted: found.deleted.map((each) => ({ ...each, deletedAt: each.deletedAt.toISOString() })),
    total: found.total,
    waiting: found.waiting,
    source: querySource('digestDeletions', `trips deleted ${inDates(run.now)}, and requests that wait now`),
  };
}

function inDates({ from, to }: StoredDates): string {
  return `${from} to ${to} (UTC)`;
}

/** Largest number of event kinds in the report. */
const EVENT_TYPES = 6;

/**
 * Returns the period's trips, distance, time, shares and events per 100 km.
 * @param scores the scores that the digest is about, if they were read
 */
export async function drivingSection(
  work: DigestWork,
  scores: DigestScores | null,
): Promise<NonNullable<DigestContent['driving']>> {
  const both = (read: (totals: DigestTotals) => Value): ComparedFigure =>
    comparable(work, comparedTotals(work, read));
  const isOfService = scores !== null && scores.distanceKm.source.startsWith('GET');
  return {
    trips: both(tripsOf),
    distanceKm: isOfService
      ? comparable(work, scores.distanceKm)
      : both((totals) => sumOf(totals.distanceKm, totals.distanceUnknown)),
    durationSeconds: isOfService
      ? comparable(work, scores.durationSeconds)
      : both((totals) => sumOf(totals.durationSeconds, totals.durationUnknown)),
    nightShare: await nightShare(work),
    highwayShare: {
      ...both(({ highwayShare }) => valueOf(highwayShare)),
      trips: work.totals.now?.highwayTrips || null,
    },
    events: await eventFigures(work),
  };
}

/**
 * Smallest share of the current amount that the previous period's amount must have for a comparison, while the fleet was being
 * connected.
 */
const COMPARABLE_SHARE = 0.5;

/**
 * Removes the comparison with a fleet's first days, because an amount that was recorded only from the middle of a period on
 * always seems to rise.
 */
function comparable(work: DigestWork, amount: ComparedFigure): ComparedFigure {
  const { value, before } = amount;
  if (value === null || before === null) return amount;
  const isFirst = value > 0 && before === 0 && work.totals.before?.active === 0;
  const isPart = !work.isSeenBefore && before < value * COMPARABLE_SHARE;
  return isFirst || isPart ? withoutComparison(amount) : amount;
}

/** Returns the share of night driving from the service's list of drivers, or if it has none, from the stored trips. */
async function nightShare(work: DigestWork): Promise<Share> {
  const { totals, deps, scope, run } = work;
  if (totals.now && totals.now.nightTrips > 0) {
    const share = comparedTotals(work, ({ nightShare: value }) => valueOf(value));
    return { ...share, trips: totals.now.nightTrips };
  }
  const [now, before] = await Promise.all([
    nightShareOfTrips(deps.db, { ...scope, dates: run.now }),
    nightShareOfTrips(deps.db, { ...scope, dates: run.before }),
  ]);
  return {
    ...compared(valueOf(now.share), valueOf(before.share), storedSource(work, 'nightShareOfTrips')),
    trips: now.trips || null,
  };
}

async function eventFigures(work: DigestWork): Promise<NonNullable<DigestContent['driving']>['events']> {
  const { deps, scope, run } = work;
  const [now, before] = await Promise.all([
    digestEvents(deps.db, { ...scope, dates: run.now }),
    digestEvents(deps.db, { ...scope, dates: run.before }),
  ]);
  const earlier = await earlierRates(work);
  const types = new Set([now, before].flatMap(({ counts }) => mostFrequent(counts)));
  return [...types].slice(0, EVENT_TYPES).map((eventType) => {
    const rate = (events: TripEvents): Value => valueOf(per100Km(events, eventType));
    const both = compared(rate(now), rate(before), storedSource(work, 'digestEvents'));
    const rates = earlier.map((each) => each?.[eventType] ?? null);
    return { eventType, per100Km: withUsual(both, rates) };
  });
}

function mostFrequent(counts: TripEvents['counts']): readonly string[] {
  const types = Object.entries(counts).sort(
    ([one, count], [other, most]) => most - count || (one < other ? -1 : 1),
  );
  return types.map(([eventType]) => eventType);
}

/** Returns events per 100 km in the earlier periods, from the digests of those periods, oldest first. */
async function earlierRates({ deps, earlier }: DigestWork) {
  const rates = await earlierEventRates(deps.db, earlier);
  return earlier.lastDates.map((date) => rates.get(date));
}

function storedSource({ run }: DigestWork, query: string): string {
  return querySource(
    query,
    `stored trips that began ${run.now.from} to ${run.now.to} and ${run.before.from} to ${run.before.to} (UTC)`,
  );
}

type Coverage = NonNullable<DigestContent['coverage']>;

/**
 * Returns how many trips the period has, and how far Tripline processed them. If the service's lists of trips were compared for
 * all days, the trips are known individually. Otherwise the list of drivers gives their number, which includes trips without a
 * notification.
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
  const named = sum(({ known, deleted, gone }) => known - deleted - gone);
  const evaluated = sum((day) => day.evaluated + day.backfilled);
  const counted = totals.now ? tripsOf(totals.now) : UNAVAILABLE;
  const isWhole = found.comparison.compared === found.comparison.days;
  const known = isWhole
    ? { value: named }
    : 'value' in counted
      ? { value: Math.max(counted.value, named) }
      : counted;
  // Counts all other trips of these dates as history, because the fleet was connected only later and received no notifications.
  const isAllBefore = found.since !== undefined && found.since >= instantsOf(run.now).until;
  const unnamed = 'value' in known && isAllBefore ? known.value - named : 0;
  const lists = querySource('coverageDays', `trips that began ${run.now.from} to ${run.now.to} (UTC)`);
  const drivers = querySource('digestTotals', work.listed.now);
  const ofLists = (value: number) => figure({ value }, lists);
  return {
    known: figure(known, isWhole ? lists : `${drivers}; ${lists}`),
    evaluated: ofLists(evaluated),
    history: ofLists(sum((day) => day.history - day.backfilled) + unnamed),
    waiting: ofLists(sum((day) => day.waiting + day.missing)),
    parked: ofLists(sum((day) => day.parked)),
    counted: figure(counted, drivers),
  };
}
