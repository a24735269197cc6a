import type { FactRequest, FactValue } from './factRequest.ts';
import { known, unknown } from './factSources.ts';
import { readingDate, spanDays } from './readingDate.ts';
import type { Trip } from './trip.ts';

/**
 * The score on the UTC date of the trip's end minus the one `over` days earlier; unknown when either is missing or
 * cannot be rated.
 */
export function scoreChange(
  request: FactRequest,
  trip: Trip,
  scoreAt: (daysEarlier: number) => FactValue,
): FactValue {
  const over = spanDays(request);
  const [now, before] = [scoreAt(0), scoreAt(over)];
  if (!now.known) return now;
  if (!before.known) {
    const named = before.because.startsWith('there is no ');
    return named ? before : unknown(`${before.because} on ${readingDate(trip, over)}`);
  }
  // Scores are sent with few decimals: rounding takes out what binary subtraction adds.
  return known(Math.round((Number(now.value) - Number(before.value)) * 1e6) / 1e6);
}
