import { issueAt, sentence } from '../documents/index.ts';
import type { DocumentIssue, Rule, Sentence } from '../documents/index.ts';

/**
 * Share of trips above which a rule probably fires too often. The share is ignored below `FEWEST_TRIPS`, because it then says
 * little.
 */
const OFTEN = 0.2;
const FEWEST_TRIPS = 100;

/** The number of trips on which a rule fired, out of those evaluated. */
export interface Firing {
  readonly rule: Pick<Rule, 'trigger' | 'actions'>;
  readonly evaluated: number;
  /** Trips on which the rule fired. For a rule that alerts when it becomes true, only the trips that begin a run. */
  readonly fired: number;
}

/**
 * Returns the percentage of trips and a remedy if a rule fires on very many trips. Returns `undefined` if it does not, or if
 * there are too few trips to tell.
 */
export function oftenWords({
  rule,
  evaluated,
  fired,
}: Firing): { share: number; remedy: Sentence } | undefined {
  if (evaluated < FEWEST_TRIPS || fired / evaluated < OFTEN) return undefined;
  const cannotBecome =
    rule.trigger === 'becomes_true' || rule.actions.some(({ type }) => type === 'delete_trip');
  const remedy = sentence('checkThresholds');
  return {
    share: Math.round((fired / evaluated) * 100),
    remedy: cannotBecome ? remedy : sentence('orBecomesTrue', { remedy }),
  };
}

/** Returns a warning that a rule would have fired on very many of a fleet's newest trips. */
export function firesOftenIssue(
  { share, remedy }: { readonly share: number; readonly remedy: Sentence },
  { evaluated, isWhole }: { readonly evaluated: number; readonly isWhole: boolean },
): DocumentIssue {
  const count = countWords(evaluated);
  const trips = isWhole ? sentence('lastTrips', { count }) : sentence('recentTrips', { count });
  return issueAt('/conditions', sentence('firesOften', { share, trips, remedy }));
}

/** Returns a count with a thousands separator, such as `2,000`. */
function countWords(count: number): number | Sentence {
  const rest = String(count % 1_000).padStart(3, '0');
  return count < 1_000 ? count : sentence('thousands', { thousands: Math.floor(count / 1_000), rest });
}
