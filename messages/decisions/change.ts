import type { TraceLeaf } from '../../rules/evaluation/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import { factLabel, paramWords, shownFact } from './facts.ts';
import { shownMeasure } from './values.ts';

const CHANGE = '_change';

/**
 * Describes a score change as an event, such as `driver score fell by 12.35 points over 7 days`. Returns `undefined` for other
 * facts.
 */
export function changeWords(leaf: TraceLeaf, language: Language): string | undefined {
  const { fact, params, actual, since_deletion: date } = leaf;
  if (!fact.endsWith(CHANGE) || typeof actual !== 'number' || leaf.at_least) return undefined;
  const say = textsOf(language);
  const score = { fact: fact.slice(0, -CHANGE.length), ...(params && { params }) };
  const what = actual === 0 ? 'unchanged' : actual < 0 ? 'fell' : 'rose';
  const value = sizeOf(actual, { leaf, beside: leaf.compared ?? leaf.value, language });
  const given = params?.['over'];
  const over = given === undefined ? '{over}' : paramWords('over', given, { language, count: 2 });
  const label = factLabel(score, language);
  return date === undefined
    ? say(`decisions.${what}`, { label, value, over })
    : say(`decisions.${what}Since`, { label, value, date });
}

/**
 * Describes the threshold of a score change as an event, such as `a drop of 10 points or more`. Returns `undefined` if the
 * condition tests for neither a drop nor a rise.
 * @param operator the condition's operator, or its opposite under `not`
 */
export function neededChange(
  leaf: TraceLeaf,
  operator: string | undefined,
  language: Language,
): string | undefined {
  const { fact, value, actual } = leaf;
  if (!fact.endsWith(CHANGE) || typeof value !== 'number' || operator === undefined) return undefined;
  const isDrop = value < 0 && operator.startsWith('lessThan');
  if (!isDrop && !(value > 0 && operator.startsWith('greaterThan'))) return undefined;
  const say = textsOf(language);
  // A drop of 10 points or more is a change of -10 points or less.
  const size = sizeOf(value, { leaf, beside: actual, language });
  const key = `decisions.needed_${operator.replace(/^lessThan/, 'greaterThan')}`;
  const needed = say.known(key, { value: size }) ?? size;
  return say(isDrop ? 'decisions.drop' : 'decisions.rise', { needed });
}

/** Returns a number of points without its minus sign. */
function sizeOf(
  value: number,
  { leaf, ...given }: { leaf: TraceLeaf; beside: TraceLeaf['actual']; language: Language },
): string {
  return shownMeasure(value, shownFact(leaf.fact), given).replace(/^-/, '');
}
