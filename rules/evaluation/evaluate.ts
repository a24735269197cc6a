import type { CompiledRule, CompiledRules } from './compile.ts';
import type { NamedGroups, RuleDecision, RuleOutcome, TraceNode } from './decision.ts';
import type { FactTable, Truth } from '../vocabulary/index.ts';
import { engineValues } from './engine.ts';
import type { EngineValues } from './engine.ts';
import { readOperands } from './operandValues.ts';
import type { OperandValues } from './operandValues.ts';
import { missIn } from './nearestMiss.ts';
import { traceOf } from './threeValuedLogic.ts';

/** A trip that is evaluated, with its driver. */
export interface Subject {
  readonly driverId: string;
  readonly tripId: string;
  /** The driver's groups; empty if the driver is in none. Absent: the groups are unknown. */
  readonly groups?: readonly string[] | undefined;
}

/** The data of one evaluation of a trip. */
class Known {
  readonly subject: Subject;
  readonly operands: OperandValues;
  /** The driver's groups as a cache key. */
  readonly groupsKey: string;
  #values: EngineValues | undefined;

  constructor(subject: Subject, operands: OperandValues) {
    this.subject = subject;
    this.groupsKey = subject.groups?.join('\n') ?? '';
    this.operands = operands;
  }

  /** Values of the operands in the engine's format. They are created only if a rule needs the engine. */
  get values(): EngineValues {
    return (this.#values ??= engineValues(this.operands));
  }
}

interface Verdict {
  readonly outcome: RuleOutcome;
  readonly reason: string;
  /** Values of the reason, with the cache key of the inputs on which they depend. */
  readonly about?: { readonly key: string; readonly values: () => RuleDecision['reason_values'] };
}

const VERDICTS: Readonly<Record<Truth, Verdict>> = {
  true: { outcome: 'matched', reason: 'matched' },
  false: { outcome: 'not_matched', reason: 'conditions_false' },
  unknown: { outcome: 'unknown', reason: 'conditions_unknown' },
};

/** The verdict if the evaluation threw an error. */
const BROKE: Verdict = { outcome: 'failed', reason: 'evaluation_failed' };
const UNREADABLE: Verdict = { outcome: 'failed', reason: 'not_compiled' };

type Reasoned = CompiledRules['rules'][number];

/** Maximum number of cached decisions per rule. Most fleets have fewer combinations of groups. */
const MOST_FIXED = 500;

/**
 * Returns a decision that did not depend on the conditions. The decision is cached, so that all trips with the same result share
 * one object.
 */
function fixed(rule: Reasoned, { outcome, reason, about }: Verdict): RuleDecision {
  const key = about === undefined ? reason : `${reason} ${about.key}`;
  const known = rule.fixed.get(key);
  if (known) return known;
  const { id, version, rule: document } = rule.published;
  const values = 'error' in rule ? { error: rule.error } : about?.values();
  const decision: RuleDecision = {
    rule: id,
    name: document.name,
    version,
    severity: document.severity,
    mode: document.mode,
    outcome,
    reason,
    ...(values && { reason_values: values }),
  };
  if (rule.fixed.size < MOST_FIXED) rule.fixed.set(key, decision);
  return decision;
}

const OUT = { outcome: 'out_of_scope' } as const;

/**
 * Returns the verdict if the driver is outside the rule's scope, or if the driver's groups are needed and unknown. Returns
 * `undefined` if the rule applies to the driver.
 */
function outOfScope(rule: CompiledRule, { subject, groupsKey }: Known): Verdict | undefined {
  if (rule.published.rule.mode === 'off') return { ...OUT, reason: 'off' };
  if (rule.excluded.has(subject.driverId)) return { ...OUT, reason: 'excluded_driver' };
  if (rule.only && !rule.only.has(subject.driverId)) return { ...OUT, reason: 'other_driver' };
  const { groups } = rule;
  if (!groups) return undefined;
  if (!subject.groups) return { outcome: 'unknown', reason: 'groups_unknown' };
  const own = subject.groups;
  if (own.some((group) => groups.has(group))) return undefined;
  const values = () => ({ driver_groups: namedGroups(own), rule_groups: namedGroups([...groups]) });
  return { ...OUT, reason: 'other_group', about: { key: groupsKey, values } };
}

/** Maximum number of groups in one sentence. */
const MOST_GROUPS = 5;

function namedGroups(groups: readonly string[]): NamedGroups {
  return { names: groups.slice(0, MOST_GROUPS), more: Math.max(0, groups.length - MOST_GROUPS) };
}

/**
 * Returns whether a rule applies to a driver. The result is unknown if the scope needs groups and the driver's groups are
 * unknown.
 */
export function scopeOf(rule: CompiledRule, subject: Subject): Truth {
  const outside = outOfScope(rule, new Known(subject, []));
  if (!outside) return 'true';
  return outside.outcome === 'unknown' ? 'unknown' : 'false';
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function decisionOf(rule: CompiledRule, trace: TraceNode): RuleDecision {
  const { id, version, rule: document } = rule.published;
  const { outcome, reason } = VERDICTS[trace.result];
  const miss = trace.result === 'false' ? missIn(rule.conditions, trace) : undefined;
  const decision: Mutable<RuleDecision> = {
    rule: id,
    name: document.name,
    version,
    severity: document.severity,
    mode: document.mode,
    outcome,
    reason,
    trace,
  };
  if (rule.shared !== undefined) decision.conditions = rule.shared;
  if (miss !== undefined) decision.nearest_miss = miss.at(rule.places.get(miss.leaf) ?? '/conditions');
  return decision;
}

/** Marks a decision as failed because trace and engine disagree, so that neither can be trusted. */
function disputed(decision: RuleDecision): RuleDecision {
  return { ...decision, outcome: 'failed', reason: 'evaluators_disagree' };
}

/**
 * Evaluates a rule with the trace, which explains the result and distinguishes false from unknown. If the trace is true, the
 * engine evaluates the rule, too, because only the engine decides that a rule fires. Other rules skip the engine to save its
 * cost.
 */
function evaluateRule(rule: CompiledRule, known: Known): RuleDecision | Promise<RuleDecision> {
  const outside = outOfScope(rule, known);
  if (outside) return fixed(rule, outside);
  const trace = traceOf(rule.conditions, known.operands);
  const decision = decisionOf(rule, trace);
  if (trace.result !== 'true') return decision;
  return rule.decide(known.values).then(
    (fired) => (fired ? decision : disputed(decision)),
    () => fixed(rule, BROKE),
  );
}

function decideRule(rule: Reasoned, known: Known): RuleDecision | Promise<RuleDecision> {
  if ('error' in rule) return fixed(rule, UNREADABLE);
  try {
    return evaluateRule(rule, known);
  } catch {
    return fixed(rule, BROKE);
  }
}

/**
 * Decides all rules for one trip. A rule that throws is `failed`, and does not affect the others. Concurrent calls may use the
 * same compiled rules. Callers must not change decisions, because decisions share parts of their traces.
 */
export async function evaluateRules(
  compiled: CompiledRules,
  facts: FactTable,
  subject: Subject,
): Promise<RuleDecision[]> {
  const known = new Known(subject, readOperands(compiled.operands, facts));
  const decisions = compiled.rules.map((rule) => decideRule(rule, known));
  for (let index = 0; index < decisions.length; index += 1) {
    const decision = decisions[index]!;
    if (decision instanceof Promise) decisions[index] = await decision;
  }
  return decisions as RuleDecision[];
}
