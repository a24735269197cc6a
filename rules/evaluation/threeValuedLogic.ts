import type { CompiledNode } from './compiledCondition.ts';
import type { TraceNode } from './decision.ts';
import { evaluateLeaf } from './evaluatedLeaf.ts';
import type { OperandValues } from './operandValues.ts';
import { opposite } from '../vocabulary/index.ts';
import type { Truth } from '../vocabulary/index.ts';

/** Computes `all` by Kleene's logic: false if one child is false, otherwise unknown if one child is unknown. */
export function allOf(children: readonly Pick<TraceNode, 'result'>[]): Truth {
  let result: Truth = 'true';
  for (const child of children) {
    if (child.result === 'false') return 'false';
    if (child.result === 'unknown') result = 'unknown';
  }
  return result;
}

/** Computes `any` by Kleene's logic: true if one child is true, otherwise unknown if one child is unknown. */
export function anyOf(children: readonly Pick<TraceNode, 'result'>[]): Truth {
  let result: Truth = 'false';
  for (const child of children) {
    if (child.result === 'true') return 'true';
    if (child.result === 'unknown') result = 'unknown';
  }
  return result;
}

function tracesOf(nodes: readonly CompiledNode[], values: OperandValues): TraceNode[] {
  return nodes.map((node) =>
    node.kind === 'leaf' ? evaluateLeaf(node, values).trace : traceOf(node, values),
  );
}

/**
 * Evaluates conditions completely and returns a trace with the same structure. No condition is skipped. Callers must not change a
 * trace, because its leaves are shared between rules, and between trips with equal values.
 */
export function traceOf(node: CompiledNode, values: OperandValues): TraceNode {
  switch (node.kind) {
    case 'leaf':
      return evaluateLeaf(node, values).trace;
    case 'all': {
      const all = tracesOf(node.children, values);
      return { all, result: allOf(all) };
    }
    case 'any': {
      const any = tracesOf(node.children, values);
      return { any, result: anyOf(any) };
    }
    case 'not': {
      const not = traceOf(node.child, values);
      return { not, result: opposite(not.result) };
    }
    case 'named': {
      const of = traceOf(node.of, values);
      return { condition: node.condition, of, result: of.result };
    }
  }
}
