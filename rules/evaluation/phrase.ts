import { BECAUSE } from '../facts/index.ts';
import {
  chooseEventType,
  findFact,
  findOperator,
  showNumber,
  showNumberBeside,
  showSeconds,
} from '../vocabulary/index.ts';
import type { FactDefinition, Json, JsonObject, OperatorDefinition } from '../vocabulary/index.ts';
import type { TraceLeaf } from './decision.ts';
import { fillLabel, labelOf, showParam } from './label.ts';

/** Maximum length of texts in a sentence. */
const LONGEST_TEXT = 60;
const MOST_LISTED = 5;

function showText(value: string, definition: FactDefinition | undefined): string {
  if (value.length > LONGEST_TEXT) return `"${value.slice(0, LONGEST_TEXT)}…"`;
  const quotes =
    definition?.values === undefined && (definition?.type === 'text' || definition?.type === 'object');
  return quotes ? `"${value}"` : value;
}

/** Singular forms of units that are words. */
const SINGULAR: ReadonlyMap<string, string> = new Map([['points', 'point']]);

function showMeasure(value: number, definition: FactDefinition | undefined, beside?: Json): string {
  const other = typeof beside === 'number' ? beside : undefined;
  const unit = definition?.unit;
  if (unit === 's' && (other === undefined || other === value || showSeconds(value) !== showSeconds(other)))
    return showSeconds(value);
  const number = other === undefined ? showNumber(value) : showNumberBeside(value, other);
  if (unit === undefined || unit.startsWith('of ')) return number;
  return `${number} ${number === '1' || number === '-1' ? (SINGULAR.get(unit) ?? unit) : unit}`;
}

/** Formats a value for a sentence, with its unit; `beside` is a number from which the shown number must differ. */
function showValue(value: Json, definition: FactDefinition | undefined, beside?: Json): string {
  if (typeof value === 'string') return showText(value, definition);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return showMeasure(value, definition, beside);
  if (!Array.isArray(value)) return 'an object';
  const shown = value.slice(0, MOST_LISTED).map((item: Json) => showValue(item, definition));
  const more = value.length > MOST_LISTED ? ` and ${value.length - MOST_LISTED} more` : '';
  return shown.length === 0 ? 'none' : `${shown.join(', ')}${more}`;
}

function comparedWords(leaf: TraceLeaf, compared: Json, definition: FactDefinition | undefined): string {
  const shown = showValue(compared, definition, leaf.actual);
  return leaf.compared_at_least
    ? `at least ${shown}, events of some trips did not arrive or cannot be read`
    : shown;
}

function showRequirement(leaf: TraceLeaf, definition: FactDefinition | undefined): string {
  const { value, actual } = leaf;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const other = value as { fact: string; params?: JsonObject; path?: string };
    const shown =
      leaf.compared === undefined ? '' : ` (${comparedWords(leaf, leaf.compared, findFact(other.fact))})`;
    return `the ${labelOf(other)}${shown}`;
  }
  if (leaf.operator === 'between' && Array.isArray(value))
    return value.map((bound: Json) => showValue(bound, definition, actual)).join(' and ');
  return showValue(value, definition, actual);
}

const CHANGE = '_change';

/** Formats a change of a score as an event: `driver score fell by 12.35 points over 7 days`; undefined for any other fact. */
function changed(leaf: TraceLeaf, definition: FactDefinition | undefined): string | undefined {
  const { fact, params = {}, actual, since_deletion: date } = leaf;
  const score = fact.endsWith(CHANGE) ? findFact(fact.slice(0, -CHANGE.length)) : undefined;
  if (!score || typeof actual !== 'number' || leaf.at_least) return undefined;
  const size = showMeasure(actual, definition, leaf.compared ?? leaf.value).replace(/^-/, '');
  const what = actual === 0 ? 'did not change' : `${actual < 0 ? 'fell' : 'rose'} by ${size}`;
  const over = definition?.params.find(({ name }) => name === 'over');
  const span = params['over'] === undefined ? '{over}' : showParam(over, params['over']);
  const when = date === undefined ? `over ${span}` : `since a trip was deleted on ${date}`;
  return `${fillLabel(score, params)} ${what} ${when}`;
}

/** Formats the limit of a change: `a drop of 10 points or more`; undefined where it is neither drop nor rise. */
function neededChange(
  leaf: TraceLeaf,
  definition: FactDefinition | undefined,
  operator: OperatorDefinition | undefined,
): string | undefined {
  const { fact, value } = leaf;
  if (!fact.endsWith(CHANGE) || typeof value !== 'number' || operator === undefined) return undefined;
  const size = showValue(value, definition, leaf.actual).replace(/^-/, '');
  if (value > 0 && operator.name.startsWith('greaterThan')) return `a rise of ${operator.phrase(size)}`;
  const mirrored = findOperator(operator.name.replace(/^lessThan/, 'greaterThan'));
  return value < 0 && operator.name.startsWith('lessThan')
    ? `a drop of ${mirrored!.phrase(size)}`
    : undefined;
}

/** Formats the requirement of the condition; under `not`, its opposite. */
function needed(leaf: TraceLeaf, definition: FactDefinition | undefined, negated: boolean): string {
  const operator = findOperator(leaf.operator);
  const asked = negated ? findOperator(operator?.opposite ?? '') : operator;
  const change = neededChange(leaf, definition, asked);
  if (change !== undefined) return change;
  const requirement = showRequirement(leaf, definition);
  if (!operator) return requirement;
  if (!negated) return operator.phrase(requirement);
  if (operator.shape === 'flag') return operator.phrase(leaf.value === true ? 'no' : 'yes');
  return (
    findOperator(operator.opposite ?? '')?.phrase(requirement) ??
    `anything but ${operator.phrase(requirement)}`
  );
}

