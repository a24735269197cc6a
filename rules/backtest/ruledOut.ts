import { requiredLeaves } from '../compiledCondition.ts';
import type { CompiledLeaf } from '../compiledCondition.ts';
import type { CompiledRules } from '../compile.ts';
import type { FactTable } from '../factRequest.ts';
import { readOperands } from '../operand.ts';
import { leafResult } from '../trace.ts';

/** Says whether no rule can be anything but not matched, or out of its scope, for a trip. */
export type RuledOut = (facts: FactTable) => boolean;

/**
 * Most trips fail a condition without which nothing fires. Under `all`, false beats unknown: such a trip needs neither the
 * engine nor a trace nor a sentence, which nobody would read, and its outcome is the same.
 */
export function ruledOutBy(compiled: CompiledRules): RuledOut {
  const required = compiled.rules.map((rule): readonly CompiledLeaf[] =>
    'error' in rule ? [] : requiredLeaves(rule.conditions),
  );
  if (required.some((leaves) => leaves.length === 0)) return () => false;
  return (facts) => {
    const operands = readOperands(compiled.operands, facts);
    return required.every((leaves) => leaves.some((leaf) => leafResult(leaf, operands) === 'false'));
  };
}
