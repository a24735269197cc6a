import type { Channel } from '../channels/index.ts';
import { chooseEventType, isOfType, reasonsIn } from '../vocabulary/index.ts';
import type { Json, JsonObject, Reason, ReasonCode, TripEvent, Truth } from '../vocabulary/index.ts';

/** The outcome of one rule for one trip. */
export type RuleOutcome = 'matched' | 'not_matched' | 'unknown' | 'failed' | 'out_of_scope';

/** The importance of a rule's alert. */
export type Severity = 'info' | 'warning' | 'critical';

/**
 * A node of a trace, which has the same structure as the rule's conditions. In traces for readers, reasons are phrases in place
 * of data.
 */
export type TraceNode<Because = Reason> =
  | { readonly all: readonly TraceNode<Because>[]; readonly result: Truth }
  | { readonly any: readonly TraceNode<Because>[]; readonly result: Truth }
  | { readonly not: TraceNode<Because>; readonly result: Truth }
  | { readonly condition: string; readonly of: TraceNode<Because>; readonly result: Truth }
  | TraceLeaf<Because>;

/** One evaluated comparison: the comparison, the values that were found, and the result. */
export interface TraceLeaf<Because = Reason> {
  readonly fact: string;
  readonly name?: string;
  readonly params?: JsonObject;
  readonly path?: string;
  readonly operator: string;
  /** The value in the rule, or `{ "fact": … }` if the comparison is with another fact. */
  readonly value: Json;
  /** The other fact's value, if `value` names a fact and the fact is known. */
  readonly compared?: Json;
  /** True if the other fact's value is only a lower bound. */
  readonly compared_at_least?: true;
  /** The fact's value. Absent if it is unknown. */
  readonly actual?: Json;
  /** True if the fact's value is only a lower bound, because events are missing or unreadable. */
  readonly at_least?: true;
  /** Number of the window's trips whose events are missing or unreadable. */
  readonly trips_without_events?: number;
  /** True if the trip itself has events of an unreadable type. */
  readonly unread_events?: true;
  /** The reason why the fact is unknown. */
  readonly unknown_because?: Because;
  /** Start of the stored history, ISO 8601. Present if the history starts inside the window. */
  readonly history_since?: string;
  /**
   * End of the counted window, ISO 8601. Present if the trip arrived late, so that windows of later trips contain more events.
   */
  readonly window_end?: string;
  /**
   * UTC date (`YYYY-MM-DD`) on which Tripline deleted a trip of the driver. The score change is measured from the first score
   * after the deletion.
   */
  readonly since_deletion?: string;
  readonly result: Truth;
}

/**
 * The shortest way to a match, for a rule that did not match: the decisive condition, and the distance by which it was missed.
 */
export interface NearestMiss {
  /** JSON pointer to the condition in the rule. If a shared condition contains it, the pointer to that condition's name. */
  readonly pointer: string;
  readonly fact: string;
  readonly name?: string;
  readonly params?: JsonObject;
  readonly path?: string;
  readonly operator: string;
  readonly value: Json;
  readonly actual?: Json;
  /** True if a compared value is only a lower bound. The gap is then a lower bound, too. */
  readonly at_least?: true;
  /**
   * The distance in the fact's unit; in seconds for times, in days for dates. 0: the value equals a limit that must be exceeded.
   * Absent: the distance is not a number.
   */
  readonly gap?: number;
  /** The distance as a share of the missed limit. Absent for a limit of 0 and for times. */
  readonly relative_gap?: number;
}

/** Groups in a form for sentences: the first names, and the number of other groups. */
export interface NamedGroups {
  readonly names: readonly string[];
  readonly more: number;
}

/** The decision of one rule about a trip. */
export interface RuleDecision {
  readonly rule: string;
  readonly name: string;
  readonly version: number;
  /** The shared conditions that the rule uses, with their versions. Absent if it uses none. */
  readonly conditions?: readonly { readonly id: string; readonly version: number }[];
  readonly severity: Severity;
  readonly mode: 'off' | 'shadow' | 'live';
  readonly outcome: RuleOutcome;
  /** A machine-readable reason such as `matched`, `conditions_false`, `conditions_unknown` or `excluded_driver`. */
  readonly reason: string;
  /** The values in a reason that the trace does not explain. */
  readonly reason_values?: {
    readonly driver_groups?: NamedGroups;
    readonly rule_groups?: NamedGroups;
    /** The error because of which the rule could not be compiled. */
    readonly error?: string;
  };
  /** The decisive missed condition, and the distance by which it was missed. Present only for a rule that did not match. */
  readonly nearest_miss?: NearestMiss;
  readonly trace?: TraceNode;
}

