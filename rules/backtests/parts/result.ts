import type { Words } from '../../documents/index.ts';
import type { Explanation, PlannedDelivery, RuleDecision, Severity } from '../../evaluation/index.ts';
import type { Reason, Truth } from '../../vocabulary/index.ts';

/**
 * The reason why another rule takes part in a back-test: it can suppress alerts of the tested rule, or share a message with them.
 */
export type RivalReason = 'suppresses' | 'shares_receiver';

/** Number of stopped alerts by reason, such as `throttled`. Reasons that never occurred are absent. */
export type StoppedCounts = Readonly<Record<string, number>>;

/** The totals of one version of a rule. */
export interface BacktestTotals {
  /** Trips that the rule matched. */
  readonly matches: number;
  /**
   * Matches about which a recipient is notified: now, at the end of quiet hours or of a batch window, or in another rule's
   * message.
   */
  readonly alerts: number;
  /** Alerts whose messages are all held until the end of quiet hours or of a batch window. */
  readonly held: number;
  /** Alerts that are sent inside another rule's message. */
  readonly grouped: number;
  /**
   * Number of Slack messages, e-mails and webhooks. Messages that quiet hours or a batch held and that are sent together count as
   * one.
   */
  readonly messages: number;
  /** Number of messages about a used-up budget: a notice, and a summary at the end of the day. */
  readonly about_budget: number;
  readonly stopped: StoppedCounts;
}

export interface BacktestDay extends BacktestTotals {
  /** Local date in the fleet's time zone, `YYYY-MM-DD`. */
  readonly date: string;
  readonly trips: number;
}

export interface BacktestReceiver {
  readonly action: PlannedDelivery['action'];
  readonly receiver: string;
  /**
   * Number of messages sent to the receiver. For `escalate` the number of incidents, for `delete_trip` the number of deletion
   * requests.
   */
  readonly messages: number;
  /** Messages that were held by quiet hours or a batch before they were sent. */
  readonly held: number;
  /** Alerts that are sent to this receiver inside another rule's message. */
  readonly grouped: number;
}

export interface BacktestDriver {
  readonly driver_id: string;
  /** Present only in API responses, if the name is known. */
  readonly driver_name?: string;
  readonly matches: number;
  readonly alerts: number;
  readonly messages: number;
}

/** One trip that a back-test's result shows as an example. */
export interface BacktestExample {
  readonly driver_id: string;
  /** Present only in API responses, if the name is known. It is not stored, because names change. */
  readonly driver_name?: string;
  readonly trip_id: string;
  /** End of the trip, ISO 8601 in UTC. */
  readonly at: string;
  /** Present only in the stored result: the data that explain the decision. */
  readonly explained?: Explanation;
  /** Present only in API responses: the decision in a sentence. */
  readonly sentence?: string;
  /** `alert`, or the reason that stopped the alert. */
  readonly outcome?: string;
  /** Details of the reason: a silence's id, the suppressing rule, or the time of the throttling alert. */
  readonly detail?: string;
}

/** A reason why the rule could not be decided for some trips, with their number. */
export interface BacktestUnknown<Because = Reason> {
  readonly fact: string;
  readonly because: Because;
  readonly trips: number;
  /** Absent if the example's driver was erased. */
  readonly example?: BacktestExample;
}

/**
 * Trips on which the two versions differ: with an alert of only the tested version, of only the published version, and of both.
 */
export interface VersionDifference {
  readonly only_new: number;
  readonly only_old: number;
  readonly both: number;
  readonly examples: {
    readonly only_new: readonly BacktestExample[];
    readonly only_old: readonly BacktestExample[];
    readonly both: readonly BacktestExample[];
  };
}

interface RuleInResult {
  readonly id: string;
  /** 0 for a draft. */
  readonly version: number;
  readonly name: string;
  readonly severity: Severity;
  readonly mode: 'off' | 'shadow' | 'live';
  /**
   * The shared conditions that the rule uses. For version 0 (a draft), as they were passed with the request. Absent if the rule
   * uses none.
   */
  readonly conditions?: RuleDecision['conditions'];
}

/** The result of a back-test: the alerts and messages that a rule would have sent. */
export interface BacktestResult<Because = Reason, Note = Words> {
  readonly rule: RuleInResult;
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
  readonly trips: {
    readonly evaluated: number;
    readonly matched: number;
    readonly not_matched: number;
    readonly unknown: number;
    readonly failed: number;
    /** Stored trips of the range that were not evaluated because they were deleted or are gone. */
    readonly left_out: number;
  };
  readonly totals: BacktestTotals;
  readonly days: readonly BacktestDay[];
  readonly receivers: readonly BacktestReceiver[];
  /** 24 entries: alerts and messages by hour of the day in the fleet's time zone. */
  readonly hours: readonly { readonly hour: number; readonly alerts: number; readonly messages: number }[];
  /** The drivers with most alerts, then with most matches. */
  readonly drivers: readonly BacktestDriver[];
  /** Number of all drivers with a match, including those that are not listed. */
  readonly drivers_matched: number;
  readonly examples: readonly BacktestExample[];
  readonly unknown: readonly BacktestUnknown<Because>[];
  /** The published version with its totals. Absent if there is none, or if it is the tested version. */
  readonly published?: RuleInResult & { readonly totals: BacktestTotals };
  /** Comparison of the two versions by the trips on which they alert. */
  readonly difference?: VersionDifference;
  /** Present if a sweep was requested. */
  readonly sweep?: BacktestSweep;
  /** Published rules that took part because they can suppress the tested rule's alerts or share a message with them. */
  readonly rivals: readonly {
    readonly rule: string;
    readonly version: number;
    readonly because: RivalReason;
  }[];
  /** Limitations to know before relying on the figures. */
  readonly notes: readonly Note[];
}

