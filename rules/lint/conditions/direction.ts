import { pointerTo } from '../../documents/index.ts';
import type { Comparison, IssueList, Rule } from '../../documents/index.ts';
import { childrenOf } from './traverse.ts';
import type { PlacedComparison, PlacedCondition } from './traverse.ts';

/** Words of one meaning: whole ones, and beginnings of others. */
interface Vocabulary {
  readonly words: ReadonlySet<string>;
  readonly stems: readonly string[];
}

/** Of a rule about something that becomes less or worse. */
const DROP: Vocabulary = {
  words: new Set(
    'drop drops dropped dropping fall falls fell fallen falling sink sinks sank sunk'.split(' '),
  ),
  stems: ['declin', 'decreas', 'worse', 'deteriorat'],
};
/** Of one about the opposite. */
const RISE: Vocabulary = {
  words: new Set('rise rises rose risen rising better'.split(' ')),
  stems: ['improv', 'increas', 'recover', 'gain', 'climb', 'rais'],
};

/** A fact that is negative when something drops. */
const CHANGE = /\.score_change$/;

/** Whether what a rule says about itself is about a drop, and about nothing that rises. */
function isAboutDrop({ id, name, description = '' }: Pick<Rule, 'id' | 'name' | 'description'>): boolean {
  const words = `${id} ${name} ${description}`.toLowerCase().split(/[^\p{L}]/u);
  const isAbout = ({ words: whole, stems }: Vocabulary): boolean =>
    words.some((word) => whole.has(word) || stems.some((stem) => word.startsWith(stem)));
  return isAbout(DROP) && !isAbout(RISE);
}

/** Why a comparison of a change does not ask for a drop; undefined: it may. */
function wrongWay({ operator, value }: Comparison): string | undefined {
  const numbers = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'number');
  const [first] = numbers;
  if (first === undefined) return undefined;
  const low = Math.min(...numbers);
  switch (operator) {
    case 'greaterThan':
    case 'greaterThanInclusive':
    case 'between':
      return low >= 0 ? 'this is never true for a drop' : undefined;
    case 'equal':
    case 'in':
      return low > 0 ? 'this is never true for a drop' : undefined;
    case 'lessThan':
    case 'lessThanInclusive':
      return first > 0
        ? `this is also true without any change, and for a rise of less than ${first}`
        : undefined;
    default:
      return undefined;
  }
}

/** Comparisons that are not inside a `not`, which would turn them round. */
function plainComparisons(placed: PlacedCondition): readonly PlacedComparison[] {
  const { condition, pointer } = placed;
  if ('fact' in condition) return [{ comparison: condition, pointer }];
  return 'not' in condition ? [] : childrenOf(placed).flatMap(plainComparisons);
}

/** Warns of a rule that speaks of a drop and whose threshold points the other way: a drop is a negative change. */
export function lintDirection(rule: Rule, issues: IssueList): void {
  if (!isAboutDrop(rule)) return;
  for (const { comparison, pointer } of plainComparisons({
    condition: rule.conditions,
    pointer: '/conditions',
  })) {
    const problem = CHANGE.test(comparison.fact) ? wrongWay(comparison) : undefined;
    if (problem === undefined) continue;
    issues.warn(
      pointerTo(pointer, 'value'),
      `the rule mentions a drop, which is a negative ${comparison.fact}: ${problem}; for a drop of ten points or more, write "lessThanInclusive" and -10`,
    );
  }
}
