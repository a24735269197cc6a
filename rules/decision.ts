import type { Json, JsonObject } from './trip.ts';

/** A condition's result in Kleene's three-valued logic. */
export type Truth = 'true' | 'false' | 'unknown';

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
  /** The fact's value; absent when unknown. */
  readonly actual?: Json;
  /** Why the fact is unknown, as a phrase: `not sent`, `cannot be rated`, `text where a number belongs`. */
  readonly unknown_because?: string;
  /** ISO 8601: where stored history begins inside the window, when it does. */
  readonly history_since?: string;
  readonly result: Truth;
}

/** One rule's part of a decision. */
export interface RuleDecision {
  readonly rule: string;
  readonly name: string;
  readonly version: number;
  readonly severity: Severity;
  readonly mode: 'off' | 'shadow' | 'live';
  /** A draft that runs in shadow beside the version that counts. */
  readonly trial?: true;
  readonly outcome: RuleOutcome;
  /** A short machine-readable word: `matched`, `conditions_false`, `conditions_unknown`, `excluded_driver`, … */
  readonly reason: string;
  /** One sentence a person can read, e.g. `Not fired: phone events in 7 days were 2, needs 3 or more.` */
  readonly sentence: string;
  readonly trace?: TraceNode;
}

/** One delivery that a decision calls for. */
export interface PlannedDelivery {
  readonly rule: string;
  readonly version: number;
  /** The action's type: with rule and receiver it is the delivery's key within the trip. */
  readonly action: 'slack' | 'email' | 'webhook' | 'escalate' | 'delete_trip';
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
  readonly rules: readonly RuleDecision[];
  readonly actions: readonly {
    readonly rule: string;
    readonly action: string;
    readonly receiver: string;
    readonly reason?: string;
    readonly trial?: true;
  }[];
}
