import { areEventsRead, isOfType } from '../vocabulary/index.ts';
import type { Trip } from '../vocabulary/index.ts';
import { WindowSum } from '../facts/index.ts';
import type { EventWindow, RuleAlertCount, RuleAlertWindow, WindowCount } from '../facts/index.ts';
import { instantMillis } from '../time/index.ts';

/**
 * Counts a window over the evaluated trip and earlier trips of the driver, with the same result as the store. It is used for rule
 * tests, and for trips that are not stored.
 *
 * A trip belongs to the window if its end does. The window excludes its first instant and includes its last. A trip without
 * events makes the count a lower bound.
 * @returns undefined if the evaluated trip's end or events are missing
 */
export function countInWindow(window: EventWindow, earlier: readonly Trip[], decided: Trip): WindowCount {
  const end = instantMillis(decided.endTime ?? '');
  if (end === undefined || !decided.events) return undefined;
  const start = end - window.windowSeconds * 1000;
  const sum = new WindowSum();
  for (const trip of [...earlier.filter((each) => each !== decided), decided]) {
    const tripEnd = instantMillis(trip.endTime ?? '');
    if (tripEnd === undefined || tripEnd <= start || tripEnd > end) continue;
    const count = trip.events?.filter((event) => isOfType(event, window)).length ?? 0;
    sum.add({ ...trip, eventsKnown: areEventsRead(trip.events) }, count);
  }
  return sum.total();
}

/**
 * Counts a rule's alerts in a window, as the store does. An alert belongs to the window if the end of its trip (ISO 8601) does.
 */
export function countAlertsInWindow(
  window: RuleAlertWindow,
  alerts: readonly { readonly rule: string; readonly trip_ended_at: string }[],
  decided: Trip,
): RuleAlertCount {
  const end = instantMillis(decided.endTime ?? '');
  if (end === undefined) return undefined;
  const start = end - window.windowSeconds * 1000;
  const ends = alerts
    .filter((alert) => alert.rule === window.rule)
    .flatMap((alert) => instantMillis(alert.trip_ended_at) ?? []);
  return { count: ends.filter((each) => each > start && each <= end).length };
}
