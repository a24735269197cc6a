import { WindowSum } from '../../facts/index.ts';
import type { EventWindow, RuleAlertCount, RuleAlertWindow, WindowCount } from '../../facts/index.ts';
import { areEventsRead, isOfType } from '../../vocabulary/index.ts';
import type { Trip } from '../../vocabulary/index.ts';

/** A driver's trip that a rule matched live. `at` is the trip's end in epoch milliseconds. */
export interface AlertedTrip {
  readonly rule: string;
  readonly tripId: string;
  readonly at: number;
}

/**
 * Counts the alerts in `driver.rule_alerts` windows for one trip. Only stored alerts are counted, because earlier alerts are
 * history that a back-test does not change. Alerts of the trip itself are excluded, as they are live.
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

/** A stored trip with the instant of its end. */
interface EndedTrip {
  readonly trip: Trip;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The parts of a trip that are needed for windows. */
interface HeldTrip {
  readonly at: number;
  readonly eventsKnown: boolean;
  readonly distanceKm: number | undefined;
  readonly durationSeconds: number | undefined;
  /** Number of events for each window, by the window's position. */
  readonly counts: readonly number[];
}

/** The range of remembered trips that are inside one window, with its sums. */
interface WindowRange {
  /** Index of the first remembered trip inside the window. */
  start: number;
  count: number;
  tripsWithoutEvents: number;
}

/** Number of trips outside all windows that are dropped together, so that dropping costs almost nothing per trip. */
const DROP_AT = 512;

/**
 * Counts windows in memory, one driver after the other, with the same results that the store gives a live trip. Each trip is
 * visited a constant number of times. Trips must be added in order of their ends. Trips with the same end must be added together,
 * because a window includes its end.
 */
export class DriverWindows {
  readonly #windows: readonly EventWindow[];
  readonly #rates: boolean;
  #held: HeldTrip[] = [];
  #places: WindowRange[] = [];
  #historyBegins: number | undefined;

  /** @param rates true if distances and driving times are needed; they are summed again for each trip, so that sums are exact */
  constructor(windows: readonly EventWindow[], rates: boolean) {
    this.#windows = windows;
    this.#rates = rates;
  }

  /**
   * Starts the trips of the next driver.
   * @param historyBegins the end of the driver's first stored trip, epoch milliseconds
   */
  begin(historyBegins: number | undefined): void {
    this.#held = [];
    this.#places = this.#windows.map(() => ({ start: 0, count: 0, tripsWithoutEvents: 0 }));
    this.#historyBegins = historyBegins;
  }

  /** Adds the driver's trips that end at one instant. */
  add(trips: readonly EndedTrip[]): void {
    for (const { trip, at } of trips) {
      const eventsKnown = areEventsRead(trip.events);
      const counts = this.#windows.map(
        (window) => trip.events?.filter((event) => isOfType(event, window)).length ?? 0,
      );
      this.#held.push({
        at,
        eventsKnown,
        distanceKm: trip.distanceKm,
        durationSeconds: trip.durationSeconds,
        counts,
      });
      this.#places.forEach((place, index) => {
        place.count += counts[index]!;
        if (!eventsKnown) place.tripsWithoutEvents += 1;
      });
    }
  }

  /** Returns the counts of the windows that end with a trip, by window key. The trip must be among those added last. */
  countsFor({ trip, at }: EndedTrip): ReadonlyMap<string, WindowCount> {
    const counts = new Map<string, WindowCount>();
    this.#windows.forEach((window, index) => {
      const from = at - window.windowSeconds * 1000;
      this.#advance(index, from);
      counts.set(window.key, trip.events === undefined ? undefined : this.#counted(index, { from, at }));
    });
    this.#drop();
    return counts;
  }

  #advance(index: number, from: number): void {
    const place = this.#places[index]!;
    for (; place.start < this.#held.length && this.#held[place.start]!.at <= from; place.start += 1) {
      place.count -= this.#held[place.start]!.counts[index]!;
      if (!this.#held[place.start]!.eventsKnown) place.tripsWithoutEvents -= 1;
    }
  }

  #counted(index: number, window: { readonly from: number; readonly at: number }): WindowCount {
    const place = this.#places[index]!;
    const sum = new WindowSum(this.#rates ? {} : place);
    if (this.#rates)
      for (let next = place.start; next < this.#held.length; next += 1)
        sum.add(this.#held[next]!, this.#held[next]!.counts[index]!);
    const begins = this.#historyBegins;
    const isInside = begins !== undefined && begins > window.from && begins <= window.at;
    return {
      ...sum.total(),
      ...(isInside && { historySince: new Date(begins).toISOString() }),
    };
  }

  #drop(): void {
    const first = Math.min(...this.#places.map((place) => place.start));
    if (this.#places.length === 0 || first < DROP_AT) return;
    this.#held = this.#held.slice(first);
    for (const place of this.#places) place.start -= first;
  }
}
