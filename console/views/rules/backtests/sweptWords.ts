import { usePhrases } from '../parts/index.ts';
import { leafAt } from '../thresholds/index.ts';
import type { JsonObject } from '../form/index.ts';
import { useStoredRule } from '../stored/index.ts';
import type { Sweep } from './backtest.ts';

/** What was swept, in words. */
export interface SweptWords {
  /** What the comparison is about: `Phone events in 7 days`. */
  readonly label: string;
  /** What it asks for with another number: `4 or more`. */
  readonly needed: (value: number) => string;
}

/**
 * Words for a sweep. A result names its fact and operator; the parameters come from the rule as it is stored now, as long as
 * the comparison still stands there.
 */
export function useSweptWords(rule: string, sweep: Sweep): SweptWords {
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
    needed(value) {
      if (found?.bound === undefined || !Array.isArray(other)) return phrases.needed(leaf, value);
      const [low, high] = other;
      return phrases.needed(leaf, found.bound === 'low' ? [value, high!] : [low!, value]);
    },
  };
}
