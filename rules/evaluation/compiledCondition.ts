import type {
  Comparison,
  ComparisonValue,
  Condition,
  FactReference,
  PublishedCondition,
} from '../documents/index.ts';
import { dateMillis, instantMillis } from '../time/index.ts';
import { LIMITS, findOperator } from '../vocabulary/index.ts';
import type { Json, JsonObject, OperatorDefinition } from '../vocabulary/index.ts';
import { OperandList } from './operandValues.ts';
import type { Operand } from './operandValues.ts';

/** A compiled comparison. */
export interface CompiledLeaf {
  readonly kind: 'leaf';
  readonly operand: Operand;
  readonly operator: OperatorDefinition;
  /** The other fact, if the comparison's value is a fact. */
  readonly other?: Operand;
  /** The value in comparable form, if it is not a fact. */
  readonly literal?: Json;
  readonly priority?: number;
  /** The comparison as written in the rule, for traces. */
  readonly written: {
    readonly fact: string;
    readonly name?: string;
    readonly params?: JsonObject;
    readonly path?: string;
    readonly operator: string;
    readonly value: Json;
  };
  /** The comparison's latest result. It is reused while the compared values stay the same (`lastEvaluated`). */
  readonly memory: { evaluated?: unknown };
}

/** Compiled conditions, nested as in the rule. */
export type CompiledNode =
  | CompiledLeaf
  | { readonly kind: 'all' | 'any'; readonly children: readonly CompiledNode[]; readonly priority?: number }
  | { readonly kind: 'not'; readonly child: CompiledNode; readonly priority?: number }
  | NamedNode;

/** A reference to a shared condition, with the shared condition's own conditions inside. */
interface NamedNode {
  readonly kind: 'named';
  readonly condition: string;
  readonly of: CompiledNode;
}

function isFactReference(value: ComparisonValue): value is FactReference {
  return typeof value === 'object' && !Array.isArray(value);
}

/** Converts a value in a rule to the form in which the fact's values are compared. Times and dates become milliseconds. */
function comparable(value: Exclude<ComparisonValue, FactReference>, operand: Operand): Json {
  if (Array.isArray(value)) return value.map((item) => comparable(item, operand));
  if (typeof value !== 'string') return value;
  if (operand.definition.type === 'time') return instantMillis(value) ?? value;
  return operand.definition.type === 'date' ? (dateMillis(value) ?? value) : value;
}

/** The compiled conditions of one rule, and the shared conditions that they use. */
interface CompiledConditions {
  readonly conditions: CompiledNode;
  readonly used: readonly PublishedCondition[];
}

/** The state of one rule's compilation. */
interface Progress {
  leaves: number;
  /** Shared conditions that replace the published ones with the same ids. */
  readonly own: ReadonlyMap<string, PublishedCondition>;
  readonly used: Map<string, PublishedCondition>;
}

/** The position of a condition: its depth in groups, and the shared conditions that contain it. */
interface Placement {
  readonly depth: number;
  readonly within: readonly string[];
}

/** Compiles the conditions of many rules. Equal facts share one operand, and equal comparisons share one leaf. */
export class ConditionCompiler {
  readonly operands = new OperandList();
  readonly #leaves = new Map<string, CompiledLeaf>();
  readonly #shared: ReadonlyMap<string, PublishedCondition>;

  constructor(shared: readonly PublishedCondition[]) {
    this.#shared = new Map(shared.map((each) => [each.id, each]));
  }

  /**
   * Compiles conditions that the linter accepted, and replaces references to shared conditions with their conditions.
   * @param own shared conditions that replace the published ones with the same ids
   * @throws Error if a fact, an operator or a shared condition does not exist, or if the conditions exceed the maximum size of a
   * rule
   */
  compile(conditions: Condition, own: readonly PublishedCondition[] = []): CompiledConditions {
    const progress: Progress = {
      leaves: 0,
      own: new Map(own.map((each) => [each.id, each])),
      used: new Map(),
    };
    const compiled = this.#node(conditions, { depth: 0, within: [] }, progress);
    return { conditions: compiled, used: [...progress.used.values()] };
  }

  #node(condition: Condition, at: Placement, progress: Progress): CompiledNode {
    if ('fact' in condition) {
      progress.leaves += 1;
      if (progress.leaves > LIMITS.conditions)
        throw new Error(`It has more than ${LIMITS.conditions} conditions.`);
      return this.#leaf(condition);
    }
    const priority = condition.priority === undefined ? {} : { priority: condition.priority };
    if ('condition' in condition) return this.#named(condition.condition, at, progress);
    if (at.depth >= LIMITS.conditionDepth)
      throw new Error(`Its conditions are nested deeper than ${LIMITS.conditionDepth} groups.`);
    const inner = { ...at, depth: at.depth + 1 };
    const compile = (child: Condition): CompiledNode => this.#node(child, inner, progress);
    if ('all' in condition) return { kind: 'all', children: condition.all.map(compile), ...priority };
    if ('any' in condition) return { kind: 'any', children: condition.any.map(compile), ...priority };
    return { kind: 'not', child: compile(condition.not), ...priority };
  }

  #named(name: string, at: Placement, progress: Progress): CompiledNode {
    const shared = progress.own.get(name) ?? this.#shared.get(name);
    if (!shared) throw new Error(`The shared condition "${name}" is not published.`);
    if (at.within.includes(name))
      throw new Error(`Shared conditions name each other in a circle: ${[...at.within, name].join(' → ')}.`);
    progress.used.set(name, shared);
    const inner = { ...at, within: [...at.within, name] };
    return { kind: 'named', condition: name, of: this.#node(shared.condition.conditions, inner, progress) };
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
