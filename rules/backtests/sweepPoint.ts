import type { PublishedRule } from '../evaluation/index.ts';
import { AtLeast } from '../vocabulary/index.ts';
import type { Truth } from '../vocabulary/index.ts';
import { AdmissionReplay } from './admissionReplay.ts';
import type { AdmissionContext } from './admissionReplay.ts';
import { TESTED, castOf, RunStarts } from './parts/index.ts';
import type {
  BacktestPlan,
  BacktestPart,
  ResolvedTrip,
  SweepPoint,
  SweptTrip,
  TripMatch,
  SweepPlan,
} from './parts/index.ts';
import { Tally, isSent } from './tally.ts';

const DAYS_A_WEEK = 7;
/** Cost of a match that a run or a throttle holds back, and of a sent one, relative to one that is led and stopped. */
const HELD_BACK_COST = 0.25;
const SENT_COST = 2;

/** The data of a sweep. */
export interface Sweeping {
  readonly plan: BacktestPlan;
  readonly sweep: SweepPlan;
  /** All parts merged. */
  readonly found: BacktestPart;
  readonly context: AdmissionContext;
  /** Each date of the range. */
  readonly dates: readonly string[];
  readonly resolved: readonly ResolvedTrip[];
}

/** The marks of a trip on its run. */
type Marks = Pick<TripMatch, 'begins' | 'continues'>;

/** One point, before its recipients are compared with those of the others. */
export interface LedPoint {
  readonly matches: number;
  readonly messageDays: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly point: Omit<SweepPoint, 'messages_per_recipient_day'>;
}

/** One trip with its swept outcomes, and the other rules' matches. */
export interface SweepEvent {
  readonly trip: Pick<TripMatch, 'driverId' | 'tripId' | 'at'>;
  readonly swept?: SweptTrip;
  /** Marks of the rules other than the tested one and its published version. */
  readonly rivals?: Pick<TripMatch, 'rules' | 'begins' | 'continues'>;
}

/** Returns the tested rule's outcome for a trip, with a value in the place of the swept number. */
function outcomeAt(sweep: SweepPlan, trip: SweptTrip, value: number): Truth {
  if (trip.value === undefined) return trip.whenTrue;
  const result = sweep.resultAt(trip.atLeast ? new AtLeast(trip.value) : trip.value, value);
  if (result === 'unknown') return trip.whenUnknown ?? 'unknown';
  return result === 'true' ? trip.whenTrue : trip.whenFalse;
}

const NOT_MATCHED = { notMatched: [TESTED] } as const;

/** Leads the tested rule with one value through the alerts. */
export class PointRun {
  readonly #given: Sweeping;
  readonly #value: number;
  readonly #replay: AdmissionReplay;
  readonly #tally: Tally;
  readonly #resolved: ReadonlyMap<string, ResolvedTrip['disposition']>;
  readonly #runs: Runs | undefined;
  readonly #resolvedAlerts = { confirmed: 0, false_alarm: 0 };
  #unknown: number;
  /**
   * Number of matches that a run or a throttle stops. They are only counted, because most matches are stopped where a value is
   * low.
   */
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

  take({ trip, swept, rivals }: SweepEvent): void {
    const outcome = swept ? outcomeAt(this.#given.sweep, swept, this.#value) : 'false';
    const marks = swept && this.#runs?.take(swept, outcome);
    if (swept?.before) return;
    if (outcome === 'unknown') this.#unknown += 1;
    if (outcome !== 'true' && !rivals) return;
    const match = rivals
      ? besideRivals(trip, rivals, { isMatch: outcome === 'true', marks })
      : alone(trip, marks);
    this.#takeLater(match.at);
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

  /** Adds alerts that were suppressed at first. @param until as of the replay */
  #takeLater(until?: number): void {
    for (const later of this.#replay.later(until)) {
      this.#tally.addLater(later);
      if (isSent(later.alert)) this.#noteResolved(later.trip);
    }
  }

  /** The cost of this point, in matches that were led through the alerts. */
  get cost(): number {
    return this.#cost;
  }

  #noteResolved({ driverId, tripId }: TripMatch): void {
    if (this.#resolved.size === 0) return;
    const disposition = this.#resolved.get(JSON.stringify([driverId, tripId]));
    if (disposition) this.#resolvedAlerts[disposition] += 1;
  }

  result(): LedPoint {
    this.#takeLater();
    const { matches, alerts, messages } = this.#tally.totals();
    const weeks = this.#given.dates.length / DAYS_A_WEEK;
    const { confirmed, false_alarm: falseAlarms } = this.#resolvedAlerts;
    return {
      matches: matches + this.#heldBack,
      messageDays: this.#tally.messageDays(),
      point: {
        value: this.#value,
        alerts,
        messages,
        unknown: this.#unknown,
        alerts_per_week: weeks === 0 ? 0 : Math.round((alerts / weeks) * 100) / 100,
        confirmed,
        false_alarms: falseAlarms,
      },
    };
  }
}

const ALONE = [TESTED] as const;

/** Returns the tested rule's match of a trip that no other rule matched. */
function alone({ driverId, tripId, at }: SweepEvent['trip'], marks: Marks | undefined): TripMatch {
  return marks ? { driverId, tripId, at, rules: ALONE, ...marks } : { driverId, tripId, at, rules: ALONE };
}

function besideRivals(
  { driverId, tripId, at }: SweepEvent['trip'],
  rivals: NonNullable<SweepEvent['rivals']>,
  { isMatch, marks }: { readonly isMatch: boolean; readonly marks: Marks | undefined },
): TripMatch {
  return {
    driverId,
    tripId,
    at,
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
