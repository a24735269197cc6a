import type { Words } from '../../documents/index.ts';
import type { Explanation, PlannedDelivery, RuleDecision, Severity } from '../../evaluation/index.ts';
import type { Reason, Truth } from '../../vocabulary/index.ts';

/** The reason that another rule takes part in a back-test. */
export type RivalReason = 'suppresses' | 'shares_receiver';

/** Counts by the reason that stopped an alert, such as `throttled`; reasons that never occurred are absent. */
export type StoppedCounts = Readonly<Record<string, number>>;

/** The totals of one version of a rule. */
export interface BacktestTotals {
  /** Trips that the rule matched. */
  readonly matches: number;
  /**
   * Matches of which a recipient is notified: now, at the end of quiet hours or of a batch's window, or in another rule's
   * message.
   */
  readonly alerts: number;
  /** Alerts whose messages are all held until the end of quiet hours or of a batch's window. */
  readonly held: number;
  /** Alerts that are grouped into another rule's message. */
  readonly grouped: number;
  /** Slack messages, e-mails and webhooks; messages that quiet hours or a batch held together are one. */
  readonly messages: number;
  /** Messages about a used-up budget: a notice, and a summary at the day's end. */
  readonly about_budget: number;
  readonly stopped: StoppedCounts;
}

export interface BacktestDay extends BacktestTotals {
  /** `YYYY-MM-DD` on the fleet's calendar. */
  readonly date: string;
  readonly trips: number;
}

export interface BacktestReceiver {
  readonly action: PlannedDelivery['action'];
  readonly receiver: string;
  /** Number of messages sent to the receiver; with `escalate` and `delete_trip`, of incidents and requests. */
  readonly messages: number;
  /** Messages that quiet hours or a batch held first. */
  readonly held: number;
  /** Alerts that are grouped into another rule's message to this receiver. */
  readonly grouped: number;
}

export interface BacktestDriver {
  readonly driver_id: string;
  /** Only in answers, where the name is known. */
  readonly driver_name?: string;
  readonly matches: number;
  readonly alerts: number;
  readonly messages: number;
}

/** One trip of a result. */
export interface BacktestExample {
  readonly driver_id: string;
  /** Only in answers, where the name is known. It is not stored, because names change. */
  readonly driver_name?: string;
  readonly trip_id: string;
  /** ISO 8601, UTC: the trip's end. */
  readonly at: string;
  /** Only as stored: the reason of the decision. */
  readonly explained?: Explanation;
  /** Only in answers: the sentence of the decision. */
  readonly sentence?: string;
  /** `alert`, or the reason that stopped the alert. */
  readonly outcome?: string;
  /** Details of that reason: a silence's id, the suppressing rule, or the time of the alert that holds the throttle. */
  readonly detail?: string;
}

/** The reason that the rule could not be decided for some trips. */
export interface BacktestUnknown<Because = Reason> {
  readonly fact: string;
  readonly because: Because;
  readonly trips: number;
  /** Absent: the driver of the trip is erased. */
  readonly example?: BacktestExample;
}

/** Two versions compared by trips: those with an alert of only the tested one, of only the published one, and of both. */
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
  /** 0: a draft. */
  readonly version: number;
  readonly name: string;
  readonly severity: Severity;
  readonly mode: 'off' | 'shadow' | 'live';
  /** The shared conditions inside the rule; version 0: as they were given with the question. Absent: the rule has none. */
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
    /** Stored trips of the range that were deleted or are gone, and so were not evaluated. */
    readonly left_out: number;
  };
  readonly totals: BacktestTotals;
  readonly days: readonly BacktestDay[];
  readonly receivers: readonly BacktestReceiver[];
  /** 24 entries: alerts and messages by the hour on the fleet's clock. */
  readonly hours: readonly { readonly hour: number; readonly alerts: number; readonly messages: number }[];
  /** The drivers with most alerts, then most matches. */
  readonly drivers: readonly BacktestDriver[];
  /** Number of all drivers that the rule matched. */
  readonly drivers_matched: number;
  readonly examples: readonly BacktestExample[];
  readonly unknown: readonly BacktestUnknown<Because>[];
  /** The published version with its totals; absent when there is none, or it is the tested one. */
  readonly published?: RuleInResult & { readonly totals: BacktestTotals };
  /** The two versions compared by trips with an alert. */
  readonly difference?: VersionDifference;
  /** Present when a sweep was requested. */
  readonly sweep?: BacktestSweep;
  /** Published rules that took part, because they can suppress this one's alerts or share a message with them. */
  readonly rivals: readonly {
    readonly rule: string;
    readonly version: number;
    readonly because: RivalReason;
  }[];
  /** Notes to read before trusting the figures. */
  readonly notes: readonly Note[];
}

