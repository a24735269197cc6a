import { useSay } from '../../../language/index.ts';
import { usePhrases } from '../parts/index.ts';
import { leafAt } from '../thresholds/index.ts';
import type { JsonObject } from '../form/index.ts';
import { useStoredRule } from '../stored/index.ts';
import type { Result, Sweep } from './backtest.ts';

/** Words and functions for describing the number that a sweep varies. */
export interface SweptWords {
  /** The subject of the comparison: `Phone events in 7 days`. */
  readonly label: string;
  /** The direction in which the rule alerts: `at least`. */
  readonly direction: string;
  /** Returns the number with its unit: `-12.5 points`. */
  readonly value: (value: number) => string;
  /** Returns the condition with another number: `4 or more`. */
  readonly needed: (value: number) => string;
}

/**
 * Returns words for a sweep. Fact and operator come from the sweep's result. Parameters come from the stored
 * rule, if it still has the comparison.
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

/** Matches recipients that are not people themselves: a route, a rotation or a field of the driver's record. */
const STANDS_FOR_OTHERS = /"(?:route|rotation|driver):/;

/**
 * Returns the recipient of a rule's messages if it is the only one for every threshold. Returns undefined if
 * there are several, or if recipients depend on the trip.
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
