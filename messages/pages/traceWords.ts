import type { TraceLeaf } from '../../rules/evaluation/index.ts';
import type { Json, JsonObject } from '../../rules/vocabulary/index.ts';
import { formatNumber, oneLine } from '../format/index.ts';

const LONGEST_VALUE = 200;
const LONGEST_FACT = 120;

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['equal', 'is'],
  ['notEqual', 'is not'],
  ['lessThan', 'is less than'],
  ['lessThanInclusive', 'is at most'],
  ['greaterThan', 'is more than'],
  ['greaterThanInclusive', 'is at least'],
  ['in', 'is one of'],
  ['notIn', 'is none of'],
  ['contains', 'contains'],
  ['doesNotContain', 'does not contain'],
  ['startsWith', 'starts with'],
  ['containsText', 'contains the text'],
]);

/** A condition in words, in three parts: what was asked of which fact, and what was found. */
export interface LeafWords {
  readonly fact: string;
  /** The fact's parameters and path: `type PHONE_USE, window 7d`; empty without. */
  readonly details: string;
  /** `is at least 3`. */
  readonly asked: string;
  /** `was 2`, or why it is unknown. */
  readonly found: string;
}

/** One evaluated condition in words. */
export function leafWords(leaf: TraceLeaf): LeafWords {
  const history =
    leaf.history_since === undefined ? '' : `; history begins ${oneLine(leaf.history_since, 40)}`;
  const late =
    leaf.window_end === undefined
      ? ''
      : `; counted up to a later trip, ${oneLine(leaf.window_end, 40)}, because this one came late`;
  const deletion =
    leaf.since_deletion === undefined
      ? ''
      : `; counted from the score after a trip was deleted on ${oneLine(leaf.since_deletion, 40)}`;
  const found =
    leaf.actual === undefined
      ? `unknown: ${oneLine(leaf.unknown_because ?? 'no value', LONGEST_VALUE)}`
      : `was ${leaf.at_least ? 'at least ' : ''}${valueWords(leaf.actual)}`;
  return {
    fact: oneLine(leaf.name ?? leaf.fact, LONGEST_FACT),
    details: detailWords(leaf),
    asked: askedWords(leaf),
    found: found + missingWords(leaf) + deletion + late + history,
  };
}

/** Why the value is the least it can be. */
function missingWords({ at_least: isAtLeast, trips_without_events: trips }: TraceLeaf): string {
  if (!isAtLeast) return '';
  if (trips === undefined) return '; events of some trips did not arrive';
  return `; events of ${formatNumber(trips)} ${trips === 1 ? 'trip' : 'trips'} did not arrive`;
}

function askedWords(leaf: TraceLeaf): string {
  const { operator, value } = leaf;
  if (operator === 'isKnown') return value === false ? 'is not known' : 'is known';
  if (operator === 'between' && Array.isArray(value) && value.length === 2)
    return `is between ${valueWords(value[0] as Json)} and ${valueWords(value[1] as Json)}`;
  const other = comparedFact(value);
  const words = other === undefined ? valueWords(value) : comparedWords(other, leaf);
  return `${OPERATORS.get(operator) ?? oneLine(operator, LONGEST_FACT)} ${words}`;
}

function comparedFact(value: Json): string | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const fact = (value as JsonObject)['fact'];
  return typeof fact === 'string' ? fact : undefined;
}

function comparedWords(fact: string, { compared, compared_at_least: isAtLeast }: TraceLeaf): string {
  const known = compared === undefined ? 'unknown' : `${isAtLeast ? 'at least ' : ''}${valueWords(compared)}`;
  return `${oneLine(fact, LONGEST_FACT)} (${known})`;
}

function detailWords({ fact, name, params, path }: TraceLeaf): string {
  const parts = Object.entries(params ?? {}).map(([key, value]) => `${key} ${valueWords(value)}`);
  if (name !== undefined && name !== fact) parts.unshift(fact);
  if (path !== undefined) parts.push(`path ${path}`);
  return oneLine(parts.join(', '), LONGEST_VALUE);
}

/** A value on one line: numbers rounded to two decimals, texts in quotation marks, lists with commas. */
function valueWords(value: Json): string {
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string')
    return /^[A-Z0-9_]+$|^\d+[smhd]$/.test(value)
      ? oneLine(value, LONGEST_VALUE)
      : `“${oneLine(value, LONGEST_VALUE)}”`;
  if (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => each === null || typeof each !== 'object')
  )
    return oneLine(value.map((each: Json) => valueWords(each)).join(', '), LONGEST_VALUE);
  return oneLine(JSON.stringify(value), LONGEST_VALUE);
}
