import type { TraceLeaf } from '../../rules/evaluation/index.ts';
import type { Json, Reason, ReasonCode } from '../../rules/vocabulary/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import { factLabel, shownFact } from './facts.ts';
import type { NamedFact } from './facts.ts';
import { changeWords, neededChange } from './change.ts';
import { shownNumber, shownValue } from './values.ts';

/** Returns the reason why a fact is unknown, as a phrase. */
export function becauseWords({ code, values = {} }: Reason, language: Language): string {
  const said = Object.entries(values).map(
    ([name, value]) => [name, typeof value === 'object' ? becauseWords(value, language) : value] as const,
  );
  const say = textsOf(language);
  // A stored reason may have a code that the catalogue no longer contains.
  return (
    say.known(`decisions.because_${code}`, Object.fromEntries(said)) ?? say('decisions.because_notKnown')
  );
}

const NOT_SENT: Reason = { code: 'notSent' };

/** The language in which a condition is described, and whether an odd number of `not` encloses the condition. */
interface Said {
  readonly language: Language;
  readonly negated: boolean;
}

/** Each operator with its opposite, which is true exactly when the operator is false. */
const OPPOSITES: ReadonlyMap<string, string> = new Map(
  [
    ['equal', 'notEqual'],
    ['lessThan', 'greaterThanInclusive'],
    ['lessThanInclusive', 'greaterThan'],
    ['in', 'notIn'],
    ['contains', 'doesNotContain'],
  ].flatMap(([one = '', other = '']) => [
    [one, other],
    [other, one],
  ]),
);

/** Describes the requirement of a condition. Under `not`, describes the opposite requirement. */
function needed(leaf: TraceLeaf, { language, negated }: Said): string {
  const say = textsOf(language);
  const { operator } = leaf;
  if (operator === 'isKnown')
    return say((leaf.value === true) === negated ? 'decisions.neededUnknown' : 'decisions.neededKnown');
  const value = requirement(leaf, language);
  const phrase = (name: string): string => say.known(`decisions.needed_${name}`, { value }) ?? value;
  const opposite = OPPOSITES.get(operator);
  const change = neededChange(leaf, negated ? opposite : operator, language);
  if (change !== undefined) return change;
  if (!negated) return phrase(operator);
  return opposite === undefined
    ? say('decisions.anythingBut', { needed: phrase(operator) })
    : phrase(opposite);
}

function requirement(leaf: TraceLeaf, language: Language): string {
  const say = textsOf(language);
  const { value, actual, compared } = leaf;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const other = value as unknown as NamedFact;
    const label = factLabel(other, language);
    if (compared === undefined) return say('decisions.otherFact', { label });
    const shown = shownValue(compared, shownFact(other.fact), { language, beside: actual });
    const known = leaf.compared_at_least
      ? say('format.atLeast', { value: shown }) + say('decisions.someEventsMissing')
      : shown;
    return say('decisions.otherFactValue', { label, value: known });
  }
  const bound = (each: Json): string => shownValue(each, shownFact(leaf.fact), { language, beside: actual });
  if (leaf.operator === 'between' && Array.isArray(value) && value.length === 2)
    return say('decisions.bounds', { low: bound(value[0] as Json), high: bound(value[1] as Json) });
  return bound(value);
}

/**
 * Returns a number of events in words, such as `2 phone events in 7 days`. Returns `undefined` for facts that are no event count.
 */
function eventCount(leaf: TraceLeaf, language: Language): string | undefined {
  const { fact, actual } = leaf;
  if ((fact !== 'trip.events.count' && fact !== 'driver.events.count') || typeof actual !== 'number')
    return undefined;
  const say = textsOf(language);
  const label = factLabel(leaf, language, actual === 1 ? 1 : 2);
  const count = say('decisions.count', { value: shownNumber(actual, language), label });
  return leaf.at_least ? say('format.atLeast', { value: count }) : count;
}

function number(leaf: TraceLeaf): '' | '_plural' {
  return shownFact(leaf.fact).isPlural ? '_plural' : '';
}

