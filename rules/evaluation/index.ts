/** Evaluates compiled conditions over facts. Explains the result as data: trace, reason and nearest miss. */
export { compileRules } from './compile.ts';
export type { CompiledRules, PublishedRule } from './compile.ts';
export type { CompiledLeaf, CompiledNode } from './compiledCondition.ts';
export { compareSeverity, importantEvents, isStillOpen, leavesOf, stillAsks } from './decision.ts';
export type {
  Decision,
  Explanation,
  NamedGroups,
  PlannedDelivery,
  RuleDecision,
  RuleOutcome,
  Severity,
  TraceLeaf,
  TraceNode,
} from './decision.ts';
export { engineValues } from './engine.ts';
export { evaluateRules, scopeOf } from './evaluate.ts';
export { OperandList, readOperands } from './operandValues.ts';
export type { Operand, OperandValues } from './operandValues.ts';
export { allOf, anyOf, traceOf } from './threeValuedLogic.ts';
