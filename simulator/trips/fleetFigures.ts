import { meanRatings, pause } from '../world/index.ts';
import type { Fleet, TripRatings } from '../world/index.ts';
import type { DailyFigures, DayRange, DriverFigures, Readings } from './readings.ts';

/** Sums and averages of a fleet or a group over a range of days. */
export interface FleetFigures {
  readonly distanceKm: number;
  readonly durationSeconds: number;
  readonly driversCount: number;
  readonly missingDataDriverCount: number;
  readonly lastTripMs?: number;
  /** Average over the drivers, with decimals; undefined when no driver drove. */
  readonly score?: number;
  readonly ratings: TripRatings;
  readonly daily: readonly DailyFigures[];
}

/**
 * Largest fleet for which all drivers are computed. For a larger one, an even sample of at most so many drivers is computed, and
 * sums are scaled.
 */
const LARGEST_EXACT_FLEET = 1_000;
const KEPT_LISTS = 16;
/** Number of drivers that are checked before other requests can use the event loop. */
const BATCH = 100;

/** Active drivers of a range. The list is complete only as far as requests have read it. */
interface ActiveList {
  readonly revision: string;
  readonly indexes: number[];
  scanned: number;
}

/** Service for queries about many drivers, which does not keep all of them in memory. */
export class FleetDesk {
  readonly #fleet: Fleet;
  readonly #readings: Readings;
  readonly #revision: () => string;
  readonly #active = new Map<string, ActiveList>();

  /** @param options.revision returns a text that changes whenever an earlier answer may be outdated */
  constructor(options: { fleet: Fleet; readings: Readings; revision: () => string }) {
    this.#fleet = options.fleet;
    this.#readings = options.readings;
    this.#revision = options.revision;
  }

  /**
   * Returns the indexes of the drivers who are active in the range, in order.
   * @param query.upTo largest number of drivers to return; all if absent
   */
  async active(
    range: DayRange,
    query: { readonly group?: string; readonly upTo?: number },
  ): Promise<readonly number[]> {
    const key = `${range.first}/${range.last}/${query.group ?? ''}/${query.group === undefined}`;
    let list = this.#active.get(key);
    if (list?.revision !== this.#revision()) {
      list = { revision: this.#revision(), indexes: [], scanned: 0 };
      this.#active.delete(key);
      if (this.#active.size >= KEPT_LISTS) this.#active.delete(this.#active.keys().next().value!);
      this.#active.set(key, list);
    }
    const wanted = query.upTo ?? Infinity;
    while (list.scanned < this.#fleet.size && list.indexes.length < wanted) {
      const index = list.scanned;
      list.scanned += 1;
      if (query.group === undefined || this.#fleet.group(index) === query.group)
        if (this.#readings.isActive(index, range)) list.indexes.push(index);
      if (index % BATCH === BATCH - 1) await pause();
    }
    return list.indexes.slice(0, Math.min(wanted, list.indexes.length));
  }

  /** Returns sums and averages over the drivers who are active in the range. */
  async figures(range: DayRange, group?: string): Promise<FleetFigures> {
    const stride = Math.ceil(this.#fleet.size / LARGEST_EXACT_FLEET);
    const drivers: DriverFigures[] = [];
    for (let index = 0; index < this.#fleet.size; index += stride) {
      if ((index / stride) % BATCH === BATCH - 1) await pause();
      if (group !== undefined && this.#fleet.group(index) !== group) continue;
      const figures = this.#readings.driver(index, range);
      if (figures.tripCount > 0) drivers.push(figures);
    }
    const scores = drivers.flatMap((driver) => driver.score ?? []);
    const lastTrips = drivers.flatMap((driver) => driver.lastTripMs ?? []);
    const total = (of: (driver: DriverFigures) => number): number =>
      drivers.reduce((sum, driver) => sum + of(driver), 0) * stride;
    return {
      distanceKm: Math.round(total((driver) => driver.distanceKm) * 100) / 100,
      durationSeconds: total((driver) => driver.durationSeconds),
      driversCount: drivers.length * stride,
      missingDataDriverCount: total((driver) => (driver.driver.hasGyroscope ? 0 : 1)),
      ...(lastTrips.length === 0
        ? {}
        : { lastTripMs: lastTrips.reduce((one, other) => Math.max(one, other)) }),
      ...(scores.length === 0 ? {} : { score: mean(scores) }),
      ratings: meanRatings(drivers.map((driver) => driver.ratings)),
      daily: dailyOf(drivers),
    };
  }
}

function dailyOf(drivers: readonly DriverFigures[]): DailyFigures[] {
  const byDay = new Map<number, DailyFigures[]>();
  for (const figures of drivers)
    for (const day of figures.daily) byDay.set(day.day, [...(byDay.get(day.day) ?? []), day]);
  return [...byDay]
    .sort(([one], [other]) => one - other)
    .map(([day, list]) => ({
      day,
      score: mean(list.map((entry) => entry.score)),
      ratings: meanRatings(list.map((entry) => entry.ratings)),
    }));
}

function mean(values: readonly number[]): number {
  return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 100) / 100;
}
