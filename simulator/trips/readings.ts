import { DAY_MS, SCORE_WINDOW_DAYS, meanRatings, meanScore, scoreAsOf, utcDay } from '../world/index.ts';
import type { Driver, Fleet, LocalTime, TripRatings } from '../world/index.ts';
import type { SimulatedTrip } from './trip.ts';
import type { TimeRange, TripBook } from './tripStore.ts';

/** Range of UTC day numbers, both included. */
export interface DayRange {
  readonly first: number;
  readonly last: number;
}

/** Score and ratings of a driver or a fleet on one UTC day. */
export interface DailyFigures {
  readonly day: number;
  readonly score: number;
  readonly ratings: TripRatings;
}

/** Data of a driver over a range, as the service returns it. */
export interface DriverFigures {
  readonly driver: Driver;
  readonly tripCount: number;
  readonly distanceKm: number;
  readonly durationSeconds: number;
  readonly highwayRatio: number;
  readonly nightFraction: number;
  readonly lastTripMs?: number;
  /** Score at the end of the range; undefined when there is no trip to score. */
  readonly score?: number;
  /** Averages of the daily ratings. */
  readonly ratings: TripRatings;
  readonly daily: readonly DailyFigures[];
}

/** Points by which a test lowers a driver's score from a UTC day on. */
interface Drop {
  readonly fromDay: number;
  readonly points: number;
}

/** Returns the times at which a range of days begins and ends. */
export function timesOf(range: DayRange): TimeRange {
  return { fromMs: range.first * DAY_MS, toMs: (range.last + 1) * DAY_MS - 1 };
}

/** Scores and sums of drivers, computed from their visible trips. */
export class Readings {
  readonly #book: TripBook;
  readonly #fleet: Fleet;
  readonly #localTime: LocalTime;
  readonly #drops = new Map<number, Drop[]>();

  constructor(options: { book: TripBook; fleet: Fleet; localTime: LocalTime }) {
    this.#book = options.book;
    this.#fleet = options.fleet;
    this.#localTime = options.localTime;
  }

  /** Lowers a driver's score for every date from `fromDay` (UTC) on. Negative points raise it. */
  drop(driverIndex: number, drop: Drop): void {
    this.#drops.set(driverIndex, [...(this.#drops.get(driverIndex) ?? []), drop]);
    this.#book.revision += 1;
  }

  /** Returns whether a driver has a visible trip in the range. */
  isActive(driverIndex: number, range: DayRange): boolean {
    return this.#book.hasTrip(driverIndex, timesOf(range));
  }

  /** Returns a driver's data over a range of UTC days. A trip belongs to the day on which it starts. */
  driver(driverIndex: number, range: DayRange): DriverFigures {
    const trips = this.#book.trips(driverIndex, timesOf(range));
    const scored = this.#book.trips(
      driverIndex,
      timesOf({ first: range.last - SCORE_WINDOW_DAYS + 1, last: range.last }),
    );
    const daily = this.#daily(driverIndex, trips);
    const durationSeconds = sum(trips, (trip) => trip.durationSeconds);
    const score = scoreAsOf(scored, (range.last + 1) * DAY_MS);
    const last = trips.at(-1);
    return {
      driver: this.#fleet.driver(driverIndex),
      tripCount: trips.length,
      distanceKm: round(sum(trips, (trip) => trip.distanceKm)),
      durationSeconds,
      highwayRatio: ratio(trips.filter((trip) => trip.road === 'highway').length, trips.length),
      nightFraction: ratio(
        sum(trips, (trip) => this.#nightSeconds(trip)),
        sum(trips, (trip) => (trip.endMs - trip.startMs) / 1000),
      ),
      ...(last ? { lastTripMs: last.startMs } : {}),
      ...(score === undefined ? {} : { score: this.#dropped(driverIndex, score, range.last) }),
      ratings: meanRatings(daily.map((day) => day.ratings)),
      daily,
    };
  }

  #daily(driverIndex: number, trips: readonly SimulatedTrip[]): DailyFigures[] {
    const byDay = new Map<number, SimulatedTrip[]>();
    for (const trip of trips) {
      const day = utcDay(trip.startMs);
      const list = byDay.get(day);
      if (list) list.push(trip);
      else byDay.set(day, [trip]);
    }
    return [...byDay].map(([day, list]) => ({
      day,
      score: this.#dropped(driverIndex, meanScore(list)!, day),
      ratings: meanRatings(list.map((trip) => trip.ratings)),
    }));
  }

  #dropped(driverIndex: number, score: number, day: number): number {
    const points = sum(
      (this.#drops.get(driverIndex) ?? []).filter((drop) => drop.fromDay <= day),
      (drop) => drop.points,
    );
    return Math.max(0, Math.min(100, score - points));
  }

  /** Returns the seconds of a trip between midnight and four o'clock, local time. */
  #nightSeconds(trip: SimulatedTrip): number {
    const start = this.#localTime.secondOfDay(trip.startMs);
    const end = start + (trip.endMs - trip.startMs) / 1000;
    return [0, 86_400].reduce(
      (seconds, midnight) =>
        seconds + Math.max(0, Math.min(end, midnight + 14_400) - Math.max(start, midnight)),
      0,
    );
  }
}

function sum<T>(list: readonly T[], of: (item: T) => number): number {
  return list.reduce((total, item) => total + of(item), 0);
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : round(part / whole);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
