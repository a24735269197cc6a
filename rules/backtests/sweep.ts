import type { PublishedRule } from '../evaluation/index.ts';
import { AtLeast } from '../vocabulary/index.ts';
import type { Truth } from '../vocabulary/index.ts';
import { AdmissionReplay } from './admissionReplay.ts';
import type { AdmissionContext } from './admissionReplay.ts';
import { TESTED, castOf } from './plan.ts';
import type { BacktestPlan } from './plan.ts';
import { compareTrips } from './result.ts';
import type {
  BacktestPart,
  BacktestSweep,
  ResolvedTrip,
  SweepPoint,
  SweptTrip,
  TripMatch,
} from './result.ts';
import { RunStarts } from './runStarts.ts';
import type { SweepPlan } from './sweepRecord.ts';
import { Tally, isSent } from './tally.ts';

/** Observed values beside today's. */
const MOST_POINTS = 40;
const FEWEST_POINTS = 4;
/**
 * Matches that all points together lead through the alerts, for each evaluated trip and in any case, so that a sweep costs at
 * most three back-tests (`npm run bench:sweep`). One that a run or a throttle holds back costs a quarter, one that is sent
 * twice as much.
 */
const LED_A_TRIP = 10;
const LED_ANYWAY = 100_000;
const HELD_BACK_COST = 0.25;
const SENT_COST = 2;
/** After so many trips the caller gets a turn. */
const A_SLICE = 1_000;
const DAYS_A_WEEK = 7;

/** What a sweep is made from. */
export interface Sweeping {
  readonly plan: BacktestPlan;
  readonly sweep: SweepPlan;
  /** All parts as one. */
  readonly found: BacktestPart;
  readonly context: AdmissionContext;
  /** Each date of the range. */
  readonly dates: readonly string[];
  readonly resolved: readonly ResolvedTrip[];
}

/** One trip with what a value decides of it, and the other rules' matches. */
interface Event {
  readonly trip: Pick<TripMatch, 'driverId' | 'tripId' | 'at'>;
  readonly swept?: SweptTrip;
  /** Only what the tested rule and its published version have no part in. */
  readonly rivals?: Pick<TripMatch, 'rules' | 'begins' | 'continues'>;
}

/** What a trip does to the run that it belongs to. */
type Marks = Pick<TripMatch, 'begins' | 'continues'>;

/** One point, before its recipients are compared with those of the others. */
interface Led {
  readonly matches: number;
  readonly messageDays: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly point: Omit<SweepPoint, 'messages_per_recipient_day'>;
}

/**
 * Leads the tested rule through the alerts once for each value, each time from the beginning and with a state of its own: a
 * point is what a separate back-test of the rule with this value comes to. It yields the number of trips led every now and
 * then.
 */
