import type { FactReference } from '../documents/index.ts';
import { dateMillis, instantMillis } from '../time/index.ts';
import { AtLeast, LIMITS, factKey, factRequest, findFact, kindReason } from '../vocabulary/index.ts';
import type {
  FactDefinition,
  FactRequest,
  FactTable,
  FactValue,
  Json,
  Known,
  Reason,
  ReasonCode,
  ValueKind,
} from '../vocabulary/index.ts';

/** A fact with its params and path, as one side of a comparison. Rules share equal operands. */
export interface Operand {
  /** Index in the list of operands of all compiled rules. */
  readonly index: number;
  readonly request: FactRequest;
  /** The key of the fact and its params in a fact table. */
  readonly key: string;
  readonly definition: FactDefinition;
  /** Steps of the path: `$.a.b` is `['a', 'b']`. */
  readonly path: readonly string[];
  /** The operand's previous value. It is reused if the fact has not changed, so that an unchanged value is the same object. */
  readonly memory: { fact?: FactValue; value?: OperandValue };
}

/** An operand's value for one trip. */
export type OperandValue =
  | {
      readonly known: true;
      /** The value in readable form, for traces. */
      readonly value: Json;
      /** The value in the form that operators compare. Times and dates are epoch milliseconds. */
      readonly comparable: Known;
      readonly historySince?: string;
      readonly windowEnd?: string;
      readonly tripsWithoutEvents?: number;
      readonly unreadEvents?: true;
      readonly sinceDeletion?: string;
    }
  | { readonly known: false; readonly because: Reason };

/** The values of all operands for one trip, by index. */
export type OperandValues = readonly OperandValue[];

/** Collects the operands of many rules without duplicates. */
export class OperandList {
  readonly all: Operand[] = [];
  readonly #byKey = new Map<string, Operand>();

  /**
   * Returns the operand for a fact in a rule, and adds it if it is new.
   * @throws Error if the fact does not exist, which never happens for a linted rule
   */
  add(reference: FactReference): Operand {
    const definition = findFact(reference.fact);
    if (!definition) throw new Error(`There is no fact ${reference.fact}.`);
    const request = factRequest(reference.fact, reference.params);
    const key = factKey(request);
    const path = reference.path?.split('.').slice(1) ?? [];
    const identity = JSON.stringify([key, ...path]);
    const existing = this.#byKey.get(identity);
    if (existing) return existing;
    const operand = { index: this.all.length, request, key, definition, path, memory: {} };
    this.all.push(operand);
    this.#byKey.set(identity, operand);
    return operand;
  }
}

/** Returns the value at a path. Follows only own, enumerable properties, so that a path never reaches a prototype. */
function valueAtPath(value: Json, path: readonly string[]): Json | undefined {
  let at: Json | undefined = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.prototype.propertyIsEnumerable.call(at, step))
      return undefined;
    at = (at as Readonly<Record<string, Json>>)[step];
  }
  return at;
}

/** Returns the kind of a JSON value. */
export function kindOf(value: Json): ValueKind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  const kinds = { string: 'text', number: 'number', boolean: 'flag' } as const;
  return typeof value === 'object' ? 'object' : kinds[typeof value as keyof typeof kinds];
}

function unknownBecause(code: ReasonCode, values?: Reason['values']): OperandValue {
  return { known: false, because: values === undefined ? { code } : { code, values } };
}

/** Returns an unknown value with its reason if a value is too large to compare. The limits bound the cost of a condition. */
function tooLarge(value: Json): OperandValue | undefined {
  if (typeof value === 'string' && value.length > LIMITS.factText)
    return unknownBecause('textTooLong', { most: LIMITS.factText });
  if (Array.isArray(value) && value.length > LIMITS.factList)
    return unknownBecause('listTooLong', { most: LIMITS.factList });
  return undefined;
}

/** Returns the comparable form of a value. Returns `undefined` if the value does not have the fact's type. */
function typed(value: Json, definition: FactDefinition): Json | undefined {
  switch (definition.type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    case 'text':
      return typeof value === 'string' ? value : undefined;
    case 'time':
      return typeof value === 'string' ? instantMillis(value) : undefined;
    case 'date':
      return typeof value === 'string' ? dateMillis(value) : undefined;
    case 'list':
      return Array.isArray(value) ? value : undefined;
    case 'object':
      return typeof value === 'object' && !Array.isArray(value) ? value : undefined;
  }
}

/**
 * Returns whether a fact is the same as before. Lists and objects are never the same, because they may have been changed in
 * place. Facts with additional information are never the same, either.
 */
function isSame(fact: FactValue, before: FactValue | undefined): boolean {
  if (before === undefined) return false;
  if (!fact.known) return !before.known && isSameReason(fact.because, before.because);
  if (!before.known || typeof fact.value === 'object' || fact.value !== before.value) return false;
  return Object.keys(fact).length === 2 && Object.keys(before).length === 2;
}

/**
 * Returns whether two reasons are the same. Reasons with values are never the same, because comparing values would cost more than
 * it saves.
 */
function isSameReason(one: Reason, other: Reason): boolean {
  return one.code === other.code && one.values === undefined && other.values === undefined;
}

function valueOf(operand: Operand, fact: FactValue): OperandValue {
  if (!fact.known) return fact;
  const { definition, path } = operand;
  const value = valueAtPath(fact.value, path);
  if (value === undefined || value === null)
    return unknownBecause(path.length > 0 ? 'noAttribute' : 'notSent');
  if (value === 'NA') return unknownBecause('notSent');
  if (definition.rated === true && typeof value === 'number' && value < 0) return unknownBecause('notRated');
  const large = tooLarge(value);
  if (large !== undefined) return large;
  const comparable = path.length > 0 ? value : typed(value, definition);
  if (comparable === undefined)
    return unknownBecause('wrongKind', {
      found: kindReason(kindOf(value)),
      wanted: kindReason(definition.type),
    });
  const { historySince, windowEnd, atLeast, tripsWithoutEvents, unreadEvents, sinceDeletion } = fact;
  return {
    known: true,
    value,
    comparable: atLeast && typeof comparable === 'number' ? new AtLeast(comparable) : comparable,
    ...(historySince !== undefined && { historySince }),
    ...(windowEnd !== undefined && { windowEnd }),
    ...(tripsWithoutEvents !== undefined && { tripsWithoutEvents }),
    ...(unreadEvents !== undefined && { unreadEvents }),
    ...(sinceDeletion !== undefined && { sinceDeletion }),
  };
}

const NOT_SENT: FactValue = { known: false, because: { code: 'notSent' } };

function readOperand(operand: Operand, facts: FactTable): OperandValue {
  const fact = facts.get(operand.key) ?? NOT_SENT;
  const { memory } = operand;
  if (memory.value !== undefined && isSame(fact, memory.fact)) return memory.value;
  const value = valueOf(operand, fact);
  memory.fact = fact;
  memory.value = value;
  return value;
}

/** Returns the values of all operands for one trip. A value that is absent or of the wrong type is unknown and has a reason. */
export function readOperands(operands: readonly Operand[], facts: FactTable): OperandValues {
  return operands.map((operand) => readOperand(operand, facts));
}
