import type { ComparisonValue, Condition, FactReference } from './conditionSchema.ts';
import { dateMillis, instantMillis } from './instant.ts';
import type { Operand, OperandList } from './operand.ts';
import { findOperator } from './operators.ts';
import type { OperatorDefinition } from './operators.ts';
import type { Json, JsonObject } from './trip.ts';

/** A comparison, ready to be evaluated. */
export interface CompiledLeaf {
  readonly kind: 'leaf';
  readonly operand: Operand;
  readonly operator: OperatorDefinition;
  /** The other fact, when the value is one. */
  readonly other?: Operand;
  /** The value in comparable form, when it is not another fact. */
  readonly literal?: Json;
  readonly priority?: number;
  /** What a trace shows of the condition as it was written. */
  readonly written: {
    readonly fact: string;
    readonly name?: string;
    readonly params?: JsonObject;
    readonly path?: string;
    readonly operator: string;
    readonly value: Json;
  };
}

/** Conditions, ready to be evaluated, in the shape in which they were written. */
export type CompiledNode =
  | CompiledLeaf
  | { readonly kind: 'all' | 'any'; readonly children: readonly CompiledNode[]; readonly priority?: number }
  | { readonly kind: 'not'; readonly child: CompiledNode; readonly priority?: number };

function isFactReference(value: ComparisonValue): value is FactReference {
  return typeof value === 'object' && !Array.isArray(value);
}

/** A rule's value in the form in which the operand's values are compared. */
function comparable(value: Exclude<ComparisonValue, FactReference>, operand: Operand): Json {
  if (Array.isArray(value)) return value.map((item) => comparable(item, operand));
  if (typeof value !== 'string') return value;
  if (operand.definition.type === 'time') return instantMillis(value) ?? value;
  return operand.definition.type === 'date' ? (dateMillis(value) ?? value) : value;
}

/**
 * Compiles conditions that have passed the linter.
 * @throws Error when they name a fact or operator that does not exist, or a shared condition.
 */
export function compileCondition(condition: Condition, operands: OperandList): CompiledNode {
  const priority = condition.priority === undefined ? {} : { priority: condition.priority };
  const compile = (child: Condition): CompiledNode => compileCondition(child, operands);
  if ('all' in condition) return { kind: 'all', children: condition.all.map(compile), ...priority };
  if ('any' in condition) return { kind: 'any', children: condition.any.map(compile), ...priority };
  if ('not' in condition) return { kind: 'not', child: compile(condition.not), ...priority };
  if ('condition' in condition)
    throw new Error(`The shared condition ${condition.condition} is not at hand.`);
  const { priority: _, ...written } = condition;
  const operator = findOperator(condition.operator);
  if (!operator) throw new Error(`There is no operator ${condition.operator}.`);
  const operand = operands.add(condition);
  const right = isFactReference(condition.value)
    ? { other: operands.add(condition.value) }
    : { literal: comparable(condition.value, operand) };
  return { kind: 'leaf', operand, operator, ...right, written, ...priority };
}

/**
 * Comparisons that must be true for the whole to be true. A rule of which one is not true cannot fire,
 * whatever its other conditions say.
 */
export function requiredLeaves(node: CompiledNode): readonly CompiledLeaf[] {
  if (node.kind === 'leaf') return [node];
  if (node.kind === 'all') return node.children.flatMap(requiredLeaves);
  if (node.kind === 'any' && node.children.length === 1) return node.children.flatMap(requiredLeaves);
  return [];
}
