import type { DigestContent, DigestDriver, DriverList, Figure } from '../../messages/digests/index.ts';
import {
  driversMissingSensors,
  earlierDriverScores,
  eventsOfDrivers,
  rankDrivers,
} from '../../store/digests/index.ts';
import type { Ranked, RankedDriver, TripEvents } from '../../store/digests/index.ts';
import { NOT_KNOWN, UNAVAILABLE, figure, per100Km, querySource, rounded } from './figures.ts';
import type { DigestWork } from './figures.ts';
import { withUsual } from './variation.ts';

/** Number of drivers in a list. The attached table has the others. */
const LIST_LENGTH = 10;
/**
 * Number of event kinds that are stored per driver. It is more than a digest shows: for a driver whose score fell, it shows only
 * kinds that rose, and these need not have the largest difference.
 */
const REASONS = 20;

/**
 * Returns the drivers whose scores fell or rose, who need attention, or who stopped driving; `null` while the period's drivers
 * are not known.
 */
export async function driversSection(work: DigestWork): Promise<DigestContent['drivers']> {
  const { deps, run, digest, totals, isCompared, listed } = work;
  if (!totals.now) return null;
  const ranked = await rankDrivers(deps.db, {
    fleetId: run.fleetId,
    runId: run.id,
    groups: work.scope.groups,
    minTrips: digest.min_trips,
    below: digest.needs_attention_below,
    limit: LIST_LENGTH,
  });
  const reported = isCompared ? [ranked.fell, ranked.rose, ranked.low] : [ranked.low];
  const driverIds = [...new Set(reported.flatMap(({ drivers }) => drivers.map(({ driverId }) => driverId)))];
  const [reasons, scores] = [await reasonsOf(work, driverIds), await scoresBefore(work, driverIds)];
  const list = ({ drivers, total }: Ranked, source: string): DriverList => ({
    drivers: drivers.map((driver) => withUsual(driverOf(driver, reasons), scores.get(driver.driverId) ?? [])),
    total,
    source,
  });
  const [ranking, totalled] = [
    querySource('rankDrivers', work.listedBoth),
    querySource('digestTotals', listed.now),
  ];
  const ofBoth = (of: Ranked): DriverList =>
    isCompared ? list(of, ranking) : { drivers: [], total: 0, source: ranking, missing: 'unavailable' };
  const counted = (value: number): Figure => figure({ value }, totalled);
  const countedBoth = (value: number): Figure => figure(isCompared ? { value } : UNAVAILABLE, ranking);
  const { active, notRated, notKnown, tooFewTrips, joined, startKnown } = totals.now;
  return {
    fell: ofBoth(ranked.fell),
    rose: ofBoth(ranked.rose),
    needAttention: list(ranked.low, querySource('rankDrivers', listed.now)),
    active: counted(active),
    notRated: counted(notRated + notKnown),
    tooFewTrips: counted(tooFewTrips),
    comparable: countedBoth(ranked.comparable),
    coaching: countedBoth(ranked.coaching),
    joined: startKnown === 0 && active > 0 ? figure(NOT_KNOWN, totalled) : counted(joined),
    silent: ofBoth(ranked.silent),
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

/** Returns the drivers' scores in earlier periods, as earlier runs of the digest read them, oldest first. */
async function scoresBefore(
  { deps, earlier }: DigestWork,
  driverIds: readonly string[],
): Promise<ReadonlyMap<string, readonly (number | null)[]>> {
  if (driverIds.length === 0) return new Map();
  const found = await earlierDriverScores(deps.db, { ...earlier, driverIds });
  return new Map(
    [...found].map(([driverId, scores]) => [driverId, earlier.lastDates.map((date) => scores[date] ?? null)]),
  );
}

/**
 * Returns the reasons for each driver's change: events per 100 km in both periods, from stored trips, largest difference first.
 */
async function reasonsOf(
  { deps, run, scope }: DigestWork,
  driverIds: readonly string[],
): Promise<ReadonlyMap<string, Reasons>> {
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

function because(now: TripEvents | undefined, before: TripEvents | undefined): DigestDriver['because'] {
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

/** Largest number of listed drivers with a phone that lacks sensors. */
const DEVICES_LENGTH = 20;

/** Returns the period's drivers with a phone that lacks essential sensors; `null` while the drivers are not known. */
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
