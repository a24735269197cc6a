import { pointerTo } from '../../documents/index.ts';
import type { Comparison, IssueList, Rule } from '../../documents/index.ts';
import { childrenOf } from './walk.ts';
import type { PlacedComparison, PlacedCondition } from './walk.ts';

/** Words of a rule about something that becomes less or worse, and of one about the opposite. */
const DROP =
  /\b(?:drop(?:s|ped|ping)?|f[ae]ll(?:s|en|ing)?|declin\w*|decreas\w*|wors\w*|deteriorat\w*|sinks?|sank|sunk)\b/i;
const RISE =
  /\b(?:ris(?:e|es|en|ing)|rose|rais\w*|improv\w*|increas\w*|better|gain\w*|climb\w*|recover\w*)\b/i;

/** A fact that is negative when something drops. */
const CHANGE = /\.score_change$/;

/** Whether what a rule says of itself is about a drop, and about nothing that rises. */
function isAboutDrop({ id, name, description = '' }: Pick<Rule, 'id' | 'name' | 'description'>): boolean {
  const words = `${id.replaceAll('-', ' ')} ${name} ${description}`;
  return DROP.test(words) && !RISE.test(words);
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
      return low >= 0 ? 'this is never true of a drop' : undefined;
    case 'equal':
    case 'in':
      return low > 0 ? 'this is never true of a drop' : undefined;
    case 'lessThan':
    case 'lessThanInclusive':
      return first > 0
        ? `this is also true without any change, and of a rise of less than ${first}`
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
      `the rule speaks of a drop, which is a negative ${comparison.fact}: ${problem}; for a drop of ten points or more, write "lessThanInclusive" and -10`,
    );
  }
}