export function* sweeping(given: Sweeping): Generator<number, BacktestSweep> {
  const { sweep } = given;
  const events = eventsOf(given);
  const led: Led[] = [];
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

/** What the tested rule comes to for a trip, with a value in the place of the swept number. */
function outcomeAt(sweep: SweepPlan, trip: SweptTrip, value: number): Truth {
  if (trip.value === undefined) return trip.whenTrue;
  const result = sweep.resultAt(trip.atLeast ? new AtLeast(trip.value) : trip.value, value);
  if (result === 'unknown') return trip.whenUnknown ?? 'unknown';
  return result === 'true' ? trip.whenTrue : trip.whenFalse;
}

/** Swept trips and those that another rule matched, in the order of time. */
function eventsOf({ plan, found }: Sweeping): Event[] {
  const isRival = (position: number): boolean => position !== TESTED && position !== plan.published;
  const keyOf = ({ driverId, tripId }: { driverId: string; tripId: string }): string =>
    JSON.stringify([driverId, tripId]);
  const rivals = new Map<string, TripMatch>();
  for (const match of found.matches) if (match.rules.some(isRival)) rivals.set(keyOf(match), match);
  const swept = found.sweep?.trips ?? [];
  if (rivals.size === 0) return swept.map((trip) => ({ trip, swept: trip }));
  const events = swept.map((trip): Event => {
    const match = trip.before ? undefined : rivals.get(keyOf(trip));
    if (!match) return { trip, swept: trip };
    rivals.delete(keyOf(trip));
    return { trip, swept: trip, rivals: ofRivals(match, isRival) };
  });
  for (const match of rivals.values()) events.push({ trip: match, rivals: ofRivals(match, isRival) });
  return events.sort((a, b) => compareTrips(a.trip, b.trip));
}

function ofRivals(match: TripMatch, isRival: (position: number) => boolean): NonNullable<Event['rivals']> {
  const continues = Object.entries(match.continues ?? {}).filter(([position]) => isRival(Number(position)));
  return {
    rules: match.rules.filter(isRival),
    begins: (match.begins ?? []).filter(isRival),
    continues: Object.fromEntries(continues),
  };
}

/** What all points together may cost. */
function mostCost({ outcomes: { matched, notMatched, unknown, failed } }: BacktestPart): number {
  return LED_ANYWAY + LED_A_TRIP * (matched + notMatched + unknown + failed);
}

/**
 * The values to try: today's first, then observed ones evenly by rank among the trips that the value decides, coarse before
 * fine, so that those at which a sweep ends lie evenly as well.
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

/** So many of some sorted values, the first and the last among them, each once. */
function evenly(sorted: readonly number[], count: number): number[] {
  if (sorted.length === 0) return [];
  const last = sorted.length - 1;
  const ranks = Array.from({ length: count }, (_each, index) => Math.round((index * last) / (count - 1)));
  return [...new Set(ranks.map((rank) => sorted[rank]!))];
}

/** Both ends, then the middle of each gap, again and again. */
function coarseToFine(values: readonly number[]): number[] {
  const last = values.length - 1;
  if (last < 1) return [...values];
  const ranks = new Set([0, last]);
  for (let step = last / 2; step >= 0.5; step /= 2)
    for (let at = step; at < last; at += 2 * step) ranks.add(Math.round(at));
  values.forEach((_value, rank) => ranks.add(rank));
  return [...ranks].map((rank) => values[rank]!);
}

const NOT_MATCHED = { notMatched: [TESTED] } as const;

/** The tested rule with one value on its way through the alerts. */
class PointRun {
  readonly #given: Sweeping;
  readonly #value: number;
  readonly #replay: AdmissionReplay;
  readonly #tally: Tally;
  readonly #resolved: ReadonlyMap<string, ResolvedTrip['disposition']>;
  readonly #runs: Runs | undefined;
  readonly #resolvedAlerts = { confirmed: 0, false_alarm: 0 };
  #unknown: number;
  /** Matches that a run or a throttle stops, which is most of them where a value is low: they are counted and no more. */
  #heldBack = 0;
  #cost = 0;

  constructor(given: Sweeping, value: number) {
    const { plan, context, found } = given;
    this.#given = given;
    this.#value = value;
    this.#replay = new AdmissionReplay(castOf(plan, TESTED), context);
    const tested = plan.rules[TESTED]!;
    this.#tally = new Tally(tested.rule, context);
    this.#resolved = new Map(
      given.resolved.map(({ driverId, tripId, disposition }) => [
        JSON.stringify([driverId, tripId]),
        disposition,
      ]),
    );
    this.#runs = tested.rule.trigger === 'becomes_true' ? new Runs(tested) : undefined;
    this.#unknown = found.sweep?.unknown ?? 0;
  }

  take({ trip, swept, rivals }: Event): void {
    const outcome = swept ? outcomeAt(this.#given.sweep, swept, this.#value) : 'false';
    const marks = swept && this.#runs?.take(swept, outcome);
    if (swept?.before) return;
    if (outcome === 'unknown') this.#unknown += 1;
    if (outcome !== 'true' && !rivals) return;
    const match = rivals
      ? besideRivals(trip, rivals, { isMatch: outcome === 'true', marks })
      : alone(trip, marks);
    if (this.#replay.isHeldBack(match)) {
      this.#heldBack += 1;
      this.#cost += HELD_BACK_COST;
      return;
    }
    const alert = this.#replay.next(match);
    if (!alert) return;
    this.#tally.add(match, alert);
    this.#cost += isSent(alert) ? SENT_COST : 1;
    if (isSent(alert)) this.#noteResolved(match);
  }

  /** In matches that were led through the alerts. */
  get cost(): number {
    return this.#cost;
  }

  #noteResolved({ driverId, tripId }: TripMatch): void {
    if (this.#resolved.size === 0) return;
    const disposition = this.#resolved.get(JSON.stringify([driverId, tripId]));
    if (disposition) this.#resolvedAlerts[disposition] += 1;
  }

  result(): Led {
    const { matches, alerts, messages } = this.#tally.totals();
    const weeks = this.#given.dates.length / DAYS_A_WEEK;
    const { confirmed, false_alarm: falseAlarms } = this.#resolvedAlerts;
    return {
      matches: matches + this.#heldBack,
      messageDays: this.#tally.messageDays(),
      point: {
        ...{ value: this.#value, alerts, messages, unknown: this.#unknown },
        alerts_per_week: weeks === 0 ? 0 : Math.round((alerts / weeks) * 100) / 100,
        ...{ confirmed, false_alarms: falseAlarms },
      },
    };
  }
}

const ALONE = [TESTED] as const;

/** The tested rule's match of a trip that no other rule matched. */
function alone({ driverId, tripId, at }: Event['trip'], marks: Marks | undefined): TripMatch {
  return marks ? { driverId, tripId, at, rules: ALONE, ...marks } : { driverId, tripId, at, rules: ALONE };
}

function besideRivals(
  { driverId, tripId, at }: Event['trip'],
  rivals: NonNullable<Event['rivals']>,
  { isMatch, marks }: { readonly isMatch: boolean; readonly marks: Marks | undefined },
): TripMatch {
  return {
    ...{ driverId, tripId, at },
    rules: [...(isMatch ? ALONE : []), ...rivals.rules],
    begins: [...(marks?.begins ?? []), ...(rivals.begins ?? [])],
    continues: { ...marks?.continues, ...rivals.continues },
  };
}

/** The runs of all drivers with one value, for a rule that alerts when it becomes true. */
class Runs {
  readonly #rule: PublishedRule;
  readonly #ofDriver = new Map<string, RunStarts>();

  constructor(rule: PublishedRule) {
    this.#rule = rule;
  }

  take(trip: SweptTrip, outcome: Truth): Marks {
    const runs = this.#ofDriver.get(trip.driverId) ?? new RunStarts([this.#rule]);
    this.#ofDriver.set(trip.driverId, runs);
    if (trip.resets) runs.before('', NOT_MATCHED);
    const match = { driverId: trip.driverId, tripId: trip.tripId, at: trip.at, rules: [TESTED] };
    const verdict =
      outcome === 'true' ? { match, notMatched: [] } : outcome === 'false' ? NOT_MATCHED : { notMatched: [] };
    if (!trip.before) return runs.of(trip.tripId, verdict);
    runs.before(trip.tripId, verdict);
    return {};
  }
}

/** Median, 90th percentile and maximum of messages over recipients and days, by the nearest rank. */
function spread(
  receivers: readonly string[],
  messageDays: Led['messageDays'],
  dates: readonly string[],
): SweepPoint['messages_per_recipient_day'] {
  const counts = receivers
    .flatMap((receiver) => dates.map((date) => messageDays.get(receiver)?.get(date) ?? 0))
    .sort((a, b) => a - b);
  const at = (share: number): number => counts[Math.max(0, Math.ceil(share * counts.length) - 1)] ?? 0;
  return { median: at(0.5), p90: at(0.9), max: at(1) };
}

/** The value of the point that matches fewest trips among those that alert on every trip with a confirmed incident. */
function strictestOf(led: readonly Led[], resolved: readonly ResolvedTrip[]): number | undefined {
  const all = resolved.filter(({ disposition }) => disposition === 'confirmed').length;
  if (all === 0) return undefined;
  const complete = led.filter(({ point }) => point.confirmed === all);
  if (complete.length === 0) return undefined;
  return complete.reduce((a, b) => (b.matches < a.matches ? b : a)).point.value;
}
