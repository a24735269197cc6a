import type { Words } from '../documents/index.ts';
import type { PlannedDelivery, RuleDecision, Severity } from '../evaluation/index.ts';
import type { Truth } from '../vocabulary/index.ts';

/** Why another rule takes part in a back-test. */
export type RivalReason = 'suppresses' | 'shares_receiver';

/** Counts by the reason that stopped an alert, such as `throttled`; reasons that never occurred are absent. */
export type StoppedCounts = Readonly<Record<string, number>>;

/** What one version of a rule came to. */
export interface BacktestTotals {
  /** Trips that the rule matched. */
  readonly matches: number;
  /** Matches that someone is notified of: now, at the end of quiet hours or of a batch's window, or in another rule's message. */
  readonly alerts: number;
  /** Of the alerts those whose every message waits for the end of quiet hours or of a batch's window, and goes then. */
  readonly held: number;
  /** Of the alerts those that another rule's message carries. */
  readonly grouped: number;
  /** Slack messages, e-mails and webhooks; what quiet hours or a batch held together is one. */
  readonly messages: number;
  /** Of the messages, those about a used-up budget: a notice, and a summary at the day's end. */
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
  /** What would have reached it: messages, or with `escalate` and `delete_trip` incidents and requests. */
  readonly messages: number;
  /** Of these the ones that quiet hours or a batch held first. */
  readonly held: number;
  /** Alerts that another rule's message to this receiver carries. */
  readonly grouped: number;
}

export interface BacktestDriver {
  readonly driver_id: string;
  /** In answers, where it is known. */
  readonly driver_name?: string;
  readonly matches: number;
  readonly alerts: number;
  readonly messages: number;
}

/** One trip of a result. */
export interface BacktestExample {
  readonly driver_id: string;
  /** In answers, where it is known; it is not stored, because names change. */
  readonly driver_name?: string;
  readonly trip_id: string;
  /** ISO 8601, UTC: the trip's end. */
  readonly at: string;
  readonly sentence?: string;
  /** `alert`, or the reason that stopped it. */
  readonly outcome?: string;
  /** More of that reason: a silence's id, the suppressing rule, the time of the alert that holds it. */
  readonly detail?: string;
}

/** Why the rule could not be decided for some trips. */
export interface BacktestUnknown {
  readonly fact: string;
  readonly because: string;
  readonly trips: number;
  /** Absent: the driver whose trip it was is erased. */
  readonly example?: BacktestExample;
}

/** Two versions compared by trips: those only the tested one counts, those only the published one does, and both. */
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
  /** The shared conditions inside the rule; version 0: as they were given with the question. Absent: none is. */
  readonly conditions?: RuleDecision['conditions'];
}

/** A note as data, and its English sentence. */
export interface BacktestNote extends Words {
  readonly english: string;
}

/** What a rule would have sent. */
export interface BacktestResult {
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
    /** Stored trips of the range that are deleted or gone meanwhile, and so were not checked. */
    readonly left_out: number;
  };
  readonly totals: BacktestTotals;
  readonly days: readonly BacktestDay[];
  readonly receivers: readonly BacktestReceiver[];
  /** 24 entries: alerts and messages by the hour on the fleet's clock. */
  readonly hours: readonly { readonly hour: number; readonly alerts: number; readonly messages: number }[];
  /** The drivers with most alerts, then most matches. */
  readonly drivers: readonly BacktestDriver[];
  /** How many drivers the rule matched in all. */
  readonly drivers_matched: number;
  readonly examples: readonly BacktestExample[];
  readonly unknown: readonly BacktestUnknown[];
  /** The published version, and what it came to; absent when there is none, or it is the tested one. */
  readonly published?: RuleInResult & { readonly totals: BacktestTotals };
  /** By trips with an alert. */
  readonly difference?: VersionDifference;
  /** Present when a sweep was asked for. */
  readonly sweep?: BacktestSweep;
  /** Published rules that took part, because they can suppress this one's alerts or share a message with them. */
  readonly rivals: readonly {
    readonly rule: string;
    readonly version: number;
    readonly because: RivalReason;
  }[];
  /** What a reader should know before trusting the figures; of earlier versions English sentences. */
  readonly notes: readonly (BacktestNote | string)[];
}