/** Describes the value that was found, such as `2 phone events in 7 days` or `distance was 0.4 km`. */
function found(leaf: TraceLeaf, language: Language): string {
  const say = textsOf(language);
  const { actual, since_deletion: date } = leaf;
  const label = factLabel(leaf, language);
  if (leaf.operator === 'isKnown' && actual !== undefined && !leaf.at_least)
    return say(`decisions.known${number(leaf)}`, { label });
  if (actual === undefined) {
    const because = becauseWords(leaf.unknown_because ?? NOT_SENT, language);
    return say(`decisions.notKnown${number(leaf)}`, { label, because });
  }
  const count = eventCount(leaf, language);
  if (count !== undefined) return count;
  const change = changeWords(leaf, language);
  if (change !== undefined) return change;
  const shown = shownValue(actual, shownFact(leaf.fact), { language, beside: leaf.compared ?? leaf.value });
  const value = leaf.at_least ? say('format.atLeast', { value: shown }) : shown;
  return date === undefined
    ? say(`decisions.found${number(leaf)}`, { label, value })
    : say(`decisions.foundSince${number(leaf)}`, { label, value, date });
}

/** Operators that compare with a limit. All other operators expect a certain value. */
const ORDERS: ReadonlySet<string> = new Set([
  'lessThan',
  'lessThanInclusive',
  'greaterThan',
  'greaterThanInclusive',
  'between',
]);

function foundAndAsked(leaf: TraceLeaf, what: string, said: Said): string {
  const key = ORDERS.has(leaf.operator) ? 'decisions.threshold' : 'decisions.expected';
  return textsOf(said.language)(key, { found: what, needed: needed(leaf, said) });
}

/** Explains why a number is only a lower bound. Returns an empty string if the number is exact. */
function shortfall(
  { at_least: isAtLeast, trips_without_events: trips, unread_events: isUnread }: TraceLeaf,
  language: Language,
): string {
  if (!isAtLeast) return '';
  const say = textsOf(language);
  if (isUnread) return `, ${say('decisions.because_unreadEvents')}`;
  return trips === undefined ? say('decisions.someEventsMissing') : say('decisions.eventsMissing', { trips });
}

/** Describes a condition that is true, such as `4 phone events in 7 days detected (threshold: 3 or more)`. */
export function metPhrase(leaf: TraceLeaf, said: Said): string {
  const { language, negated } = said;
  const count = leaf.operator === 'isKnown' && !leaf.at_least ? undefined : eventCount(leaf, language);
  const what =
    count === undefined ? found(leaf, language) : textsOf(language)('decisions.detected', { count });
  // Omits the requirement if it would only repeat the value, or repeat that the value is known.
  const isExact = leaf.operator === (negated ? 'notEqual' : 'equal') && leaf.compared === undefined;
  const isEnough = leaf.operator === 'isKnown' || isExact;
  return (isEnough ? what : foundAndAsked(leaf, what, said)) + shortfall(leaf, language);
}

/** Describes a condition that is false, such as `2 phone events in 7 days (threshold: 3 or more)`. */
export function missedPhrase(leaf: TraceLeaf, said: Said): string {
  return foundAndAsked(leaf, found(leaf, said.language), said) + shortfall(leaf, said.language);
}

/** Reasons that are complete phrases, so that the fact's name is not put in front of them. */
const COMPLETE: ReadonlySet<ReasonCode> = new Set([
  'noEvents',
  'noEnd',
  'noStart',
  'noPath',
  'noSpeedProfile',
  'noTripDistance',
  'noGroups',
  'noGroup',
  'severalGroups',
  'noScores',
]);

/**
 * Describes a condition that cannot be decided, such as `driver score is unknown (not sent)`. If a lower bound is known,
 * describes the lower bound.
 */
export function unknownPhrase(leaf: TraceLeaf, said: Said): string {
  const because = leaf.unknown_because ?? NOT_SENT;
  const isBound = because.code === 'someEvents' || because.code === 'unreadEvents';
  if (leaf.actual !== undefined && isBound) return missedPhrase(leaf, said);
  const words = becauseWords(because, said.language);
  if (COMPLETE.has(because.code)) return words;
  const state = leaf.actual === undefined ? 'isUnknown' : 'isUndecided';
  const label = factLabel(leaf, said.language);
  return textsOf(said.language)(`decisions.${state}${number(leaf)}`, { label, because: words });
}
