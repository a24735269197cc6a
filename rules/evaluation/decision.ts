import type { Channel } from '../channels/index.ts';
import { BECAUSE } from '../facts/index.ts';
import { chooseEventType, isOfType } from '../vocabulary/index.ts';
import type { Json, JsonObject, TripEvent, Truth } from '../vocabulary/index.ts';

/** What became of one rule for one trip. */
export type RuleOutcome = 'matched' | 'not_matched' | 'unknown' | 'failed' | 'out_of_scope';

/** How much a rule's alert matters. */
export type Severity = 'info' | 'warning' | 'critical';

/** A node of a trace; it mirrors the conditions as they were written. */
export type TraceNode =
  | { readonly all: readonly TraceNode[]; readonly result: Truth }
  | { readonly any: readonly TraceNode[]; readonly result: Truth }
  | { readonly not: TraceNode; readonly result: Truth }
  | { readonly condition: string; readonly of: TraceNode; readonly result: Truth }
  | TraceLeaf;

/** One evaluated condition: what was asked, what was found, and the result. */
export interface TraceLeaf {
  readonly fact: string;
  readonly name?: string;
  readonly params?: JsonObject;
  readonly path?: string;
  readonly operator: string;
  /** The value of the rule, or `{ "fact": … }` when it compares with another fact. */
  readonly value: Json;
  /** The other fact's value, when `value` names a fact and it is known. */
  readonly compared?: Json;
  /** The other fact's value is the least it can be. */
  readonly compared_at_least?: true;
  /** The fact's value; absent when unknown. */
  readonly actual?: Json;
  /** The fact's value is the least it can be: some events did not arrive or cannot be read. */
  readonly at_least?: true;
  /** How many trips those are of, in a window. */
  readonly trips_without_events?: number;
  /** They are events of the trip itself, whose type cannot be read. */
  readonly unread_events?: true;
  /** Why the fact is unknown, as a phrase: `not sent`, `cannot be rated`, `text where a number belongs`. */
  readonly unknown_because?: string;
  /** ISO 8601: where stored history begins inside the window, when it does. */
  readonly history_since?: string;
  /** ISO 8601: where the counted window ends, when the trip came late and a later trip's window holds more. */
  readonly window_end?: string;
  /** UTC date (`YYYY-MM-DD`) on which Tripline deleted a trip of the driver: the change is counted from the score after it. */
  readonly since_deletion?: string;
  readonly result: Truth;
}

/**
 * The nearest way in which a rule that did not match would have matched: the one condition that counts on that way,
 * and by how much it was missed.
 */
export interface NearestMiss {
  /** JSON pointer to the condition in the rule, or to the name of the shared condition it is in. */
  readonly pointer: string;
  readonly fact: string;
  readonly name?: string;
  readonly params?: JsonObject;
  readonly path?: string;
  readonly operator: string;
  readonly value: Json;
  readonly actual?: Json;
  /** A side of the comparison was known at the least only: the gap is at least so large. */
  readonly at_least?: true;
  /** In the fact's unit; seconds for times, days for dates. 0: on a limit that must be passed. Absent: no number. */
  readonly gap?: number;
  /** The gap as a share of the limit that was missed; absent for a limit of 0 and for times. */
  readonly relative_gap?: number;
}

/** One rule's part of a decision. */
export interface RuleDecision {
  readonly rule: string;
  readonly name: string;
  readonly version: number;
  /** The shared conditions that stand inside the rule, with the versions used; absent: none does. */
  readonly conditions?: readonly { readonly id: string; readonly version: number }[];
  readonly severity: Severity;
  readonly mode: 'off' | 'shadow' | 'live';
  /** A draft that runs in shadow beside the published version. */
  readonly trial?: true;
  readonly outcome: RuleOutcome;
  /** A short machine-readable word: `matched`, `conditions_false`, `conditions_unknown`, `excluded_driver`, … */
  readonly reason: string;
  /** One sentence a person can read, e.g. `Not fired: phone events in 7 days were 2, needs 3 or more.` */
  readonly sentence: string;
  /** For a rule that did not match: which condition was missed, and by how much (the nearest miss). */
  readonly nearest_miss?: NearestMiss;
  readonly trace?: TraceNode;
}

/** One delivery that a decision calls for. */
export interface PlannedDelivery {
  readonly rule: string;
  readonly version: number;
  /** The action's type: with rule and receiver it is the delivery's key within the trip. */
  readonly action: Channel | 'escalate' | 'delete_trip';
  /** Channel, address, URL or policy; for `delete_trip` the word `trip`. */
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
  /** Of an answer whose rules ask for `trip.age_seconds`: until when the age was counted, and why until then. */
  readonly age_until?: { readonly at: string; readonly because: 'first_decision' | 'received' | 'now' };
  readonly rules: readonly RuleDecision[];
  readonly actions: readonly {
    readonly rule: string;
    readonly action: string;
    readonly receiver: string;
    readonly reason?: string;
    /** Why this receiver, as data, or as a sentence in older decisions; absent: the rule names the receiver itself. */
    readonly because?: JsonObject | string;
    readonly trial?: true;
  }[];
}

/** Whether a rule, as it was decided, asks for its actions: `unknown` where it could not be reported. */
type Asks = 'yes' | 'no' | 'unknown';

/** Whether a rule still asks for what it asked for before; one that was taken back, or sends nothing any more, does not. */
export function stillAsks(decisions: readonly RuleDecision[], rule: string): Asks {
  const found = decisions.find((each) => each.rule === rule && !each.trial);
  if (found?.mode !== 'live') return 'no';
  if (found.outcome === 'matched') return 'yes';
  return found.outcome === 'unknown' || found.outcome === 'failed' ? 'unknown' : 'no';
}

/** Reasons that another read of the service may remove; what the service sent and cannot rate stays as it is. */
const MAY_PASS = [
  BECAUSE.noGroups,
  'the service has no driver scores for ',
  'the service has no fleet scores for ',
  'the service has no group scores for ',
  'a trip of the driver is being deleted just now',
  'and the score after that is not read yet',
  'was read before that',
];

/**
 * Whether a rule that counts was left undecided by something that may be readable later. A reading that the service does not
 * have looks the same as one that it withheld: requesting it once more distinguishes them.
 */
export function isStillOpen(decisions: readonly RuleDecision[]): boolean {
  return decisions.some(
    ({ trial, outcome, reason, trace }) =>
      !trial &&
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
  const because = node.unknown_because ?? '';
  return MAY_PASS.some((reason) => because.includes(reason));
}

/** The conditions of a trace, in order. */
export function leavesOf(node: TraceNode | undefined): TraceLeaf[] {
  if (!node) return [];
  if ('all' in node) return node.all.flatMap(leavesOf);
  if ('any' in node) return node.any.flatMap(leavesOf);
  if ('not' in node) return leavesOf(node.not);
  if ('of' in node) return leavesOf(node.of);
  return [node];
}

/** Of a trip's events the collisions, and those that the rule asked about. @param leaves the conditions of its trace */
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

/** Compares two severities: positive when the first one matters more. */
export function compareSeverity(a: Severity, b: Severity): number {
  return RANK[a] - RANK[b];
}
