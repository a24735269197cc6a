import type { DigestContent, DigestDriver, DriverList } from '../../messages/digests/index.ts';
import {
  countComparable,
  countCoaching,
  driversMissingSensors,
  earlierDriverScores,
  eventsOfDrivers,
  rankByChange,
  rankByNeed,
  silentDrivers,
} from '../../store/digests/index.ts';
import type { DriverEvents, Ranked, RankedDriver } from '../../store/digests/index.ts';
import { figure, querySource, rounded, UNAVAILABLE } from './figures.ts';
import type { DigestWork } from './figures.ts';
import { periodsEndingWith } from '../../rules/digests/index.ts';
import { LINE_PERIODS } from './scores.ts';
import { withUsual } from './variation.ts';

/** Drivers of a list; the table has the rest. */
const LIST_LENGTH = 10;
/**
 * Kinds of events that are stored of a driver. They are more than are shown, because a driver whose score fell shows those that
 * rose, and they need not differ the most.
 */
const REASONS = 20;

/** Returns the drivers who fell, rose, need attention or went silent; `null` while the period's drivers are not known. */
export async function driversSection(work: DigestWork): Promise<DigestContent['drivers']> {
  const { deps, run, digest, totals, isCompared } = work;
  if (!totals.now) return null;
  const { db } = deps;
  const of = { fleetId: run.fleetId, runId: run.id, minTrips: digest.min_trips, limit: LIST_LENGTH };
  const none = { drivers: [], total: 0 };
  const below = digest.needs_attention_below;
  const [fell, rose, needAttention, silent, comparable, coaching] = await Promise.all([
    isCompared ? rankByChange(db, { ...of, direction: 'fell' }) : none,
    isCompared ? rankByChange(db, { ...of, direction: 'rose' }) : none,
    rankByNeed(db, { ...of, below }),
    isCompared ? silentDrivers(db, { ...of, groups: work.scope.groups }) : none,
    isCompared ? countComparable(db, of) : undefined,
    isCompared ? countCoaching(db, { ...of, below }) : undefined,
  ]);
  const lists = [fell, rose, needAttention];
  const [reasons, scores] = [await reasonsOf(work, lists), await scoresBefore(work, lists)];
  const list = (ranked: Ranked, query: string, needsBefore: boolean): DriverList => ({
    drivers: ranked.drivers.map((driver) =>
      withUsual(driverOf(driver, reasons), scores.get(driver.driverId) ?? []),
    ),
    total: ranked.total,
    source: querySource(query, needsBefore ? work.listedBoth : work.listed.now),
    ...(needsBefore && !isCompared ? { missing: 'unavailable' as const } : {}),
  });
  const counted = (value: number): ReturnType<typeof figure> =>
    figure({ value }, querySource('digestTotals', work.listed.now));
  const ofBoth = (value: number | undefined, query: string): ReturnType<typeof figure> =>
    figure(value === undefined ? UNAVAILABLE : { value }, querySource(query, work.listedBoth));
  const { active, notRated, notKnown, tooFewTrips, joined, startKnown } = totals.now;
  return {
    fell: list(fell, 'rankByChange', true),
    rose: list(rose, 'rankByChange', true),
    needAttention: list(needAttention, 'rankByNeed', false),
    active: counted(active),
    notRated: counted(notRated + notKnown),
    tooFewTrips: counted(tooFewTrips),
    comparable: ofBoth(comparable, 'countComparable'),
    coaching: ofBoth(coaching, 'countCoaching'),
    joined:
      startKnown === 0 && active > 0
        ? figure({ missing: 'not_known' }, querySource('digestTotals', work.listed.now))
        : counted(joined),
    silent: list(silent, 'silentDrivers', true),
  };
}

type Reasons = Pick<DigestDriver, 'hasEvaluated' | 'because'>;
const NONE_EVALUATED: Reasons = { hasEvaluated: false, because: [] };

function driverOf(driver: RankedDriver, reasons: ReadonlyMap<string, Reasons>): DigestDriver {
  const { score, before } = driver;
  return {
    ...driver,
    change: score === null || before === null ? null : rounded(score - before),
    ...(reasons.get(driver.driverId) ?? NONE_EVALUATED),
  };
}

/** Returns drivers' scores in the periods before this one, as earlier runs of the digest read them, the oldest first. */
async function scoresBefore(
  { deps, run, scope }: DigestWork,
  lists: readonly Ranked[],
): Promise<ReadonlyMap<string, readonly (number | null)[]>> {
  const driverIds = [...new Set(lists.flatMap(({ drivers }) => drivers.map(({ driverId }) => driverId)))];
  const line = periodsEndingWith({ kind: run.period, now: run.now }, LINE_PERIODS).slice(0, -1);
  if (driverIds.length === 0 || line.at(-1)?.to !== run.before.to) return new Map();
  const lastDates = line.map(({ to }) => to);
  const { fleetId, digestId, period } = run;
  const found = await earlierDriverScores(deps.db, {
    fleetId,
    digestId,
    period,
    lastDates,
    groups: scope.groups,
    driverIds,
  });
  return new Map(
    [...found].map(([driverId, scores]) => [driverId, lastDates.map((date) => scores[date] ?? null)]),
  );
}

/** Returns the reasons for each change: events per 100 km in both periods, of stored trips, the largest difference first. */
async function reasonsOf(
  { deps, run, scope }: DigestWork,
  lists: readonly Ranked[],
): Promise<ReadonlyMap<string, Reasons>> {
  const driverIds = [...new Set(lists.flatMap(({ drivers }) => drivers.map(({ driverId }) => driverId)))];
  if (driverIds.length === 0) return new Map();
  const [now, before] = await Promise.all([
    eventsOfDrivers(deps.db, { ...scope, dates: run.now, driverIds }),
    eventsOfDrivers(deps.db, { ...scope, dates: run.before, driverIds }),
  ]);
  return new Map(
    driverIds.map((id) => [
      id,
      { hasEvaluated: (now.get(id)?.distanceKm ?? 0) > 0, because: because(now.get(id), before.get(id)) },
    ]),
  );
}

function because(now: DriverEvents | undefined, before: DriverEvents | undefined): DigestDriver['because'] {
  const types = new Set([...Object.keys(now?.counts ?? {}), ...Object.keys(before?.counts ?? {})]);
  const found = [...types].map((eventType) => ({
    eventType,
    per100Km: per100Km(now, eventType),
    before: per100Km(before, eventType),
  }));
  const difference = (each: DigestDriver['because'][number]): number =>
    Math.abs((each.per100Km ?? 0) - (each.before ?? 0));
  return found
    .sort((one, other) => difference(other) - difference(one) || (one.eventType < other.eventType ? -1 : 1))
    .slice(0, REASONS);
}

function per100Km(events: DriverEvents | undefined, eventType: string): number | null {
  if (!events || events.distanceKm <= 0) return null;
  return rounded(((events.counts[eventType] ?? 0) / events.distanceKm) * 100);
}

/** Most drivers that are listed for phones that miss sensors. */
const DEVICES_LENGTH = 20;

/** Returns drivers of the period with a phone that misses essential sensors; `null` while the drivers are not known. */
export async function devicesSection({
  deps,
  run,
  totals,
  listed,
}: DigestWork): Promise<DigestContent['devices']> {
  if (!totals.now) return null;
  const { drivers, total } = await driversMissingSensors(deps.db, {
    fleetId: run.fleetId,
    runId: run.id,
    limit: DEVICES_LENGTH,
  });
  return { missingData: drivers, total, source: querySource('driversMissingSensors', listed.now) };
}
