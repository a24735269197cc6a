import { pointerTo, sentence } from '../../documents/index.ts';
import type { Comparison, IssueList, Rule, Sentence } from '../../documents/index.ts';
import { childrenOf } from './traverse.ts';
import type { PlacedComparison, PlacedCondition } from './traverse.ts';

/** Words with one meaning, as whole words and as beginnings of words. */
interface Vocabulary {
  readonly words: ReadonlySet<string>;
  readonly stems: readonly string[];
}

/** Words with which rules describe a falling score. Includes German words, because people name rules in their own language. */
const DROP: Vocabulary = {
  words: new Set(
    'drop drops dropped dropping fall falls fell fallen falling sink sinks sank sunk down lower lost lose loses sinkt gesunken fällt gefallen abfall'.split(
      ' ',
    ),
  ),
  stems: ['declin', 'decreas', 'worse', 'deteriorat', 'verschlecht', 'schlechter', 'rückgang', 'einbruch'],
};
/** Words with which rules describe a rising score. A rule with such a word gets no warning about its direction. */
const RISE: Vocabulary = {
  words: new Set(
    'rise rises rose risen rising better up higher good best steigt gestiegen anstieg besser'.split(' '),
  ),
  stems: ['improv', 'increas', 'recover', 'gain', 'climb', 'rais', 'prais', 'reward', 'verbesser'],
};

/** Matches facts whose value is negative if a score falls. */
const CHANGE = /\.score_change$/;

/** Returns the direction that a rule's id, name and description mention: a drop, a rise, or neither. */
function directionOf({
  id,
  name,
  description = '',
}: Pick<Rule, 'id' | 'name' | 'description'>): 'drop' | 'rise' | 'unsaid' {
  const words = `${id} ${name} ${description}`.toLowerCase().split(/[^\p{L}]/u);
  const isAbout = ({ words: whole, stems }: Vocabulary): boolean =>
    words.some((word) => whole.has(word) || stems.some((stem) => word.startsWith(stem)));
  if (isAbout(RISE)) return 'rise';
  return isAbout(DROP) ? 'drop' : 'unsaid';
}

const NEVER_A_DROP = sentence('neverADrop');

/** Returns the reason why a comparison of a score change cannot detect a drop. Returns `undefined` if it can. */
function wrongWay({ operator, value }: Comparison): Sentence | undefined {
  const numbers = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'number');
  const [first] = numbers;
  if (first === undefined) return undefined;
  const low = Math.min(...numbers);
  switch (operator) {
    case 'greaterThan':
    case 'greaterThanInclusive':
    case 'between':
      return low >= 0 ? NEVER_A_DROP : undefined;
    case 'equal':
    case 'in':
      return low > 0 ? NEVER_A_DROP : undefined;
    case 'lessThan':
    case 'lessThanInclusive':
      if (first > 0) return sentence('alsoForRise', { most: String(first) });
      return first === 0 && operator === 'lessThanInclusive' ? sentence('alsoWithout') : undefined;
    default:
      return undefined;
  }
}

/** Returns the comparisons that are not under a `not`, which would reverse their direction. */
function plainComparisons(placed: PlacedCondition): readonly PlacedComparison[] {
  const { condition, pointer } = placed;
  if ('fact' in condition) return [{ comparison: condition, pointer }];
  return 'not' in condition ? [] : childrenOf(placed).flatMap(plainComparisons);
}

const WRITE_A_DROP = sentence('writeADrop');

/**
 * Warns if a threshold for a score change cannot detect a drop, because a drop is a negative change. The warning is a statement
 * if the rule's texts mention a drop. If they mention no direction, it is a question, and rules of severity info get no warning.
 */
export function lintDirection(rule: Rule, issues: IssueList): void {
  const direction = directionOf(rule);
  if (direction === 'rise') return;
  for (const { comparison, pointer } of plainComparisons({
    condition: rule.conditions,
    pointer: '/conditions',
  })) {
    const { fact } = comparison;
    const problem = CHANGE.test(fact) ? wrongWay(comparison) : undefined;
    if (problem === undefined) continue;
    if (direction === 'drop')
      issues.warn(
        pointerTo(pointer, 'value'),
        sentence('dropMentioned', { fact, problem, write: WRITE_A_DROP }),
      );
    else if (rule.severity !== 'info')
      issues.warn(pointerTo(pointer, 'value'), sentence('dropMeant', { fact, problem, write: WRITE_A_DROP }));
  }
}