/** Result of the rule if the swept number had another value. */
export interface SweepPoint {
  readonly value: number;
  /** Matches about which a recipient is notified. */
  readonly alerts: number;
  readonly alerts_per_week: number;
  readonly messages: number;
  /**
   * Messages per recipient and day, over all days of the range, including days without messages. Covers all recipients that occur
   * anywhere in the sweep.
   */
  readonly messages_per_recipient_day: {
    readonly median: number;
    readonly p90: number;
    readonly max: number;
  };
  /** Trips that could not be decided with this value. */
  readonly unknown: number;
  /** Trips with an alert whose incident was resolved as confirmed. */
  readonly confirmed: number;
  /** Trips with an alert whose incident was resolved as a false alarm. */
  readonly false_alarms: number;
}

/** Result of a sweep: the results of the rule for several values of one of its numbers. */
export interface BacktestSweep {
  readonly pointer: string;
  readonly fact: string;
  readonly operator: string;
  /** The number in the rule as tested. It is one of the points. */
  readonly current: number;
  readonly points: readonly SweepPoint[];
  /**
   * The strictest value that misses no confirmed incident. Among the points that alert on every trip with a confirmed incident,
   * this is the value of the point with fewest matches.
   */
  readonly strictest_with_all_confirmed?: number;
}

/** A trip of the range on which the tested rule opened an incident, with the incident's resolution. */
export interface ResolvedTrip {
  readonly driverId: string;
  readonly tripId: string;
  readonly disposition: 'confirmed' | 'false_alarm';
}

/** The tested rule's outcomes for one trip, from which the outcome follows for any value of the swept number. */
export interface SweptTrip {
  readonly driverId: string;
  readonly tripId: string;
  readonly at: number;
  /** Observed value of the comparison that is varied. Absent if it does not matter, because the outcomes are the same. */
  readonly value?: number;
  /** True if the observed value is only a lower bound. */
  readonly atLeast?: true;
  readonly whenTrue: Truth;
  readonly whenFalse: Truth;
  /**
   * Outcome if the comparison is unknown. Present only for a lower bound, because an exact value makes the comparison true or
   * false.
   */
  readonly whenUnknown?: Truth;
  /** True if the trip is before the range. Such trips only show which runs continue at the start of the range. */
  readonly before?: true;
  /** True if a run ended since the driver's last listed trip, because a trip in between could not match with any value. */
  readonly resets?: true;
}

/** The data that a sweep needs from the trips of some drivers. All trips of a driver are in the same part. */
export interface SweptPart {
  readonly trips: readonly SweptTrip[];
  /** Number of trips in the range that are unknown with every value. */
  readonly unknown: number;
}

/** A back-test result as the API returns it, with reasons and notes as text. */
export type AnsweredBacktest = BacktestResult<string, string>;

/** One trip that at least one rule of a back-test matched. */
export interface TripMatch {
  readonly driverId: string;
  readonly tripId: string;
  /** Epoch milliseconds of the trip's end, which is the simulated time of its decision. */
  readonly at: number;
  /** Positions, in the back-test's list of rules, of the rules that matched. */
  readonly rules: readonly number[];
  /** Positions of matched rules with the trigger `becomes_true` whose run begins with this trip. */
  readonly begins?: readonly number[];
  /**
   * For runs that began before the range: the trip with which the run began, by the rule's position. Present only on the first
   * trip of the run in the range.
   */
  readonly continues?: Readonly<Record<number, string>>;
  /** The explanations of the decisions, by the rule's position. Present only for a driver's first matches. */
  readonly explained?: Readonly<Record<number, Explanation>>;
}

/** A trip that is shown as an example. */
export interface TripExample {
  readonly driverId: string;
  readonly tripId: string;
  /** Epoch milliseconds of the trip's end. */
  readonly at: number;
  readonly explained?: Explanation;
}

/** A reason why the tested rule could not be decided, with the number of trips and an example. */
export interface UnknownReason {
  readonly fact: string;
  /** The reason without its dates, so that the same reason can be counted over many trips. */
  readonly because: Reason;
  readonly trips: number;
  /** The trip with this reason that ended first. */
  readonly example: TripExample;
}

/** Number of evaluated trips by the tested rule's outcome. */
interface OutcomeCounts {
  readonly matched: number;
  /** Trips for which the conditions were false, or which are outside the rule's scope. */
  readonly notMatched: number;
  readonly unknown: number;
  readonly failed: number;
}

/**
 * The results of some drivers' trips. All trips of a driver are in the same part, so the sums are the same however drivers are
 * divided into parts.
 */
export interface BacktestPart {
  readonly matches: readonly TripMatch[];
  readonly outcomes: OutcomeCounts;
  /** Number of trips by the local date of their end. */
  readonly tripsByDate: Readonly<Record<string, number>>;
  readonly unknown: readonly UnknownReason[];
  /** Absent if nothing is swept. */
  readonly sweep?: SweptPart;
}

/** Compares trips by time. Trips of the same time are ordered by driver, then by trip id. */
export function compareTrips(a: Omit<TripExample, 'explained'>, b: Omit<TripExample, 'explained'>): number {
  return a.at - b.at || compareText(a.driverId, b.driverId) || compareText(a.tripId, b.tripId);
}

/** Compares texts by code units, so that the order is the same on every machine, whatever its language settings. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
