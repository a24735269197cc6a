import { TESTED, compareTrips } from './parts/index.ts';
import type { BacktestPart, BacktestSweep, ResolvedTrip, SweepPoint, TripMatch } from './parts/index.ts';
import { PointRun } from './sweepPoint.ts';
import type { LedPoint, SweepEvent, Sweeping } from './sweepPoint.ts';

/** Maximum number of observed values that are tried besides the current value. */
const MOST_POINTS = 40;
const FEWEST_POINTS = 4;
/**
 * Limits of the total cost of all points, measured in replayed matches: an allowance per evaluated trip, plus a constant. They
 * keep a sweep below the cost of three back-tests (`npm run bench:sweep`). `PointRun.cost` weights matches: a match that a run or
 * throttle stops costs a quarter, a sent one double.
 */
const LED_A_TRIP = 8;
const LED_ANYWAY = 100_000;

/** Number of trips after which the generator yields. */
const A_SLICE = 50;

/**
 * Replays the tested rule once for each value, each time from the start and with separate state. Each point equals the result of
 * a back-test of the rule with this value. Yields the number of replayed trips now and then, so that other work can run.
 */
export function* sweeping(given: Sweeping): Generator<number, BacktestSweep> {
  const { sweep } = given;
  const events = eventsOf(given);
  const led: LedPoint[] = [];
  let done = 0;
  let cost = 0;
  for (const value of valuesOf(given)) {
    if (led.length >= FEWEST_POINTS && cost > mostCost(given.found)) break;
    const point = new PointRun(given, value);
    for (const event of events) {
      point.take(event);
      if ((done += 1) % A_SLICE === 0) yield done;
    }
    led.push(point.result());
    cost += point.cost;
  }
  led.sort((a, b) => a.point.value - b.point.value);
  const receivers = [...new Set(led.flatMap(({ messageDays }) => [...messageDays.keys()]))];
  const strictest = strictestOf(led, given.resolved);
  return {
    pointer: sweep.pointer,
    fact: sweep.fact,
    operator: sweep.operator,
    current: sweep.current,
    points: led.map(({ point, messageDays }) => ({
      ...point,
      messages_per_recipient_day: spread(receivers, messageDays, given.dates),
    })),
    ...(strictest !== undefined && { strictest_with_all_confirmed: strictest }),
  };
}

/** Returns the sweep's trips and the trips that another rule matched, in order of time. */
function eventsOf({ plan, found }: Sweeping): SweepEvent[] {
  const isRival = (position: number): boolean => position !== TESTED && position !== plan.published;
  const keyOf = ({ driverId, tripId }: { driverId: string; tripId: string }): string =>
    JSON.stringify([driverId, tripId]);
  const rivals = new Map<string, TripMatch>();
  for (const match of found.matches) if (match.rules.some(isRival)) rivals.set(keyOf(match), match);
  const swept = found.sweep?.trips ?? [];
  if (rivals.size === 0) return swept.map((trip) => ({ trip, swept: trip }));
  const events = swept.map((trip): SweepEvent => {
    const match = trip.before ? undefined : rivals.get(keyOf(trip));
    if (!match) return { trip, swept: trip };
    rivals.delete(keyOf(trip));
    return { trip, swept: trip, rivals: ofRivals(match, isRival) };
  });
  for (const match of rivals.values()) events.push({ trip: match, rivals: ofRivals(match, isRival) });
  return events.sort((a, b) => compareTrips(a.trip, b.trip));
}

function ofRivals(
  match: TripMatch,
  isRival: (position: number) => boolean,
): NonNullable<SweepEvent['rivals']> {
  const continues = Object.entries(match.continues ?? {}).filter(([position]) => isRival(Number(position)));
  return {
    rules: match.rules.filter(isRival),
    begins: (match.begins ?? []).filter(isRival),
    continues: Object.fromEntries(continues),
  };
}

/** Returns the maximum total cost of all points. */
function mostCost({ outcomes: { matched, notMatched, unknown, failed } }: BacktestPart): number {
  return LED_ANYWAY + LED_A_TRIP * (matched + notMatched + unknown + failed);
}

/**
 * Returns the values to try. The current value is first. Observed values follow, at even ranks among the trips whose outcome the
 * value decides. They are ordered from coarse to fine, so that a sweep that stops early has tried evenly spread values.
 */
function valuesOf({ sweep, found }: Sweeping): number[] {
  const observed = (found.sweep?.trips ?? [])
    .flatMap(({ before, value, whenTrue, whenFalse }) =>
      before || value === undefined || whenTrue === whenFalse ? [] : [value],
    )
    .filter((value) => sweep.isAllowed(value))
    .sort((a, b) => a - b);
  return [...new Set([sweep.current, ...coarseToFine(evenly(observed, MOST_POINTS))])];
}

/** Returns up to `count` distinct values at even ranks of a sorted list, including the first and the last. */
function evenly(sorted: readonly number[], count: number): number[] {
  if (sorted.length === 0) return [];
  const last = sorted.length - 1;
  const ranks = Array.from({ length: count }, (_each, index) => Math.round((index * last) / (count - 1)));
  return [...new Set(ranks.map((rank) => sorted[rank]!))];
}

/** Orders values from coarse to fine: both ends, then repeatedly the middle of each gap. */
function coarseToFine(values: readonly number[]): number[] {
  const last = values.length - 1;
  if (last < 1) return [...values];
  const ranks = new Set([0, last]);
  for (let step = last / 2; step >= 0.5; step /= 2)
    for (let at = step; at < last; at += 2 * step) ranks.add(Math.round(at));
  values.forEach((_value, rank) => ranks.add(rank));
  return [...ranks].map((rank) => values[rank]!);
}

/** Returns median, 90th percentile and maximum of the messages per recipient and day (nearest-rank method). */
function spread(
  receivers: readonly string[],
  messageDays: LedPoint['messageDays'],
  dates: readonly string[],
): SweepPoint['messages_per_recipient_day'] {
  const counts = receivers
    .flatMap((receiver) => dates.map((date) => messageDays.get(receiver)?.get(date) ?? 0))
    .sort((a, b) => a - b);
  const at = (share: number): number => counts[Math.max(0, Math.ceil(share * counts.length) - 1)] ?? 0;
  return { median: at(0.5), p90: at(0.9), max: at(1) };
}

/**
 * Returns the strictest value that misses no confirmed incident. Among the points that alert on every trip with a confirmed
 * incident, this is the value of the point with fewest matches.
 */
function strictestOf(led: readonly LedPoint[], resolved: readonly ResolvedTrip[]): number | undefined {
  const all = resolved.filter(({ disposition }) => disposition === 'confirmed').length;
  if (all === 0) return undefined;
  const complete = led.filter(({ point }) => point.confirmed === all);
  if (complete.length === 0) return undefined;
  return complete.reduce((a, b) => (b.matches < a.matches ? b : a)).point.value;
}
