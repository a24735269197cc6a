import type { CompiledRule, CompiledRules, PublishedRule } from './compile.ts';
import type { RuleDecision, RuleOutcome, TraceNode, Truth } from './decision.ts';
import { engineValues } from './engine.ts';
import type { EngineValues } from './engine.ts';
import type { FactTable } from './factRequest.ts';
import { readOperands } from './operand.ts';
import type { OperandValues } from './operand.ts';
import { sentenceFor } from './sentence.ts';
import { leafResult, traceOf } from './trace.ts';

/** Whose trip is decided. */
export interface Subject {
  readonly driverId: string;
  readonly tripId: string;
}

/** Everything one evaluation knows of the trip. */
interface Known {
  readonly subject: Subject;
  readonly operands: OperandValues;
  readonly values: EngineValues;
}

interface Verdict {
  readonly outcome: RuleOutcome;
  readonly reason: string;
  readonly trace?: TraceNode;
}

const VERDICTS: Readonly<Record<Truth, Verdict>> = {
  true: { outcome: 'matched', reason: 'matched' },
  false: { outcome: 'not_matched', reason: 'conditions_false' },
  unknown: { outcome: 'unknown', reason: 'conditions_unknown' },
};

/** An evaluation that threw. */
const BROKE: Verdict = { outcome: 'failed', reason: 'evaluation_failed' };

function outOfScope(rule: CompiledRule, subject: Subject): string | undefined {
  if (rule.published.rule.mode === 'off') return 'off';
  if (rule.excluded.has(subject.driverId)) return 'excluded_driver';
  if (rule.only && !rule.only.has(subject.driverId)) return 'other_driver';
  return undefined;
}

/** Whether the rule can fire at all, judged by the conditions that rule most trips out. */
export function isCandidate(rule: CompiledRule, operands: OperandValues): boolean {
  return rule.gates.every((leaf) => leafResult(leaf, operands) === 'true');
}

/** What the engine and the trace say together; where they do not agree neither is believed. */
function verdictOf(trace: TraceNode, fired: boolean): Verdict {
  if (fired !== (trace.result === 'true')) return { outcome: 'failed', reason: 'evaluators_disagree', trace };
  return { ...VERDICTS[trace.result], trace };
}

/**
 * The engine says whether the rule fires; the trace, evaluated on its own, says why, and tells false from unknown.
 * A rule that cannot fire is answered at once: with a thousand rules hardly any is worth an engine's run.
 */
function judgeRule(rule: CompiledRule, known: Known): Verdict | Promise<Verdict> {
  const reason = outOfScope(rule, known.subject);
  if (reason !== undefined) return { outcome: 'out_of_scope', reason };
  const trace = traceOf(rule.conditions, known.operands);
  if (!isCandidate(rule, known.operands)) return verdictOf(trace, false);
  return rule.decide(known.values).then((fired) => verdictOf(trace, fired));
}

function decisionOf(published: PublishedRule, verdict: Verdict): RuleDecision {
  const { id, version, rule } = published;
  return {
    rule: id,
    name: rule.name,
    version,
    severity: rule.severity,
    mode: published.trial ? 'shadow' : rule.mode,
    ...(published.trial && { trial: true }),
    outcome: verdict.outcome,
    reason: verdict.reason,
    sentence: sentenceFor(verdict),
    ...(verdict.trace && { trace: verdict.trace }),
  };
}

function decideRule(
  rule: CompiledRules['rules'][number],
  known: Known,
): RuleDecision | Promise<RuleDecision> {
  const { published } = rule;
  if ('error' in rule) return decisionOf(published, { outcome: 'failed', reason: 'not_compiled' });
  try {
    const verdict = judgeRule(rule, known);
    if (!(verdict instanceof Promise)) return decisionOf(published, verdict);
    return verdict.then((late) => decisionOf(published, late)).catch(() => decisionOf(published, BROKE));
  } catch {
    return decisionOf(published, BROKE);
  }
}

/**
 * Decides every rule for one trip. A rule that fails is `failed`, and the others are decided all the same.
 * May be called concurrently with the same compiled rules.
 */
export async function evaluateRules(
  compiled: CompiledRules,
  facts: FactTable,
  subject: Subject,
): Promise<RuleDecision[]> {
  const operands = readOperands(compiled.operands, facts);
  const known: Known = { subject, operands, values: engineValues(operands) };
  const pending = compiled.rules.map((rule) => decideRule(rule, known));
  const decisions: RuleDecision[] = [];
  for (const decision of pending) decisions.push(decision instanceof Promise ? await decision : decision);
  return decisions;
}
