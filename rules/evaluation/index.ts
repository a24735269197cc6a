/** Evaluates compiled conditions over facts and explains the result: trace, phrases, nearest miss. */
export { compileRules } from './compile.ts';
export type { CompiledRules, PublishedRule } from './compile.ts';
export type { CompiledLeaf, CompiledNode } from './compiledCondition.ts';
export type {
  Decision,
  PlannedDelivery,
  RuleDecision,
  RuleOutcome,
  Severity,
  TraceLeaf,
  TraceNode,
} from './decision.ts';
export { engineValues } from './engine.ts';
export { evaluateRules } from './evaluate.ts';
export { importantEvents, leavesOf } from './importantEvents.ts';
export { readOperands } from './operand.ts';
export type { Operand, OperandValues } from './operand.ts';
export { labelOf } from './phrase.ts';
export { stillAsks } from './stillAsks.ts';
export { isStillOpen } from './stillOpen.ts';
export { allOf, anyOf, traceOf } from './trace.ts';
