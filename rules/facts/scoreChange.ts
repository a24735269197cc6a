import type { FactRequest, FactValue, Json, Trip } from '../vocabulary/index.ts';
import { known, unknown } from './factSources.ts';
import { readingDate, spanDays } from './readingDate.ts';
import type { Baseline } from './scoreBreak.ts';

/** What is known of a score some days earlier, where nothing may stand in for it. */
const NOTHING_BETWEEN: Baseline = { kind: 'none' };

/**
 * The score on the UTC date of the trip's end minus the one `over` days earlier; unknown when either is missing or
 * cannot be rated. Across a deletion of ours the score right after it takes the earlier one's place.
 */
export function scoreChange(
  request: FactRequest,
  of: {
    readonly trip: Trip;
    readonly scoreAt: (daysEarlier: number) => FactValue;
    readonly baselineOver?: (days: number) => Baseline;
  },
): FactValue {
  const { trip, scoreAt } = of;
  const over = spanDays(request);
  const now = scoreAt(0);
  if (!now.known) return now;
  const baseline = of.baselineOver?.(over) ?? NOTHING_BETWEEN;
  if (baseline.kind === 'unknown') return unknown(baseline.because);
  if (baseline.kind === 'score')
    return {
      known: true,
      value: difference(now.value, baseline.score),
      sinceDeletion: baseline.date,
    };
  const before = scoreAt(over);
  if (!before.known) {
    const named = before.because.startsWith('there is no ');
    return named ? before : unknown(`${before.because} on ${readingDate(trip, over)}`);
  }
  return known(difference(now.value, before.value));
}

/** Scores are sent with few decimals: rounding takes out what binary subtraction adds. */
function difference(now: Json, before: Json): number {
  return Math.round((Number(now) - Number(before)) * 1e6) / 1e6;
}
