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

/**
 * The engine says whether the rule fires; the trace, evaluated on its own, says why, and tells false from unknown.
 * Where the two do not agree neither is believed.
 */
async function judgeRule(rule: CompiledRule, known: Known): Promise<Verdict> {
  const reason = outOfScope(rule, known.subject);
  if (reason !== undefined) return { outcome: 'out_of_scope', reason };
  const trace = traceOf(rule.conditions, known.operands);
  const fired = isCandidate(rule, known.operands) && (await rule.decide(known.values));
  if (fired !== (trace.result === 'true')) return { outcome: 'failed', reason: 'evaluators_disagree', trace };
  return { ...VERDICTS[trace.result], trace };
}

function decisionOf(published: PublishedRule, verdict: Verdict): RuleDecision {
  const { id, version, rule } = published;
  const decision = {
    rule: id,
    name: rule.name,
    version,
    severity: rule.severity,
    mode: rule.mode,
    ...verdict,
  };
  return { ...decision, sentence: sentenceFor(decision) };
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
  const decide = async (rule: CompiledRules['rules'][number]): Promise<RuleDecision> => {
    if ('error' in rule) return decisionOf(rule.published, { outcome: 'failed', reason: 'not_compiled' });
    try {
      return decisionOf(rule.published, await judgeRule(rule, known));
    } catch {
      return decisionOf(rule.published, { outcome: 'failed', reason: 'evaluation_failed' });
    }
  };
  return Promise.all(compiled.rules.map(decide));
}
