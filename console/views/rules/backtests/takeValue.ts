import { useState } from 'react';
import { ApiProblem } from '../../../api/index.ts';
import { useSay } from '../../../language/index.ts';
import { edited } from '../form/index.ts';
import type { JsonObject } from '../form/index.ts';
import { usePhrases } from '../parts/index.ts';
import { leafAt, withNumberAt } from '../thresholds/index.ts';
import type { Threshold } from '../thresholds/index.ts';
import { baseOf, textOf, useRuleEdits } from '../stored/index.ts';
import type { Sweep } from './backtest.ts';

/** A value that was taken into the draft, with the function that restores the previous value. */
export interface Taken {
  readonly value: number;
  /** The comparison in words: `Phone events in 7 days: 4 or more`. */
  readonly words: string;
  readonly before: string;
  readonly undo: () => Promise<void>;
}

/**
 * Returns the function that takes a value of a sweep into the rule's draft. Only the number at the pointer
 * changes; comments stay.
 * A rule without a draft gets one from its published version.
 */
export function useTakeValue(
  rule: string,
  sweep: Pick<Sweep, 'pointer' | 'fact' | 'operator'>,
): {
  readonly taken: Taken | undefined;
  readonly take: (value: number) => Promise<void>;
  readonly isBusy: boolean;
} {
  const say = useSay();
  const phrases = usePhrases();
  const edits = useRuleEdits(rule);
  const [taken, setTaken] = useState<Taken>();
  const [isBusy, setBusy] = useState(false);
  const words = (found: Threshold): string => `${phrases.label(found.leaf)}: ${phrases.needed(found.leaf)}`;
  const take = async (value: number): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    let next: Taken | undefined;
    await edits.attempt(say('backtests.taken'), async () => {
      const stored = await edits.fresh();
      const document = (stored.draft ?? stored.rule) as JsonObject | undefined;
      const found = document && leafAt(document, sweep.pointer);
      const isSame = found?.leaf['fact'] === sweep.fact && found.leaf['operator'] === sweep.operator;
      if (!document || !found || !isSame) throw new ApiProblem(409, { detail: say('backtests.ruleChanged') });
      const before = textOf(stored);
      const changed = withNumberAt(document, sweep.pointer, value);
      const { base } = await edits.saveDraft(edited(before, changed), baseOf(stored));
      next = {
        value,
        before: words(found),
        words: words(leafAt(changed, sweep.pointer)!),
        undo: async () => {
          const isDone = await edits.attempt(say('backtests.undone'), async () => {
            await edits.saveDraft(before, base);
          });
          if (isDone) setTaken(undefined);
        },
      };
    });
    if (next) setTaken(next);
    setBusy(false);
  };
  return { taken, take, isBusy };
}
