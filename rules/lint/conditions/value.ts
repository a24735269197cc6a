import { isPlainObject, pointerTo, sentence, shown, shownWords } from '../../documents/index.ts';
import type { Sentence } from '../../documents/index.ts';
import { dateMillis, instantMillis } from '../../time/index.ts';
import { LIMITS, comparesWith, valueType } from '../../vocabulary/index.ts';
import type { FactDefinition, FactType, OperatorDefinition, ValueType } from '../../vocabulary/index.ts';
import { lintFact } from './fact.ts';
import type { CheckPosition } from './fact.ts';

const TYPE_WORDS: Readonly<Record<Exclude<FactType, 'list'>, Sentence>> = {
  number: sentence('wanted_number'),
  text: sentence('wanted_text'),
  time: sentence('wanted_time'),
  date: sentence('wanted_date'),
  object: sentence('wanted_object'),
};

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

/** Returns a description of the values of a type, for messages. */
export function wanted(type: ValueType): Sentence {
  if (type === 'any') return sentence('wanted_any');
  return TYPE_WORDS[type === 'list' ? 'text' : type];
}

/** The position of a value in a comparison, with the compared fact and the value's expected type. */
interface ValuePlace extends CheckPosition {
  readonly fact: FactDefinition;
  readonly type: ValueType;
}

function checkOne(value: unknown, place: ValuePlace): boolean {
  const { pointer, issues, fact, type } = place;
  if (!hasType(value, type)) {
    const hint = value === null ? sentence('useIsKnown') : '';
    issues.error(
      pointer,
      sentence('valueType', { wanted: wanted(type), fact: fact.name, shown: shownWords(value), hint }),
    );
    return false;
  }
  if (fact.values && !fact.values.includes(String(value))) {
    const hint = issues.hint(String(value), fact.values);
    issues.error(
      pointer,
      sentence('neverValue', { shown: shownWords(value), fact: fact.name, hint }),
      fact.values,
    );
    return false;
  }
  if (fact.minimum !== undefined && typeof value === 'number' && value < fact.minimum)
    issues.warn(
      pointer,
      sentence('neverBelow', { fact: fact.name, minimum: String(fact.minimum), shown: shown(value) }),
    );
  if (fact.maximum !== undefined && typeof value === 'number' && value > fact.maximum) {
    const percent =
      fact.maximum === 1 ? sentence('percent', { value: String(value), share: String(value / 100) }) : '';
    issues.warn(
      pointer,
      sentence('neverAbove', {
        fact: fact.name,
        maximum: String(fact.maximum),
        shown: shown(value),
        percent,
      }),
    );
  }
  return true;
}

function checkMany(value: unknown, place: ValuePlace): void {
  const { pointer, issues } = place;
  if (!Array.isArray(value) || value.length === 0) {
    issues.error(
      pointer,
      sentence('listNotEmpty', {
        shown: Array.isArray(value) ? sentence('shown_emptyList') : shownWords(value),
      }),
    );
    return;
  }
  if (value.length > LIMITS.listValues) {
    issues.error(
      pointer,
      sentence('tooManyValues', { count: String(value.length), most: String(LIMITS.listValues) }),
    );
    return;
  }
  const good = value.filter((item, index) =>
    checkOne(item, { ...place, pointer: pointerTo(pointer, index) }),
  );
  if (new Set(good.map((item) => typeof item)).size > 1) issues.error(pointer, sentence('oneType'));
}

function comparableBound(value: unknown, type: ValueType): number {
  if (typeof value === 'number') return value;
  return (type === 'time' ? instantMillis(String(value)) : dateMillis(String(value))) ?? Number.NaN;
}

function checkBounds(value: unknown, place: ValuePlace): void {
  const { pointer, issues } = place;
  if (!Array.isArray(value) || value.length !== 2) {
    issues.error(pointer, sentence('twoBounds', { shown: shownWords(value) }));
    return;
  }
  const type = place.type === 'any' ? 'number' : place.type;
  const good = value.filter((item, index) =>
    checkOne(item, { ...place, type, pointer: pointerTo(pointer, index) }),
  );
  if (good.length === 2 && comparableBound(value[0], type) > comparableBound(value[1], type))
    issues.error(pointer, sentence('boundsOrder'));
}

function checkText(value: unknown, place: ValuePlace): void {
  if (typeof value !== 'string' || value === '')
    place.issues.error(place.pointer, sentence('textNotEmpty', { shown: shownWords(value) }));
}

function checkOther(operator: OperatorDefinition, value: Record<string, unknown>, place: ValuePlace): void {
  const { pointer, issues } = place;
  if (!operator.takesFact) {
    issues.error(pointer, sentence('noOtherFact', { operator: operator.name }));
    return;
  }
  const known = ['fact', 'params', 'path'];
  for (const key of Object.keys(value)
    .filter((name) => !known.includes(name))
    .slice(0, LIMITS.issues + 1))
    issues.error(
      pointerTo(pointer, key),
      sentence('unknownField', { name: `"${key}"`, hint: issues.hint(key, known) }),
      known,
    );
  const other = lintFact(value, place);
  if (other && !comparesWith(operator, place.type, valueType(other, value['path'])))
    issues.error(
      pointer,
      sentence('typesDiffer', { fact: place.fact.name, other: other.name, operator: operator.name }),
    );
}

/** Checks a comparison's value against its fact and operator. */
export function lintValue(operator: OperatorDefinition, value: unknown, place: ValuePlace): void {
  if (isPlainObject(value)) {
    if (Object.hasOwn(value, 'fact')) checkOther(operator, value, place);
    else place.issues.error(place.pointer, sentence('objectNamesFact'));
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
        place.issues.error(place.pointer, sentence('trueOrFalse', { shown: shownWords(value) }));
  }
}
