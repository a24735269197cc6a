import { DAY_MS, Random } from '../world/index.ts';
import type { EventName, SimulatedClock } from '../world/index.ts';
import type { DayPlanner } from './days.ts';
import { planDay } from './days.ts';
import type { Journal, Remembered } from './journal.ts';
import type { SimulatedTrip } from './trip.ts';
import { rescoreTrip } from './trip.ts';

/** Number of driver days whose trips are kept in memory. Other days are planned again when they are needed. */
const KEPT_DAYS = 20_000;
/**
 * Latest time after midnight, in milliseconds, at which a trip of the previous local day may start. It occurs in night rounds.
 */
const LATEST_START_MS = 7 * 3_600_000;

/** Range of start times of trips, both ends included. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Changes to one driver's planned trips. */
interface Changes {
  /**
   * Stored trips by id: requested trips, the sandbox's trips, and trips that were scored again. Each hides a planned trip with
   * the same id.
   */
  readonly trips: Map<string, SimulatedTrip>;
  readonly deleted: Set<string>;
}

/**
 * Store of all trips. Planned trips are created when they are requested. The few trips that were added, changed or deleted are
 * kept in memory. A trip is visible from its `readableMs` on.
 */
export class TripBook {
  /** Number that increases with every change, so that caches notice changes. */
  revision = 0;
  readonly #planner: DayPlanner;
  readonly #clock: SimulatedClock;
  readonly #firstDay: number;
  readonly #planEndsMs: (driverIndex: number) => number;
  readonly #days = new Map<number, SimulatedTrip[]>();
  readonly #changes = new Map<number, Changes>();

  readonly #journal: Pick<Journal, 'trip' | 'deleted'> | undefined;

  /**
   * @param options.firstDay first local day for which trips are planned
   * @param options.planEndsMs returns the time until which a driver's planned trips are uploaded; later ones do not exist
   */
  constructor(options: {
    planner: DayPlanner;
    clock: SimulatedClock;
    firstDay: number;
    planEndsMs: (driverIndex: number) => number;
    journal?: Pick<Journal, 'trip' | 'deleted'> | undefined;
  }) {
    this.#journal = options.journal;
    this.#planner = options.planner;
    this.#clock = options.clock;
    this.#firstDay = options.firstDay;
    this.#planEndsMs = options.planEndsMs;
  }

  /** Returns a driver's visible trips that start in the range, sorted by start. */
  trips(driverIndex: number, range: TimeRange): SimulatedTrip[] {
    const now = this.#clock.now();
    const changes = this.#changes.get(driverIndex);
    const begun = { fromMs: range.fromMs, toMs: Math.min(range.toMs, now) };
    const found = this.planned(driverIndex, begun).filter(
      (trip) =>
        trip.readableMs <= now && !changes?.deleted.has(trip.tripId) && !changes?.trips.has(trip.tripId),
    );
    if (!changes || changes.trips.size === 0) return found;
    for (const trip of changes.trips.values())
      if (isIn(trip, range) && trip.readableMs <= now && !changes.deleted.has(trip.tripId)) found.push(trip);
    return found.sort((one, other) => one.startMs - other.startMs);
  }

