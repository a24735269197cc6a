import type { FactDefinition, FactType } from './findFact.ts';
import type { OperatorDefinition } from './operators.ts';

/** The type by which a value is compared. `any`: an attribute, whose type is only known from the data. */
export type ValueType = FactType | 'any';

/** Returns the type by which a fact's values are compared, or the value at a path in the fact. */
export function valueType(fact: FactDefinition, path: unknown): ValueType {
  return fact.type === 'object' && path !== undefined ? 'any' : fact.type;
}

/**
 * Returns whether an operator can compare values of a type with another fact.
 * @param other the type of the other fact's values
 */
export function comparesWith(operator: OperatorDefinition, type: ValueType, other: ValueType): boolean {
  if (!operator.takesFact || other === 'object') return false;
  if (type === 'any' || other === 'any') return true;
  if (operator.shape === 'many') return other === 'list' && type === 'text';
  if (operator.shape === 'member') return other === 'text';
  return type === other;
}
