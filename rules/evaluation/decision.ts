import type { Channel } from '../channels/index.ts';
import { chooseEventType, isOfType, reasonsIn } from '../vocabulary/index.ts';
import type { Json, JsonObject, Reason, ReasonCode, TripEvent, Truth } from '../vocabulary/index.ts';

/** The outcome of one rule for one trip. */
export type RuleOutcome = 'matched' | 'not_matched' | 'unknown' | 'failed' | 'out_of_scope';

/** The importance of a rule's alert. */
export type Severity = 'info' | 'warning' | 'critical';

/** A node of a trace; it mirrors the conditions as they were written. For readers, its reasons are phrases. */
export type TraceNode<Because = Reason> =
  | { readonly all: readonly TraceNode<Because>[]; readonly result: Truth }
  | { readonly any: readonly TraceNode<Because>[]; readonly result: Truth }
  | { readonly not: TraceNode<Because>; readonly result: Truth }
  | { readonly condition: string; readonly of: TraceNode<Because>; readonly result: Truth }
  | TraceLeaf<Because>;

/** One evaluated condition: the comparison, the values found, and the result. */
export interface TraceLeaf<Because = Reason> {
  readonly fact: string;
  readonly name?: string;
  readonly params?: JsonObject;
  readonly path?: string;
  readonly operator: string;
  /** The value of the rule, or `{ "fact": … }` when it compares with another fact. */
  readonly value: Json;
  /** The other fact's value, when `value` names a fact and it is known. */
  readonly compared?: Json;
  /** True when the other fact's value is only a lower bound. */
  readonly compared_at_least?: true;
  /** The fact's value; absent when unknown. */
  readonly actual?: Json;
  /** True when the fact's value is only a lower bound, because some events did not arrive or cannot be read. */
  readonly at_least?: true;
  /** The number of a window's trips whose events are missing or unreadable. */
  readonly trips_without_events?: number;
  /** True when the missing events belong to the trip itself and have an unreadable type. */
  readonly unread_events?: true;
  /** The reason why the fact is unknown. */
  readonly unknown_because?: Because;
  /** The beginning of the stored history, ISO 8601, when it is inside the window. */
  readonly history_since?: string;
  /** The end of the counted window, ISO 8601, when the trip came late and a later trip's window contains more. */
  readonly window_end?: string;
  /** UTC date (`YYYY-MM-DD`) on which Tripline deleted a trip of the driver. The change is measured from the score after it. */
  readonly since_deletion?: string;
  readonly result: Truth;
}

/**
 * The nearest way to a match of a rule that did not match: the one decisive condition, and the distance by which it was missed.
 */
export interface NearestMiss {
  /** JSON pointer to the condition in the rule, or to the name of the shared condition that contains it. */
  readonly pointer: string;
  readonly fact: string;
  readonly name?: string;
  readonly params?: JsonObject;
  readonly path?: string;
  readonly operator: string;
  readonly value: Json;
  readonly actual?: Json;
  /** True when a side of the comparison is only a lower bound, so that the gap is a lower bound, too. */
  readonly at_least?: true;
  /** The gap in the fact's unit; seconds for times, days for dates. 0: on a limit that must be passed. Absent: no number. */
  readonly gap?: number;
  /** The gap as a share of the missed limit; absent for a limit of 0 and for times. */
  readonly relative_gap?: number;
}

/** Groups for a sentence: the first few, and the number of the others. */
export interface NamedGroups {
  readonly names: readonly string[];
  readonly more: number;
}

/** One rule's part of a decision. */
export interface RuleDecision {
  readonly rule: string;
  readonly name: string;
  readonly version: number;
  /** The shared conditions in the rule, with the versions used; absent: it has none. */
  readonly conditions?: readonly { readonly id: string; readonly version: number }[];
  readonly severity: Severity;
  readonly mode: 'off' | 'shadow' | 'live';
  readonly outcome: RuleOutcome;
  /** A short machine-readable word: `matched`, `conditions_false`, `conditions_unknown`, `excluded_driver`, … */
  readonly reason: string;
  /** The values of a reason that is not explained by the trace. */
  readonly reason_values?: {
    readonly driver_groups?: NamedGroups;
    readonly rule_groups?: NamedGroups;
    /** The error of a rule that could not be compiled. */
    readonly error?: string;
  };
  /** The nearest miss of a rule that did not match: the missed condition, and by how much. */
  readonly nearest_miss?: NearestMiss;
  readonly trace?: TraceNode;
}

/** The part of a rule's decision that its sentence says. */
export type Explanation = Pick<RuleDecision, 'reason' | 'reason_values' | 'trace' | 'nearest_miss'>;

/** One delivery that results from a decision. */
export interface PlannedDelivery {
  readonly rule: string;
  readonly version: number;
  /** The action's type: with rule and receiver it is the delivery's key within the trip. */
  readonly action: Channel | 'escalate' | 'delete_trip';
  /** The channel, address, URL or policy; for `delete_trip` the word `trip`. */
  readonly receiver: string;
  /** Position of the action in the rule's list, from 0. */
  readonly actionIndex: number;
}

/** The outcome of one trip against the rules of that moment. */
export interface Decision {
  readonly fleet: string;
  readonly driver_id: string;
  readonly trip_id: string;
  readonly revision: number;
  /** ISO 8601, UTC. */
  readonly decided_at: string;
  /** The instant to which `trip.age_seconds` was measured, and its reason, when rules of an answer use that fact. */
  readonly age_until?: { readonly at: string; readonly because: 'first_decision' | 'received' | 'now' };
  readonly rules: readonly RuleDecision[];
  readonly actions: readonly {
    readonly rule: string;
    readonly action: string;
    readonly receiver: string;
    readonly reason?: string;
    /**
     * The reason for this receiver, as data, or as a sentence in older decisions; absent: the rule names the receiver itself.
     */
    readonly because?: JsonObject | string;
  }[];
}

/** Whether a rule's decision calls for its actions: `unknown` when the rule could not be evaluated. */
type Asks = 'yes' | 'no' | 'unknown';

/**
 * Returns whether the decision of a rule still calls for its actions. Retired rules, and rules that are no longer live, do not.
 */
export function stillAsks(decisions: readonly RuleDecision[], rule: string): Asks {
  const found = decisions.find((each) => each.rule === rule);
  if (found?.mode !== 'live') return 'no';
  if (found.outcome === 'matched') return 'yes';
  return found.outcome === 'unknown' || found.outcome === 'failed' ? 'unknown' : 'no';
}

/** Reasons that another read of the service may remove. Values that the service sent and cannot rate are permanent. */
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
 * Returns whether a published rule is undecided because of data that may be readable later. A reading that does not exist looks
 * the same as one that the service withheld, and another request distinguishes them.
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

/** Returns the conditions of a trace, in order. */
export function leavesOf(node: TraceNode | undefined): TraceLeaf[] {
  if (!node) return [];
  if ('all' in node) return node.all.flatMap(leavesOf);
  if ('any' in node) return node.any.flatMap(leavesOf);
  if ('not' in node) return leavesOf(node.not);
  if ('of' in node) return leavesOf(node.of);
  return [node];
}

/**
 * Returns the collisions of a trip, and the events of the types that a rule's conditions name. @param leaves the conditions of
 * its trace
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

/** Compares two severities: positive when the first one is higher. */
export function compareSeverity(a: Severity, b: Severity): number {
  return RANK[a] - RANK[b];
}
