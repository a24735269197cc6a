import { Engine } from 'json-rules-engine';
import type { TopLevelCondition } from 'json-rules-engine';
import type { CompiledLeaf, CompiledNode } from './compiledCondition.ts';
import type { OperandValues } from './operandValues.ts';
import { OPERATORS, applyOperator } from '../vocabulary/index.ts';
import type { Comparable } from '../vocabulary/index.ts';

/** The one fact the engine knows: an object with every operand's value under its index. Unknown ones are absent. */
const VALUES = 'values';

/** Values by operand index, without a prototype. */
export type EngineValues = Readonly<Record<string, Comparable>>;

type EngineCondition =
  TopLevelCondition | { fact: string; path: string; operator: string; value: unknown; priority?: number };

/** The complement of an operator: true where the operator is false, and false as well where it is unknown. */
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
 * Conditions in the engine's format without any `not`: it is pushed down to the leaves (De Morgan), where it becomes
 * the complementary operator. The engine has two values only; this way "unknown" can nowhere turn into "true".
 */
function engineCondition(node: CompiledNode, negated = false): EngineCondition {
  if (node.kind === 'leaf') return engineLeaf(node, negated);
  if (node.kind === 'not') return engineCondition(node.child, !negated);
  if (node.kind === 'named') return engineCondition(node.of, negated);
  const children = node.children.map((child) => engineCondition(child, negated));
  const priority = node.priority === undefined ? {} : { priority: node.priority };
  return (node.kind === 'all') === negated ? { any: children, ...priority } : { all: children, ...priority };
}

/** An engine without the operators it brings along (they take "40" for 40) and with ours. */
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
 * json-rules-engine for one rule's conditions, made when it is first asked and kept. One that runs is not asked again
 * before it is done, because two runs would share its status and the second would skip its rules: another one is made.
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

/** The values of all operands as the engine takes them. */
export function engineValues(operands: OperandValues): EngineValues {
  const values = Object.create(null) as Record<string, Comparable>;
  operands.forEach((operand, index) => {
    if (operand.known) values[index] = operand.comparable;
  });
  return values;
}
