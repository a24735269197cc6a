import type { RuleDecision } from './decision.ts';

/** Whether a rule, as it was decided, asks for its actions: `unknown` where it could not be told. */
export type Asks = 'yes' | 'no' | 'unknown';

/** Whether a rule still asks for what it asked for before; one that was taken back, or sends nothing any more, does not. */
export function stillAsks(decisions: readonly RuleDecision[], rule: string): Asks {
  const found = decisions.find((each) => each.rule === rule && !each.trial);
  if (found?.mode !== 'live') return 'no';
  if (found.outcome === 'matched') return 'yes';
  return found.outcome === 'unknown' || found.outcome === 'failed' ? 'unknown' : 'no';
}
