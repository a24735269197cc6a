import { isPlainObject, pointerTo, shown } from '../../documents/index.ts';
import { dateMillis, instantMillis } from '../../time/index.ts';
import { LIMITS } from '../../vocabulary/index.ts';
import type { FactDefinition, FactType, OperatorDefinition } from '../../vocabulary/index.ts';
import { lintFact } from './fact.ts';
import type { Place } from './fact.ts';

/** What a value is compared as; `any`: an attribute, whose type only the data knows. */
type ValueType = FactType | 'any';

const TYPE_WORDS: Readonly<Record<FactType, string>> = {
  number: 'a number',
  text: 'a string',
  time: 'a time with UTC offset such as 2026-03-01T08:00:00+01:00',
  date: 'a date such as 2026-03-01',
  list: 'a list of strings',
  object: 'an object',
};

/** What a fact's values are compared as, once its path is taken. */
export function valueType(fact: FactDefinition, path: unknown): ValueType {
  return fact.type === 'object' && path !== undefined ? 'any' : fact.type;
}

function hasType(value: unknown, type: ValueType): boolean {
  switch (type) {
    case 'number':
      return typeof value === 'number';
    case 'text':
    case 'list':
      return typeof value === 'string';
    case 'time':
      return typeof value === 'string' && instantMillis(value) !== undefined;
    case 'date':
      return typeof value === 'string' && dateMillis(value) !== undefined;
    case 'any':
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    case 'object':
      return false;
  }
}

/** What a value of a type is, in a message. */
export function wanted(type: ValueType): string {
  if (type === 'any') return 'a string, a number, or true or false';
  return type === 'list' ? 'a string' : TYPE_WORDS[type];
}

/** A value's place together with what it is compared with. */
interface ValuePlace extends Place {
  readonly fact: FactDefinition;
  readonly type: ValueType;
}

function checkOne(value: unknown, place: ValuePlace): boolean {
  const { pointer, issues, fact, type } = place;
  if (!hasType(value, type)) {
    const hint = value === null ? '; to ask whether a fact is known, use isKnown' : '';
    issues.error(pointer, `must be ${wanted(type)} for ${fact.name}, not ${shown(value)}${hint}`);
    return false;
  }
  if (fact.values && !fact.values.includes(String(value))) {
    const hint = issues.didYouMean(String(value), fact.values);
    issues.error(pointer, `${shown(value)} is never the value of ${fact.name}${hint}`, fact.values);
    return false;
  }
  if (fact.minimum !== undefined && typeof value === 'number' && value < fact.minimum)
    issues.warn(pointer, `${fact.name} is never below ${fact.minimum}: check the unit of ${shown(value)}`);
  if (fact.maximum !== undefined && typeof value === 'number' && value > fact.maximum) {
    const percent = fact.maximum === 1 ? `; ${value} % is written ${value / 100}` : '';
    issues.warn(
      pointer,
      `${fact.name} is never above ${fact.maximum}: check the unit of ${shown(value)}${percent}`,
    );
  }
  return true;
}

function checkMany(value: unknown, place: ValuePlace): void {
  const { pointer, issues } = place;
  if (!Array.isArray(value) || value.length === 0) {
    issues.error(
      pointer,
      `must be a list with at least one value, not ${Array.isArray(value) ? 'an empty one' : shown(value)}`,
    );
    return;
  }
  if (value.length > LIMITS.listValues) {
    issues.error(pointer, `has ${value.length} values, at most ${LIMITS.listValues} are allowed`);
    return;
  }
  const good = value.filter((item, index) =>
    checkOne(item, { ...place, pointer: pointerTo(pointer, index) }),
  );
  if (new Set(good.map((item) => typeof item)).size > 1)
    issues.error(pointer, 'must hold values of one type: strings and numbers are never equal');
}

function comparableBound(value: unknown, type: ValueType): number {
  if (typeof value === 'number') return value;
  return (type === 'time' ? instantMillis(String(value)) : dateMillis(String(value))) ?? Number.NaN;
}

function checkBounds(value: unknown, place: ValuePlace): void {
  const { pointer, issues } = place;
  if (!Array.isArray(value) || value.length !== 2) {
    issues.error(pointer, `must be two bounds [low, high], not ${shown(value)}`);
    return;
  }
  const type = place.type === 'any' ? 'number' : place.type;
  const good = value.filter((item, index) =>
    checkOne(item, { ...place, type, pointer: pointerTo(pointer, index) }),
  );
  if (good.length === 2 && comparableBound(value[0], type) > comparableBound(value[1], type))
    issues.error(pointer, 'the low bound comes first and must not be above the high one');
}

function checkText(value: unknown, place: ValuePlace): void {
  if (typeof value !== 'string' || value === '')
    place.issues.error(place.pointer, `must be a string that is not empty, not ${shown(value)}`);
}

/** Types a value may have that is another fact. */
function matches(operator: OperatorDefinition, type: ValueType, other: ValueType): boolean {
  if (other === 'object') return false;
  if (type === 'any' || other === 'any') return true;
  if (operator.shape === 'many') return other === 'list' && type === 'text';
  if (operator.shape === 'member') return other === 'text';
  return type === other;
}

function checkOther(operator: OperatorDefinition, value: Record<string, unknown>, place: ValuePlace): void {
  const { pointer, issues } = place;
  if (!operator.takesFact) {
    issues.error(pointer, `the value of ${operator.name} cannot be another fact`);
    return;
  }
  const known = ['fact', 'params', 'path'];
  for (const key of Object.keys(value)
    .filter((name) => !known.includes(name))
    .slice(0, LIMITS.issues + 1))
    issues.error(pointerTo(pointer, key), `unknown field "${key}"${issues.didYouMean(key, known)}`, known);
  const other = lintFact(value, place);
  if (other && !matches(operator, place.type, valueType(other, value['path'])))
    issues.error(
      pointer,
      `${place.fact.name} cannot be compared with ${other.name} by ${operator.name}: their types differ`,
    );
}

/** Checks a comparison's value against its fact and operator. */
export function lintValue(operator: OperatorDefinition, value: unknown, place: ValuePlace): void {
  if (isPlainObject(value)) {
    if (Object.hasOwn(value, 'fact')) checkOther(operator, value, place);
    else place.issues.error(place.pointer, 'an object here must name another fact: {"fact": …}');
    return;
  }
  const type = place.type === 'any' ? 'number' : place.type;
  switch (operator.shape) {
    case 'one':
    case 'member':
      checkOne(value, place);
      return;
    case 'number':
      checkOne(value, { ...place, type });
      return;
    case 'many':
      return checkMany(value, place);
    case 'bounds':
      return checkBounds(value, place);
    case 'text':
      return checkText(value, place);
    case 'flag':
      if (typeof value !== 'boolean')
        place.issues.error(place.pointer, `must be true or false, not ${shown(value)}`);
  }
}