/**
 * Formats a count of events by its number: `2 phone events in 7 days`, `1 collision in the trip`; undefined for any other fact.
 */
function eventCount(leaf: TraceLeaf, definition: FactDefinition | undefined): string | undefined {
  if (definition?.label.startsWith('{type} in ') !== true || typeof leaf.actual !== 'number')
    return undefined;
  const label = labelOf(leaf);
  const type = leaf.actual === 1 ? chooseEventType(leaf.params?.['type']) : undefined;
  const counted = type === undefined ? label : `${type.singular}${label.slice(type.label.length)}`;
  return `${leaf.at_least ? 'at least ' : ''}${showNumber(leaf.actual)} ${counted}`;
}

/** Formats the value that was found: `2 phone events in 7 days`, `distance was 0.4 km`. */
function found(leaf: TraceLeaf, definition: FactDefinition | undefined): string {
  const verb = definition?.plural === true ? 'were' : 'was';
  const label = labelOf(leaf);
  if (leaf.operator === 'isKnown' && leaf.actual !== undefined && !leaf.at_least)
    return `${label} ${verb} known`;
  if (leaf.actual === undefined) return `${label} ${verb} not known (${leaf.unknown_because ?? 'not sent'})`;
  const count = eventCount(leaf, definition);
  if (count !== undefined) return count;
  const change = changed(leaf, definition);
  if (change !== undefined) return change;
  const least = leaf.at_least ? 'at least ' : '';
  const value = showValue(leaf.actual, definition, leaf.compared ?? leaf.value);
  const since =
    leaf.since_deletion === undefined ? '' : ` since a trip was deleted on ${leaf.since_deletion}`;
  return `${label} ${verb} ${least}${value}${since}`;
}

/** Operators that compare with a limit; all others expect a value. */
const ORDERS: ReadonlySet<string> = new Set([
  'lessThan',
  'lessThanInclusive',
  'greaterThan',
  'greaterThanInclusive',
  'between',
]);

/** Formats the requirement in brackets: `(threshold: 3 or more)`, `(expected: one of sat, sun)`. */
function asked(leaf: TraceLeaf, definition: FactDefinition | undefined, negated: boolean): string {
  return `(${ORDERS.has(leaf.operator) ? 'threshold' : 'expected'}: ${needed(leaf, definition, negated)})`;
}

/** Explains why a number is a lower bound: `, events of 1 trip did not arrive or cannot be read`; empty when it is exact. */
function shortfall({ at_least: isAtLeast, trips_without_events: trips, unread_events }: TraceLeaf): string {
  if (!isAtLeast) return '';
  if (unread_events) return `, ${BECAUSE.unreadEvents}`;
  const which = trips === undefined ? 'some trips' : `${trips} ${trips === 1 ? 'trip' : 'trips'}`;
  return `, events of ${which} did not arrive or cannot be read`;
}

/** Returns the phrase of a condition that holds: `4 phone events in 7 days detected (threshold: 3 or more)`. */
export function metPhrase(leaf: TraceLeaf, negated: boolean): string {
  const definition = findFact(leaf.fact);
  const value = found(leaf, definition);
  const what = value === eventCount(leaf, definition) ? `${value} detected` : value;
  // An exact match, or a known value, does not repeat its requirement.
  const isExact = leaf.operator === (negated ? 'notEqual' : 'equal') && leaf.compared === undefined;
  return leaf.operator === 'isKnown' || isExact
    ? what + shortfall(leaf)
    : `${what} ${asked(leaf, definition, negated)}${shortfall(leaf)}`;
}

/** Returns the phrase of a condition that does not hold: `2 phone events in 7 days (threshold: 3 or more)`. */
export function missedPhrase(leaf: TraceLeaf, negated: boolean): string {
  const definition = findFact(leaf.fact);
  return `${found(leaf, definition)} ${asked(leaf, definition, negated)}${shortfall(leaf)}`;
}

/** Returns the phrase of a condition that cannot be decided: `driver score is unknown (not sent)`, or its known lower bound. */
export function unknownPhrase(leaf: TraceLeaf, negated: boolean): string {
  const because = leaf.unknown_because ?? 'not sent';
  if (leaf.actual !== undefined && (because === BECAUSE.someEvents || because === BECAUSE.unreadEvents))
    return missedPhrase(leaf, negated);
  if (
    /^(the trip's|the fleet's|the driver is in|the service has no (driver|fleet|group) scores)/.test(because)
  )
    return because;
  const verb = findFact(leaf.fact)?.plural === true ? 'are' : 'is';
  return `${labelOf(leaf)} ${verb} ${leaf.actual === undefined ? 'unknown' : 'undecided'} (${because})`;
}

/**
 * Formats the distance by which a condition was missed: `1 (33 %) on phone events in 7 days`; on a clock, in the shorter
 * direction.
 */
export function showGap(leaf: TraceLeaf, gap: number, relative?: number): string {
  const definition = findFact(leaf.fact);
  if (definition?.cycle !== undefined)
    return `${showNumber(gap)} ${gap === 1 ? 'hour' : 'hours'} on ${labelOf(leaf)}`;
  const isTime = definition?.type === 'time';
  const shown = isTime
    ? showSeconds(gap)
    : definition?.type === 'date'
      ? `${showNumber(gap)} days`
      : showMeasure(gap, definition);
  const share = relative === undefined ? '' : ` (${showNumber(relative * 100)} %)`;
  return `${shown}${share} on ${labelOf(leaf)}`;
}
