import type { CompiledRule, CompiledRules, PublishedRule } from './compile.ts';
import type { RuleDecision, RuleOutcome, TraceNode, Truth } from './decision.ts';
import { engineValues } from './engine.ts';
import type { EngineValues } from './engine.ts';
import type { FactTable } from './factRequest.ts';
import { readOperands } from './operand.ts';
import type { OperandValues } from './operand.ts';
import { sentenceFor, sentenceOfReason } from './sentence.ts';
import { traceOf } from './trace.ts';

/** Whose trip is decided. */
export interface Subject {
  readonly driverId: string;
  readonly tripId: string;
}

/** Everything one evaluation knows of the trip. */
class Known {
  readonly subject: Subject;
  readonly operands: OperandValues;
  #values: EngineValues | undefined;

  constructor(subject: Subject, operands: OperandValues) {
    this.subject = subject;
    this.operands = operands;
  }

  /** The operands as the engine takes them; made only when it is asked. */
  get values(): EngineValues {
    return (this.#values ??= engineValues(this.operands));
  }
}

interface Verdict {
  readonly outcome: RuleOutcome;
  readonly reason: string;
}

const VERDICTS: Readonly<Record<Truth, Verdict>> = {
  true: { outcome: 'matched', reason: 'matched' },
  false: { outcome: 'not_matched', reason: 'conditions_false' },
  unknown: { outcome: 'unknown', reason: 'conditions_unknown' },
};

type Reasoned = CompiledRules['rules'][number];

/** A decision that no condition had a part in; the same object for every trip. */
function fixed(rule: Reasoned, outcome: RuleOutcome, reason: string): RuleDecision {
  const known = rule.fixed.get(reason);
  if (known) return known;
  const decision = {
    ...namesOf(rule.published),
    outcome,
    reason,
    sentence: sentenceOfReason(reason),
  };
  rule.fixed.set(reason, decision);
  return decision;
}

function namesOf({ id, version, rule }: PublishedRule) {
  return { rule: id, name: rule.name, version, severity: rule.severity, mode: rule.mode };
}

function outOfScope(rule: CompiledRule, subject: Subject): string | undefined {
  if (rule.published.rule.mode === 'off') return 'off';
  if (rule.excluded.has(subject.driverId)) return 'excluded_driver';
  if (rule.only && !rule.only.has(subject.driverId)) return 'other_driver';
  return undefined;
}

function decisionOf(rule: CompiledRule, trace: TraceNode): RuleDecision {
  const { id, version, rule: document } = rule.published;
  const { outcome, reason } = VERDICTS[trace.result];
  return {
    rule: id,
    name: document.name,
    version,
    severity: document.severity,
    mode: document.mode,
    outcome,
    reason,
    sentence: sentenceFor(rule.conditions, trace),
    trace,
  };
}

/** What the trace says and the engine does not: neither is believed. */
function disputed(decision: RuleDecision): RuleDecision {
  const reason = 'evaluators_disagree';
  return { ...decision, outcome: 'failed', reason, sentence: sentenceOfReason(reason) };
}

/**
 * The trace, evaluated on its own, says why and tells false from unknown. Where it finds every condition met the engine
 * is asked, for only the engine says that a rule fires: with a thousand rules hardly any is worth its run.
 */
function judgeRule(rule: CompiledRule, known: Known): RuleDecision | Promise<RuleDecision> {
  const reason = outOfScope(rule, known.subject);
  if (reason !== undefined) return fixed(rule, 'out_of_scope', reason);
  const trace = traceOf(rule.conditions, known.operands);
  const decision = decisionOf(rule, trace);
  if (trace.result !== 'true') return decision;
  return rule.decide(known.values).then(
    (fired) => (fired ? decision : disputed(decision)),
    () => fixed(rule, 'failed', 'evaluation_failed'),
  );
}

function decideRule(rule: Reasoned, known: Known): RuleDecision | Promise<RuleDecision> {
  if ('error' in rule) return fixed(rule, 'failed', 'not_compiled');
  try {
    return judgeRule(rule, known);
  } catch {
    return fixed(rule, 'failed', 'evaluation_failed');
  }
}

/**
 * Decides every rule for one trip. A rule that fails is `failed`, and the others are decided all the same.
 * May be called concurrently with the same compiled rules. Decisions share parts of their traces: they are to be read.
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
