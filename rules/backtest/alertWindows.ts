import type { RuleAlertCount, RuleAlertWindow } from '../facts/index.ts';

/** A trip of a driver that a rule really matched, in live: `at` is its end, epoch milliseconds. */
export interface AlertedTrip {
  readonly rule: string;
  readonly tripId: string;
  readonly at: number;
}

/**
 * Counts the alerts that windows of `driver.rule_alerts` hold for one trip: those that stand in the store, since a rule's
 * alerts are history and no part of the question. The trip's own are left out, as live.
 */
export function alertCounts(
  windows: readonly RuleAlertWindow[],
  alerted: readonly AlertedTrip[],
  trip: { readonly tripId: string; readonly at: number; readonly historyBegins: number | undefined },
): ReadonlyMap<string, RuleAlertCount> {
  const begins = trip.historyBegins;
  return new Map(
    windows.map(({ rule, windowSeconds, key }) => {
      const from = trip.at - windowSeconds * 1000;
      const inside = (at: number): boolean => at > from && at <= trip.at;
      const trips = alerted.filter(
        (each) => each.rule === rule && each.tripId !== trip.tripId && inside(each.at),
      );
      const since = begins !== undefined &&
        inside(begins) && { historySince: new Date(begins).toISOString() };
      return [key, { count: trips.length, ...since }];
    }),
  );
}