/** The fields of a rule's decision from which its sentence is composed. */
export type Explanation = Pick<RuleDecision, 'reason' | 'reason_values' | 'trace' | 'nearest_miss'>;

/** One delivery that results from a decision. */
export interface PlannedDelivery {
  readonly rule: string;
  readonly version: number;
  /** The action's type. Together with rule and receiver, it identifies the delivery within the trip. */
  readonly action: Channel | 'escalate' | 'delete_trip';
  /** The channel, address, URL or policy. For `delete_trip`, the word `trip`. */
  readonly receiver: string;
  /** Index of the action in the rule's list. */
  readonly actionIndex: number;
}

/** The decision about one trip by all rules that were published at that time. */
export interface Decision {
  readonly fleet: string;
  readonly driver_id: string;
  readonly trip_id: string;
  readonly revision: number;
  /** ISO 8601, UTC. */
  readonly decided_at: string;
  /**
   * The instant up to which `trip.age_seconds` was measured, with the reason for this instant. Present in API responses if a rule
   * uses that fact.
   */
  readonly age_until?: { readonly at: string; readonly because: 'first_decision' | 'received' | 'now' };
  readonly rules: readonly RuleDecision[];
  readonly actions: readonly {
    readonly rule: string;
    readonly action: string;
    readonly receiver: string;
    readonly reason?: string;
    /**
     * The reason for this receiver as data. In older decisions, the reason is a sentence. Absent: the rule names the receiver
     * itself.
     */
    readonly because?: JsonObject | string;
  }[];
}

/** Whether a rule's decision still requires its actions. `unknown`: the rule could not be decided. */
type Asks = 'yes' | 'no' | 'unknown';

/**
 * Returns whether a rule's decision still requires its actions. The result is `no` for rules that were retired or are no longer
 * live.
 */
export function stillAsks(decisions: readonly RuleDecision[], rule: string): Asks {
  const found = decisions.find((each) => each.rule === rule);
  if (found?.mode !== 'live') return 'no';
  if (found.outcome === 'matched') return 'yes';
  return found.outcome === 'unknown' || found.outcome === 'failed' ? 'unknown' : 'no';
}

/**
 * Reasons that may disappear if the data is read from the service again. Values that the service sent but cannot rate are
 * permanent.
 */
const MAY_PASS: ReadonlySet<ReasonCode> = new Set([
  'noGroups',
  'noScores',
  'deletingNow',
  'scoreNotRead',
  'readBefore',
]);

function mayPass({ code }: Reason): boolean {
  return MAY_PASS.has(code);
}

/**
 * Returns whether a rule is undecided only because of data that may become readable later. A missing score reading and one that
 * the service withheld look the same, so another request is needed to tell them apart.
 */
export function isStillOpen(decisions: readonly RuleDecision[]): boolean {
  return decisions.some(
    ({ outcome, reason, trace }) =>
      outcome === 'unknown' &&
      (reason === 'groups_unknown' || (trace !== undefined && hangsOnReading(trace))),
  );
}

function hangsOnReading(node: TraceNode): boolean {
  if (node.result !== 'unknown') return false;
  if ('all' in node) return node.all.some(hangsOnReading);
  if ('any' in node) return node.any.some(hangsOnReading);
  if ('not' in node) return hangsOnReading(node.not);
  if ('of' in node) return hangsOnReading(node.of);
  return node.unknown_because !== undefined && reasonsIn(node.unknown_because).some(mayPass);
}

/** Returns the comparisons in a trace, in order. */
export function leavesOf(node: TraceNode | undefined): TraceLeaf[] {
  if (!node) return [];
  if ('all' in node) return node.all.flatMap(leavesOf);
  if ('any' in node) return node.any.flatMap(leavesOf);
  if ('not' in node) return leavesOf(node.not);
  if ('of' in node) return leavesOf(node.of);
  return [node];
}

/**
 * Returns the collisions of a trip, and the events of types that a rule's conditions name.
 * @param leaves the comparisons in the rule's trace
 */
export function importantEvents(
  events: readonly TripEvent[],
  leaves: readonly TraceLeaf[],
): readonly TripEvent[] {
  const types = leaves.flatMap((leaf) => chooseEventType(leaf.params?.['type']) ?? []);
  const collision = chooseEventType('COLLISION');
  return events.filter((event) =>
    [...types, ...(collision ? [collision] : [])].some((type) => isOfType(event, type)),
  );
}

const RANK: Readonly<Record<Severity, number>> = { info: 0, warning: 1, critical: 2 };

/** Compares two severities. The result is positive if the first one is higher. */
export function compareSeverity(a: Severity, b: Severity): number {
  return RANK[a] - RANK[b];
}