/** The rule's result with one value in the place of a swept number. */
export interface SweepPoint {
  readonly value: number;
  /** Matches of which a recipient is notified. */
  readonly alerts: number;
  readonly alerts_per_week: number;
  readonly messages: number;
  /** Messages per recipient and day of the range, days without messages included, over all recipients of the sweep. */
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

/** The rule with other values in the place of one of its numbers, by value. */
export interface BacktestSweep {
  readonly pointer: string;
  readonly fact: string;
  readonly operator: string;
  /** The number as the rule has it; one of the points. */
  readonly current: number;
  readonly points: readonly SweepPoint[];
  /** The value of the point that matches fewest trips, among the points that alert on every trip with a confirmed incident. */
  readonly strictest_with_all_confirmed?: number;
}

/** The resolution of an incident that the tested rule opened on a trip of the range. */
export interface ResolvedTrip {
  readonly driverId: string;
  readonly tripId: string;
  readonly disposition: 'confirmed' | 'false_alarm';
}

/** The tested rule's outcomes for one trip, for any value in the place of the swept number. */
export interface SweptTrip {
  readonly driverId: string;
  readonly tripId: string;
  readonly at: number;
  /** The observed value of the varied comparison; absent: it does not matter, because both outcomes are the same. */
  readonly value?: number;
  /** The value is a lower bound. */
  readonly atLeast?: true;
  readonly whenTrue: Truth;
  readonly whenFalse: Truth;
  /** The outcome while the comparison is unknown: only for a lower bound, because an exact value makes it true or false. */
  readonly whenUnknown?: Truth;
  /** The trip lies before the range, and only decides which runs continue at its beginning. */
  readonly before?: true;
  /** A run has ended since the driver's last such trip, because the rule did not match a trip whatever the value. */
  readonly resets?: true;
}

/** The data that a sweep needs of some drivers' trips, each driver's complete. */
export interface SweptPart {
  readonly trips: readonly SweptTrip[];
  /** Trips of the range that are unknown whatever the value. */
  readonly unknown: number;
}

/** A result as the API answers it: its reasons and notes are texts. */
export type AnsweredBacktest = BacktestResult<string, string>;

/** One trip that at least one of a back-test's rules matched. */
export interface TripMatch {
  readonly driverId: string;
  readonly tripId: string;
  /** The trip's end, epoch milliseconds: the simulated time of its decision. */
  readonly at: number;
  /** Positions of the rules that matched in the back-test's list of rules. */
  readonly rules: readonly number[];
  /** Positions of the matched rules that alert when they become true and whose run begins with this trip. */
  readonly begins?: readonly number[];
  /** The trip before the range with which a run began, by the rule's position, on the first trip of that run in the range. */
  readonly continues?: Readonly<Record<number, string>>;
  /** The decisions' reasons by the rule's position, only for a driver's first matches. */
  readonly explained?: Readonly<Record<number, Explanation>>;
}

/** A trip as an example. */
export interface TripExample {
  readonly driverId: string;
  readonly tripId: string;
  /** Epoch milliseconds of its end. */
  readonly at: number;
  readonly explained?: Explanation;
}

/** The reason that the tested rule could not be decided, with the number of trips. */
export interface UnknownReason {
  readonly fact: string;
  /** Without its dates, so that it is the same for all trips of its kind. */
  readonly because: Reason;
  readonly trips: number;
  /** The first such trip by its end. */
  readonly example: TripExample;
}

/** The outcomes of the tested rule for the evaluated trips. */
interface OutcomeCounts {
  readonly matched: number;
  /** False conditions, or outside the rule's scope. */
  readonly notMatched: number;
  readonly unknown: number;
  readonly failed: number;
}

/** The contributions of some drivers, each complete. Parts add up to the same sums, whatever their size. */
export interface BacktestPart {
  readonly matches: readonly TripMatch[];
  readonly outcomes: OutcomeCounts;
  /** Trips by local date of their end. */
  readonly tripsByDate: Readonly<Record<string, number>>;
  readonly unknown: readonly UnknownReason[];
  /** Absent: nothing is swept. */
  readonly sweep?: SweptPart;
}

/** Compares trips by time; at one time by driver and trip. */
export function compareTrips(a: Omit<TripExample, 'explained'>, b: Omit<TripExample, 'explained'>): number {
  return a.at - b.at || compareText(a.driverId, b.driverId) || compareText(a.tripId, b.tripId);
}

/** Compares by code units, so that the order is the same on every machine, whatever its language. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
