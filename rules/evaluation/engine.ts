import { Engine } from 'json-rules-engine';
import type { TopLevelCondition } from 'json-rules-engine';
import type { CompiledLeaf, CompiledNode } from './compiledCondition.ts';
import type { OperandValues } from './operandValues.ts';
import { OPERATORS, applyOperator } from '../vocabulary/index.ts';
import type { Comparable } from '../vocabulary/index.ts';

/** The only fact passed to the engine: an object with the values of all operands by index. Unknown values are absent. */
const VALUES = 'values';

/** Values by operand index, in an object without a prototype. */
export type EngineValues = Readonly<Record<string, Comparable>>;

type EngineCondition =
  TopLevelCondition | { fact: string; path: string; operator: string; value: unknown; priority?: number };

/**
 * Returns the name of an operator's complement. The complement is true if the operator is false, and false if the operator is
 * unknown.
 */
function complement(operator: string): string {
  return `${operator}!`;
}

function engineLeaf(leaf: CompiledLeaf, negated: boolean): EngineCondition {
  const { operand, operator, other, literal, priority } = leaf;
  return {
    fact: VALUES,
    path: String(operand.index),
    operator: negated ? complement(operator.name) : operator.name,
    value: other ? { fact: VALUES, path: String(other.index) } : literal,
    ...(priority !== undefined && { priority }),
  };
}

/**
 * Converts conditions to the engine's format without any `not`. By De Morgan's laws, each `not` moves to the comparisons, where
 * it becomes the complementary operator. Because the engine knows only true and false, this is needed so that a `not` never turns
 * "unknown" into "true".
 */
function engineCondition(node: CompiledNode, negated = false): EngineCondition {
  if (node.kind === 'leaf') return engineLeaf(node, negated);
  if (node.kind === 'not') return engineCondition(node.child, !negated);
  if (node.kind === 'named') return engineCondition(node.of, negated);
  const children = node.children.map((child) => engineCondition(child, negated));
  const priority = node.priority === undefined ? {} : { priority: node.priority };
  return (node.kind === 'all') === negated ? { any: children, ...priority } : { all: children, ...priority };
}

/** Creates an engine that uses Tripline's operators. The engine's own operators are removed, because they treat "40" as 40. */
function strictEngine(): Engine {
  const engine = new Engine([], {
    allowUndefinedFacts: true,
    pathResolver: (values: object, path: string): unknown =>
      Object.hasOwn(values, path) ? (values as EngineValues)[path] : undefined,
  });
  for (const operator of OPERATORS) {
    engine.removeOperator(operator.name);
    engine.addOperator(
      operator.name,
      (actual: Comparable, value: Comparable) => applyOperator(operator, actual, value) === 'true',
    );
    engine.addOperator(
      complement(operator.name),
      (actual: Comparable, value: Comparable) => applyOperator(operator, actual, value) === 'false',
    );
  }
  return engine;
}

/** Function that evaluates whether one rule's conditions are true. */
export type Decide = (values: EngineValues) => Promise<boolean>;

function ruleEngine(conditions: CompiledNode): Engine {
  const engine = strictEngine();
  const condition = engineCondition(conditions);
  const root = 'fact' in condition ? { all: [condition] } : condition;
  engine.addRule({ conditions: root, event: { type: 'fired' } });
  return engine;
}

/**
 * Returns a function that evaluates one rule's conditions with json-rules-engine. Engines are created when needed and reused. A
 * running engine is never shared, because a second run would see the first one's status and skip its rules.
 */
export function engineFor(conditions: CompiledNode): Decide {
  const idle: Engine[] = [];
  return async (values) => {
    const engine = idle.pop() ?? ruleEngine(conditions);
    const { events } = await engine.run({ [VALUES]: values });
    idle.push(engine);
    return events.length > 0;
  };
}

/** Returns the values of all operands in the engine's format. */
export function engineValues(operands: OperandValues): EngineValues {
  const values = Object.create(null) as Record<string, Comparable>;
  operands.forEach((operand, index) => {
    if (operand.known) values[index] = operand.comparable;
  });
  return values;
}
