import { isOfType } from './eventTypes.ts';
import type { EventWindow, WindowCount } from './factSources.ts';
import { instantMillis } from './instant.ts';
import type { Trip } from './trip.ts';

/**
 * Counts a window from trips at hand: the decided one and its driver's earlier ones. It is what the store counts, for
 * rule tests and for trips that are not stored. An event counts by its own start, or by its trip's end without one; a
 * trip's distance and time count when it ended in the window. The window excludes its first instant and includes its last.
 * @returns undefined when the decided trip's end or events are missing, since nothing can be counted then.
 */
export function countInWindow(window: EventWindow, earlier: readonly Trip[], decided: Trip): WindowCount {
  const end = instantMillis(decided.endTime ?? '');
  if (end === undefined || !decided.events) return undefined;
  const start = end - window.windowSeconds * 1000;
  const inside = (time: number | undefined): boolean => time !== undefined && time > start && time <= end;
  let [count, durationSeconds, distanceKm] = [0, 0, 0];
  for (const trip of [...earlier, decided]) {
    const tripEnd = instantMillis(trip.endTime ?? '');
    if (inside(tripEnd)) {
      durationSeconds += trip.durationSeconds ?? 0;
      distanceKm += trip.distanceKm ?? 0;
    }
    for (const event of trip.events ?? [])
      if (isOfType(event, window) && inside(instantMillis(event.startTime ?? '') ?? tripEnd)) count += 1;
  }
  return { count, durationSeconds, distanceKm };
}
