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
/**
 * Costs of a match that a run or throttle stops, and of a sent match. The cost of a match that is fully replayed and then stopped
 * is 1.
 */
const HELD_BACK_COST = 0.25;
const SENT_COST = 2;

/** The data from which a sweep is computed. */
export interface Sweeping {
  readonly plan: BacktestPlan;
  readonly sweep: SweepPlan;
  /** All parts of the back-test, merged. */
  readonly found: BacktestPart;
  readonly context: AdmissionContext;
  /** Each date in the range. */
  readonly dates: readonly string[];
  readonly resolved: readonly ResolvedTrip[];
}

/** The runs that begin or continue with a trip. */
type Marks = Pick<TripMatch, 'begins' | 'continues'>;

/** One point before its message distribution is computed, which needs the recipients of all points. */
export interface LedPoint {
  readonly matches: number;
  readonly messageDays: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly point: Omit<SweepPoint, 'messages_per_recipient_day'>;
}

/** One trip with its swept outcomes and with the matches of other rules. */
export interface SweepEvent {
  readonly trip: Pick<TripMatch, 'driverId' | 'tripId' | 'at'>;
  readonly swept?: SweptTrip;
  /** Matches of the rivals (rules other than the tested rule and its published version). */
  readonly rivals?: Pick<TripMatch, 'rules' | 'begins' | 'continues'>;
}

/** Returns the tested rule's outcome for a trip if the swept number were `value`. */
function outcomeAt(sweep: SweepPlan, trip: SweptTrip, value: number): Truth {
  if (trip.value === undefined) return trip.whenTrue;
  const result = sweep.resultAt(trip.atLeast ? new AtLeast(trip.value) : trip.value, value);
  if (result === 'unknown') return trip.whenUnknown ?? 'unknown';
  return result === 'true' ? trip.whenTrue : trip.whenFalse;
}

const NOT_MATCHED = { notMatched: [TESTED] } as const;

/** Replays the tested rule with one value of the swept number. */
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
   * Number of matches that a run or throttle stops. They are only counted and not replayed, because a low value stops most of its
   * matches.
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

  /**
   * Adds alerts that were first suppressed and no longer are.
   * @param until epoch milliseconds; absent: the end of the replay
   */
  #takeLater(until?: number): void {
    for (const later of this.#replay.later(until)) {
      this.#tally.addLater(later);
      if (isSent(later.alert)) this.#noteResolved(later.trip);
    }
  }

  /** Cost of this point, measured in replayed matches. */
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

/** Returns the match of a trip that only the tested rule matched. */
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

/** The runs of all drivers with one value, for a rule with the trigger `becomes_true`. */
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
