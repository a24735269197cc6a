import type { Rule } from '../documents/index.ts';

/** A rule that fires on this share of the trips, or more, is most likely not meant so; of few trips a share says little. */
const OFTEN = 0.2;
const FEWEST_TRIPS = 100;

/** How often a rule fired. */
export interface Firing {
  readonly rule: Pick<Rule, 'trigger' | 'actions'>;
  readonly evaluated: number;
  /** Trips on which it fired; of one that alerts when it becomes true, those that begin a run. */
  readonly fired: number;
}

/** What to say about a rule that fires on very many trips; undefined: it does not, or there are too few to know. */
export function oftenWords({
  rule,
  evaluated,
  fired,
}: Firing): { share: number; remedy: string } | undefined {
  if (evaluated < FEWEST_TRIPS || fired / evaluated < OFTEN) return undefined;
  const cannotBecome =
    rule.trigger === 'becomes_true' || rule.actions.some(({ type }) => type === 'delete_trip');
  const remedy = 'check the direction and size of its thresholds';
  return {
    share: Math.round((fired / evaluated) * 100),
    remedy: cannotBecome ? remedy : `${remedy}, or use "trigger": "becomes_true"`,
  };
}
