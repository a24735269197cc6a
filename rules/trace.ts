import type { CompiledLeaf, CompiledNode } from './compiledCondition.ts';
import type { TraceLeaf, TraceNode, Truth } from './decision.ts';
import { kindOf } from './operand.ts';
import type { OperandValue, OperandValues } from './operand.ts';
import { judge, opposite } from './operators.ts';
import type { Json } from './trip.ts';

/** Texts in a trace are cut here: attributes are the customer's own and may be long. */
const LONGEST_TEXT = 200;
const LONGEST_LIST = 20;

/** Kleene's `all`: one false makes it false, otherwise one unknown makes it unknown. */
export function allOf(results: readonly Truth[]): Truth {
  if (results.includes('false')) return 'false';
  return results.includes('unknown') ? 'unknown' : 'true';
}

/** Kleene's `any`: one true makes it true, otherwise one unknown makes it unknown. */
export function anyOf(results: readonly Truth[]): Truth {
  if (results.includes('true')) return 'true';
  return results.includes('unknown') ? 'unknown' : 'false';
}

/** The result of one comparison. */
export function leafResult(leaf: CompiledLeaf, values: OperandValues): Truth {
  const left = values[leaf.operand.index];
  const right = leaf.other ? values[leaf.other.index] : undefined;
  return judge(
    leaf.operator,
    left?.known === true ? left.comparable : undefined,
    leaf.other ? (right?.known === true ? right.comparable : undefined) : leaf.literal,
  );
}

/** A value as a trace keeps it: short, and of an object only that it is one. */
function kept(value: Json): Json {
  if (typeof value === 'string')
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map((item: Json) => kept(item));
  return typeof value === 'object' && value !== null ? kindOf(value) : value;
}

function becauseOf(
  leaf: CompiledLeaf,
  left: OperandValue | undefined,
  right: OperandValue | undefined,
): string {
  if (left?.known !== true) return left?.because ?? 'not sent';
  if (leaf.other && right?.known !== true)
    return `${leaf.other.request.fact} is unknown: ${right?.because ?? 'not sent'}`;
  return `${kindOf(left.value)}, which cannot be compared with ${kindOf(right?.known === true ? right.value : (leaf.literal ?? null))}`;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function traceLeaf(leaf: CompiledLeaf, values: OperandValues): TraceLeaf {
  const left = values[leaf.operand.index];
  const right = leaf.other ? values[leaf.other.index] : undefined;
  const result = leafResult(leaf, values);
  const { fact, name, params, path, operator, value } = leaf.written;
  // Assigned one by one and in a fixed order: a spread each would cost more than the comparison itself.
  const trace: Mutable<TraceLeaf> = { fact, operator, value, result };
  if (name !== undefined) trace.name = name;
  if (params !== undefined) trace.params = params;
  if (path !== undefined) trace.path = path;
  if (right?.known === true) trace.compared = kept(right.value);
  if (left?.known === true) trace.actual = kept(left.value);
  if (left?.known === true && left.historySince !== undefined) trace.history_since = left.historySince;
  if (left?.known === true && left.windowEnd !== undefined) trace.window_end = left.windowEnd;
  if (result === 'unknown' || left?.known !== true) trace.unknown_because = becauseOf(leaf, left, right);
  return trace;
}

/** Evaluates every condition, none skipped, and mirrors them as they were written. */
export function traceOf(node: CompiledNode, values: OperandValues): TraceNode {
  if (node.kind === 'leaf') return traceLeaf(node, values);
  if (node.kind === 'not') {
    const not = traceOf(node.child, values);
    return { not, result: opposite(not.result) };
  }
  const children = node.children.map((child) => traceOf(child, values));
  const results = children.map((child) => child.result);
  return node.kind === 'all'
    ? { all: children, result: allOf(results) }
    : { any: children, result: anyOf(results) };
}
