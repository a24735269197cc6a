import { readOperands } from '../evaluation/index.ts';
import type {
  CompiledLeaf,
  CompiledNode,
  CompiledRules,
  Operand,
  OperandValues,
} from '../evaluation/index.ts';
import { judge } from '../vocabulary/index.ts';
import type { Comparable, FactTable } from '../vocabulary/index.ts';

/** Says whether no rule can be anything but not matched, or out of its scope, for a trip. */
export type RuledOut = (facts: FactTable) => boolean;

/** Comparisons of which one false makes the whole false: those under nothing but `all`. */
function conjuncts(node: CompiledNode): readonly CompiledLeaf[] {
  if (node.kind === 'leaf') return [node];
  if (node.kind === 'named') return conjuncts(node.of);
  return node.kind === 'all' ? node.children.flatMap(conjuncts) : [];
}

function comparableOf(operand: Operand, values: OperandValues): Comparable | undefined {
  const value = values[operand.index];
  return value?.known === true ? value.comparable : undefined;
}

function isFalse({ operand, operator, other, literal }: CompiledLeaf, values: OperandValues): boolean {
  const right = other ? comparableOf(other, values) : literal;
  return judge(operator, comparableOf(operand, values), right) === 'false';
}

/**
 * Most trips fail a condition without which nothing fires. Under `all`, false beats unknown: such a trip needs neither the
 * engine nor a trace nor a sentence, which nobody would read, and its outcome is the same.
 */
export function ruledOutBy(compiled: CompiledRules): RuledOut {
  const required = compiled.rules.map((rule): readonly CompiledLeaf[] =>
    'error' in rule ? [] : conjuncts(rule.conditions),
  );
  if (required.some((leaves) => leaves.length === 0)) return () => false;
  return (facts) => {
    const operands = readOperands(compiled.operands, facts);
    return required.every((leaves) => leaves.some((leaf) => isFalse(leaf, operands)));
  };
}
