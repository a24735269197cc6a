import { Engine } from 'json-rules-engine';
import type { TopLevelCondition } from 'json-rules-engine';
import type { CompiledLeaf, CompiledNode } from './compiledCondition.ts';
import type { OperandValues } from './operandValues.ts';
import { OPERATORS, applyOperator } from '../vocabulary/index.ts';
import type { Comparable } from '../vocabulary/index.ts';

/** The only fact of the engine: an object with every operand's value under its index. Unknown values are absent. */
const VALUES = 'values';

/** Values by operand index, without a prototype. */
export type EngineValues = Readonly<Record<string, Comparable>>;

type EngineCondition =
  TopLevelCondition | { fact: string; path: string; operator: string; value: unknown; priority?: number };

/** Returns the name of an operator's complement: true where the operator is false, and false where it is unknown. */
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
 * Converts conditions into the engine's format without any `not`: it moves to the leaves (De Morgan), where it becomes the
 * complementary operator. The engine has only two values; this way "unknown" can never turn into "true".
 */
function engineCondition(node: CompiledNode, negated = false): EngineCondition {
  if (node.kind === 'leaf') return engineLeaf(node, negated);
  if (node.kind === 'not') return engineCondition(node.child, !negated);
  if (node.kind === 'named') return engineCondition(node.of, negated);
  const children = node.children.map((child) => engineCondition(child, negated));
  const priority = node.priority === undefined ? {} : { priority: node.priority };
  return (node.kind === 'all') === negated ? { any: children, ...priority } : { all: children, ...priority };
}

/** Creates an engine with Tripline's operators instead of its own, which treat "40" as 40. */
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

/** Decides whether one rule's conditions are true. */
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
 * running engine is not shared, because two runs would share its status and the second would skip its rules.
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
