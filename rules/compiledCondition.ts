import type { Comparison, ComparisonValue, Condition, FactReference } from './conditionSchema.ts';
import { dateMillis, instantMillis } from './instant.ts';
import type { JudgedLeaf } from './judgedLeaf.ts';
import { OperandList } from './operand.ts';
import type { Operand } from './operand.ts';
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
  /** Its last judgement, kept while the values stay the same. */
  readonly memory: { judged?: JudgedLeaf };
}

/** Conditions, ready to be evaluated, in the shape in which they were written. */
export type CompiledNode =
  | CompiledLeaf
  | { readonly kind: 'all' | 'any'; readonly children: readonly CompiledNode[]; readonly priority?: number }
  | { readonly kind: 'not'; readonly child: CompiledNode; readonly priority?: number }
  | NamedNode;

/** A shared condition where a rule names it: its conditions stand inside. */
interface NamedNode {
  readonly kind: 'named';
  readonly condition: string;
  readonly of: CompiledNode;
}

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

/** Compiles the conditions of many rules: equal facts become one operand, equal comparisons one leaf. */
export class ConditionCompiler {
  readonly operands = new OperandList();
  readonly #leaves = new Map<string, CompiledLeaf>();

  /**
   * Compiles conditions that have passed the linter.
   * @throws Error when they name a fact or operator that does not exist, or a shared condition.
   */
  compile(condition: Condition): CompiledNode {
    const priority = condition.priority === undefined ? {} : { priority: condition.priority };
    const compile = (child: Condition): CompiledNode => this.compile(child);
    if ('all' in condition) return { kind: 'all', children: condition.all.map(compile), ...priority };
    if ('any' in condition) return { kind: 'any', children: condition.any.map(compile), ...priority };
    if ('not' in condition) return { kind: 'not', child: compile(condition.not), ...priority };
    if ('condition' in condition)
      throw new Error(`The shared condition ${condition.condition} is not at hand.`);
    return this.#leaf(condition);
  }

  #leaf(comparison: Comparison): CompiledLeaf {
    const identity = JSON.stringify(comparison);
    const known = this.#leaves.get(identity);
    if (known) return known;
    const { priority, ...written } = comparison;
    const operator = findOperator(comparison.operator);
    if (!operator) throw new Error(`There is no operator ${comparison.operator}.`);
    const operand = this.operands.add(comparison);
    const right = isFactReference(comparison.value)
      ? { other: this.operands.add(comparison.value) }
      : { literal: comparable(comparison.value, operand) };
    const ordered = priority === undefined ? {} : { priority };
    const leaf: CompiledLeaf = { kind: 'leaf', operand, operator, ...right, written, ...ordered, memory: {} };
    this.#leaves.set(identity, leaf);
    return leaf;
  }
}