  /** Returns whether a driver has a visible trip in the range. Checks the last day first, because most drivers drove recently. */
  hasTrip(driverIndex: number, range: TimeRange): boolean {
    if (this.#changes.has(driverIndex)) return this.trips(driverIndex, range).length > 0;
    const { localTime } = this.#planner;
    const lastMs = Math.min(range.toMs, this.#clock.now());
    const first = Math.max(localTime.dayOf(range.fromMs), this.#firstDay);
    for (let day = localTime.dayOf(lastMs); day >= first; day -= 1) {
      const fromMs = Math.max(range.fromMs, localTime.moment(day, 0));
      const toMs = Math.min(lastMs, localTime.moment(day + 1, 0) - 1);
      if (fromMs <= toMs && this.trips(driverIndex, { fromMs, toMs }).length > 0) return true;
    }
    return false;
  }

  /** Returns a driver's planned trips that start in the range, including future trips. */
  planned(driverIndex: number, range: TimeRange): SimulatedTrip[] {
    const endMs = this.#planEndsMs(driverIndex);
    const first = this.#planner.localTime.dayOf(range.fromMs - LATEST_START_MS);
    const last = Math.min(this.#planner.localTime.dayOf(range.toMs), Math.floor(endMs / DAY_MS) + 1);
    const found: SimulatedTrip[] = [];
    for (let day = Math.max(first, this.#firstDay); day <= last; day += 1)
      for (const trip of this.#day(driverIndex, day))
        if (isIn(trip, range) && trip.uploadedMs <= endMs) found.push(trip);
    return found;
  }

  /**
   * Returns a visible trip. Returns undefined if it never existed, is not readable yet, or was deleted, because the API does not
   * distinguish these cases.
   */
  find(driverIndex: number, tripId: string): SimulatedTrip | undefined {
    const trip = this.#whatever(driverIndex, tripId);
    const gone = this.#changes.get(driverIndex)?.deleted.has(tripId);
    return trip && !gone && trip.readableMs <= this.#clock.now() ? trip : undefined;
  }

  /** Adds a trip, or replaces the trip with the same id. */
  put(trip: SimulatedTrip): void {
    this.#journal?.trip(trip);
    this.#enter(trip);
  }

  /** Restores the state that an earlier run left. */
  restore(from: Pick<Remembered, 'trips' | 'deleted'>): void {
    for (const trip of from.trips) this.#enter(trip);
    for (const { driverIndex, tripId } of from.deleted) this.#changesOf(driverIndex).deleted.add(tripId);
  }

  #enter(trip: SimulatedTrip): void {
    this.#changesOf(trip.driverIndex).trips.set(trip.tripId, trip);
    this.revision += 1;
    if (trip.readableMs > this.#clock.now())
      this.#clock.at(trip.readableMs, () => {
        this.revision += 1;
      });
  }

  /** Returns whether a driver has a trip with this id, including deleted and future trips. */
  isTaken(driverIndex: number, tripId: string): boolean {
    return this.#whatever(driverIndex, tripId) !== undefined;
  }

  /** Deletes a visible trip. Returns false if there is none. */
  delete(driverIndex: number, tripId: string): boolean {
    const trip = this.find(driverIndex, tripId);
    if (!trip) return false;
    this.#journal?.deleted(trip);
    this.#changesOf(driverIndex).deleted.add(tripId);
    this.revision += 1;
    return true;
  }

  /** Scores a trip again, and returns the changed trip. Returns undefined if the trip does not exist or was deleted. */
  rescore(
    driverIndex: number,
    tripId: string,
    change: { readonly events?: readonly EventName[]; readonly score?: number },
  ): SimulatedTrip | undefined {
    const trip = this.#whatever(driverIndex, tripId);
    if (!trip || this.#changes.get(driverIndex)?.deleted.has(tripId)) return undefined;
    const random = new Random(this.#planner.seed, 'rescore', driverIndex, trip.startMs, trip.events.length);
    const { hasGyroscope } = this.#planner.fleet.driver(driverIndex);
    const rescored = rescoreTrip(random, trip, { ...change, hasGyroscope });
    this.put(rescored);
    return rescored;
  }

  #whatever(driverIndex: number, tripId: string): SimulatedTrip | undefined {
    const changed = this.#changes.get(driverIndex)?.trips.get(tripId);
    if (changed || !/^\d{12,14}$/.test(tripId)) return changed;
    const startMs = Number(tripId);
    return this.planned(driverIndex, { fromMs: startMs, toMs: startMs }).find(
      (trip) => trip.tripId === tripId,
    );
  }

  #changesOf(driverIndex: number): Changes {
    let changes = this.#changes.get(driverIndex);
    if (!changes) this.#changes.set(driverIndex, (changes = { trips: new Map(), deleted: new Set() }));
    return changes;
  }

  #day(driverIndex: number, day: number): SimulatedTrip[] {
    const key = driverIndex * 100_000 + day;
    const known = this.#days.get(key);
    if (known) return known;
    const trips = planDay(this.#planner, this.#planner.fleet.driver(driverIndex), day);
    if (this.#days.size >= KEPT_DAYS) this.#days.delete(this.#days.keys().next().value!);
    this.#days.set(key, trips);
    return trips;
  }
}

function isIn(trip: SimulatedTrip, range: TimeRange): boolean {
  return trip.startMs >= range.fromMs && trip.startMs <= range.toMs;
}
