import type { FactDefinition, FactType } from './findFact.ts';
import type { OperatorDefinition } from './operators.ts';

/** What a value is compared as; `any`: an attribute, whose type only the data knows. */
export type ValueType = FactType | 'any';

/** What a fact's values are compared as, once its path is taken. */
export function valueType(fact: FactDefinition, path: unknown): ValueType {
  return fact.type === 'object' && path !== undefined ? 'any' : fact.type;
}

/** Whether an operator compares values of a type with another fact, whose values are of the other type. */
export function comparesWith(operator: OperatorDefinition, type: ValueType, other: ValueType): boolean {
  if (!operator.takesFact || other === 'object') return false;
  if (type === 'any' || other === 'any') return true;
  if (operator.shape === 'many') return other === 'list' && type === 'text';
  if (operator.shape === 'member') return other === 'text';
  return type === other;
}