/** What the rule comes to with one value in the place of a swept number. */
export interface SweepPoint {
  readonly value: number;
  /** Matches that are sent. */
  readonly alerts: number;
  readonly alerts_per_week: number;
  readonly messages: number;
  /** Messages a recipient gets on a day of the range, days without any included, of all recipients of the sweep. */
  readonly messages_per_recipient_day: {
    readonly median: number;
    readonly p90: number;
    readonly max: number;
  };
  /** Trips that could not be decided with this value. */
  readonly unknown: number;
  /** Trips with an alert whose incident was resolved as confirmed. */
  readonly confirmed: number;
  /** The same of false alarms. */
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
  /** Of the points that alert on every trip with a confirmed incident, the value of the one that matches fewest trips. */
  readonly strictest_with_all_confirmed?: number;
}

/** How an incident was resolved that the tested rule opened on a trip of the range. */
export interface ResolvedTrip {
  readonly driverId: string;
  readonly tripId: string;
  readonly disposition: 'confirmed' | 'false_alarm';
}

/** What the tested rule comes to for one trip with any value in the place of the swept number. */
export interface SweptTrip {
  readonly driverId: string;
  readonly tripId: string;
  readonly at: number;
  /** What the varied comparison compares; absent: it does not matter, and both outcomes are the same. */
  readonly value?: number;
  /** The value is a lower bound. */
  readonly atLeast?: true;
  readonly whenTrue: Truth;
  readonly whenFalse: Truth;
  /** Of a lower bound only: with every other value the comparison is true or false. */
  readonly whenUnknown?: Truth;
  /** It lies before the range, and only decides which runs go on at its beginning. */
  readonly before?: true;
  /** Since the driver's last such trip the rule did not match one, whatever the value: a run has ended. */
  readonly resets?: true;
}

/** What a sweep needs of some whole drivers' trips. */
export interface SweptPart {
  readonly trips: readonly SweptTrip[];
  /** Trips of the range that are unknown whatever the value. */
  readonly unknown: number;
}

/** One trip that at least one of a back-test's rules matched. */
export interface TripMatch {
  readonly driverId: string;
  readonly tripId: string;
  /** When the trip ended, epoch milliseconds: the simulated time of its decision. */
  readonly at: number;
  /** Positions of the rules that matched in the back-test's list of rules. */
  readonly rules: readonly number[];
  /** Of these, the ones that alert when they become true and whose run begins with this trip. */
  readonly begins?: readonly number[];
  /** By such a rule's position, the trip before the range with which a run began whose first trip in the range this is. */
  readonly continues?: Readonly<Record<number, string>>;
  /** The decision's sentences by the rule's position, of a driver's first matches only. */
  readonly sentences?: Readonly<Record<number, string>>;
}

/** A trip as an example. */
export interface TripExample {
  readonly driverId: string;
  readonly tripId: string;
  /** Epoch milliseconds of its end. */
  readonly at: number;
  readonly sentence?: string;
}

/** Why the tested rule could not be decided, and for how many trips. */
export interface UnknownReason {
  readonly fact: string;
  /** A phrase, with dates taken out: `the service has no driver scores for that date`. */
  readonly because: string;
  readonly trips: number;
  /** The first such trip by its end. */
  readonly example: TripExample;
}

/** What became of the tested rule for the trips that were checked. */
interface OutcomeCounts {
  readonly matched: number;
  /** False conditions, or outside the rule's scope. */
  readonly notMatched: number;
  readonly unknown: number;
  readonly failed: number;
}

/** What whole drivers contributed. Parts add up to the same sums, whatever their size. */
export interface BacktestPart {
  readonly matches: readonly TripMatch[];
  readonly outcomes: OutcomeCounts;
  /** Trips by local date of their end. */
  readonly tripsByDate: Readonly<Record<string, number>>;
  readonly unknown: readonly UnknownReason[];
  /** Absent: nothing is swept. */
  readonly sweep?: SweptPart;
}

/** Whether one trip comes before another: by time, and at one time by driver and trip. */
export function compareTrips(a: Omit<TripExample, 'sentence'>, b: Omit<TripExample, 'sentence'>): number {
  return a.at - b.at || compareText(a.driverId, b.driverId) || compareText(a.tripId, b.tripId);
}

/** By code units: the same on every machine, whatever its language. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
