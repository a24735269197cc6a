import { useSay } from '../../../language/index.ts';
import { usePhrases } from '../parts/index.ts';
import { leafAt } from '../thresholds/index.ts';
import type { JsonObject } from '../form/index.ts';
import { useStoredRule } from '../stored/index.ts';
import type { Result, Sweep } from './backtest.ts';

/** What was swept, in words. */
export interface SweptWords {
  /** What the comparison is about: `Phone events in 7 days`. */
  readonly label: string;
  /** On which side of the number the rule alerts: `at least`. */
  readonly direction: string;
  /** The number with its unit: `-12.5 points`. */
  readonly value: (value: number) => string;
  /** What it asks for with another number: `4 or more`. */
  readonly needed: (value: number) => string;
}

/**
 * Words for a sweep. A result names its fact and operator; the parameters come from the rule as it is stored now, as long as
 * the comparison still stands there.
 */
export function useSweptWords(rule: string, sweep: Sweep): SweptWords {
  const say = useSay();
  const phrases = usePhrases();
  const stored = useStoredRule(rule).data;
  const found = [stored?.draft, stored?.rule]
    .flatMap((document) =>
      document === undefined ? [] : (leafAt(document as JsonObject, sweep.pointer) ?? []),
    )
    .find(({ leaf }) => leaf['fact'] === sweep.fact && leaf['operator'] === sweep.operator);
  const leaf: JsonObject = found?.leaf ?? { fact: sweep.fact, operator: sweep.operator };
  const other = leaf['value'];
  return {
    label: phrases.label(leaf),
    direction: say.known(`backtests.direction_${found?.bound ?? sweep.operator}`) ?? sweep.operator,
    value: (value) => phrases.value(sweep.fact, value),
    needed(value) {
      if (found?.bound === undefined || !Array.isArray(other)) return phrases.needed(leaf, value);
      const [low, high] = other;
      return phrases.needed(leaf, found.bound === 'low' ? [value, high!] : [low!, value]);
    },
  };
}

/** Recipients that stand for people whom only a trip, a day or a route knows. */
const STANDS_FOR_OTHERS = /"(?:route|rotation|driver):/;

/**
 * The one recipient of a rule's messages, whatever the threshold: undefined where there are several, and where recipients
 * depend on the trip.
 */
export function soleRecipientOf(
  { receivers }: Pick<Result, 'receivers'>,
  document: unknown,
): string | undefined {
  const [only, ...others] = receivers.map(({ receiver }) => receiver);
  if (only === undefined || others.length > 0) return undefined;
  const actions = JSON.stringify((document as JsonObject | undefined)?.['actions'] ?? []);
  return actions.includes(JSON.stringify(only)) && !STANDS_FOR_OTHERS.test(actions) ? only : undefined;
}
