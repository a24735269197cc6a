import { isPlainObject, pointerTo, sentence, shown, shownWords } from '../../documents/index.ts';
import type { Sentence } from '../../documents/index.ts';
import { dateMillis, instantMillis } from '../../time/index.ts';
import { LIMITS, comparesWith, valueType } from '../../vocabulary/index.ts';
import type { FactDefinition, FactType, OperatorDefinition, ValueType } from '../../vocabulary/index.ts';
import { lintFact } from './fact.ts';
import type { CheckPosition } from './fact.ts';

const TYPE_WORDS: Readonly<Record<Exclude<FactType, 'list'>, Sentence>> = {
  number: sentence('wanted_number')`a number`,
  text: sentence('wanted_text')`a string`,
  time: sentence('wanted_time')`a time with UTC offset such as 2026-03-01T08:00:00+01:00`,
  date: sentence('wanted_date')`a date such as 2026-03-01`,
  object: sentence('wanted_object')`an object`,
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

/** Returns the description of a type's values, for messages. */
export function wanted(type: ValueType): Sentence {
  if (type === 'any') return sentence('wanted_any')`a string, a number, or true or false`;
  return TYPE_WORDS[type === 'list' ? 'text' : type];
}

/** A value's place, with its fact and type. */
interface ValuePlace extends CheckPosition {
  readonly fact: FactDefinition;
  readonly type: ValueType;
}

function checkOne(value: unknown, place: ValuePlace): boolean {
  const { pointer, issues, fact, type } = place;
  if (!hasType(value, type)) {
    const hint = value === null ? sentence('useIsKnown')`; to ask whether a fact is known, use isKnown` : '';
    issues.error(
      pointer,
      sentence(
        'valueType',
      )`must be ${{ wanted: wanted(type) }} for ${{ fact: fact.name }}, not ${{ shown: shownWords(value) }}${{ hint }}`,
    );
    return false;
  }
  if (fact.values && !fact.values.includes(String(value))) {
    const hint = issues.hint(String(value), fact.values);
    issues.error(
      pointer,
      sentence(
        'neverValue',
      )`${{ shown: shownWords(value) }} is never the value of ${{ fact: fact.name }}${{ hint }}`,
      fact.values,
    );
    return false;
  }
  if (fact.minimum !== undefined && typeof value === 'number' && value < fact.minimum)
    issues.warn(
      pointer,
      sentence(
        'neverBelow',
      )`${{ fact: fact.name }} is never below ${{ minimum: String(fact.minimum) }}: check the unit of ${{ shown: shown(value) }}`,
    );
  if (fact.maximum !== undefined && typeof value === 'number' && value > fact.maximum) {
    const percent =
      fact.maximum === 1
        ? sentence('percent')`; ${{ value: String(value) }} % is written ${{ share: String(value / 100) }}`
        : '';
    issues.warn(
      pointer,
      sentence(
        'neverAbove',
      )`${{ fact: fact.name }} is never above ${{ maximum: String(fact.maximum) }}: check the unit of ${{ shown: shown(value) }}${{ percent }}`,
    );
  }
  return true;
}

function checkMany(value: unknown, place: ValuePlace): void {
  const { pointer, issues } = place;
  if (!Array.isArray(value) || value.length === 0) {
    issues.error(
      pointer,
      sentence(
        'listNotEmpty',
      )`must be a list with at least one value, not ${{ shown: Array.isArray(value) ? sentence('shown_emptyList')`an empty one` : shownWords(value) }}`,
    );
    return;
  }
  if (value.length > LIMITS.listValues) {
    issues.error(
      pointer,
      sentence(
        'tooManyValues',
      )`has ${{ count: String(value.length) }} values, at most ${{ most: String(LIMITS.listValues) }} are allowed`,
    );
    return;
  }
  const good = value.filter((item, index) =>
    checkOne(item, { ...place, pointer: pointerTo(pointer, index) }),
  );
  if (new Set(good.map((item) => typeof item)).size > 1)
    issues.error(
      pointer,
      sentence('oneType')`must hold values of one type: strings and numbers are never equal`,
    );
}

function comparableBound(value: unknown, type: ValueType): number {
  if (typeof value === 'number') return value;
  return (type === 'time' ? instantMillis(String(value)) : dateMillis(String(value))) ?? Number.NaN;
}

function checkBounds(value: unknown, place: ValuePlace): void {
  const { pointer, issues } = place;
  if (!Array.isArray(value) || value.length !== 2) {
    issues.error(
      pointer,
      sentence('twoBounds')`must be two bounds [low, high], not ${{ shown: shownWords(value) }}`,
    );
    return;
  }
  const type = place.type === 'any' ? 'number' : place.type;
  const good = value.filter((item, index) =>
    checkOne(item, { ...place, type, pointer: pointerTo(pointer, index) }),
  );
  if (good.length === 2 && comparableBound(value[0], type) > comparableBound(value[1], type))
    issues.error(
      pointer,
      sentence('boundsOrder')`the low bound comes first and must not be above the high one`,
    );
}

function checkText(value: unknown, place: ValuePlace): void {
  if (typeof value !== 'string' || value === '')
    place.issues.error(
      place.pointer,
      sentence('textNotEmpty')`must be a string that is not empty, not ${{ shown: shownWords(value) }}`,
    );
}

function checkOther(operator: OperatorDefinition, value: Record<string, unknown>, place: ValuePlace): void {
  const { pointer, issues } = place;
  if (!operator.takesFact) {
    issues.error(
      pointer,
      sentence('noOtherFact')`the value of ${{ operator: operator.name }} cannot be another fact`,
    );
    return;
  }
  const known = ['fact', 'params', 'path'];
  for (const key of Object.keys(value)
    .filter((name) => !known.includes(name))
    .slice(0, LIMITS.issues + 1))
    issues.error(
      pointerTo(pointer, key),
      sentence('unknownField')`unknown field ${{ name: `"${key}"` }}${{ hint: issues.hint(key, known) }}`,
      known,
    );
  const other = lintFact(value, place);
  if (other && !comparesWith(operator, place.type, valueType(other, value['path'])))
    issues.error(
      pointer,
      sentence(
        'typesDiffer',
      )`${{ fact: place.fact.name }} cannot be compared with ${{ other: other.name }} by ${{ operator: operator.name }}: their types differ`,
    );
}

/** Checks a comparison's value against its fact and operator. */
export function lintValue(operator: OperatorDefinition, value: unknown, place: ValuePlace): void {
  if (isPlainObject(value)) {
    if (Object.hasOwn(value, 'fact')) checkOther(operator, value, place);
    else
      place.issues.error(
        place.pointer,
        sentence('objectNamesFact')`an object here must name another fact: {"fact": …}`,
      );
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
        place.issues.error(
          place.pointer,
          sentence('trueOrFalse')`must be true or false, not ${{ shown: shownWords(value) }}`,
        );
  }
}
