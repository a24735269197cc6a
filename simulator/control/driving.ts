import type { Notifier } from './notifier.ts';
import { ROADS, Random, drawKind, roadFor } from '../world/index.ts';
import type { Driver, EventName, GeoPoint, SimulatedClock, TripKind } from '../world/index.ts';
import { makeTrip, placeAt, ratesOn } from '../trips/index.ts';
import type { DayPlanner, SimulatedTrip, TripBook } from '../trips/index.ts';

/** A requested trip. Absent fields are drawn at random. */
export interface TripWish {
  /** Kind of the trip; `ordinary` by default. */
  readonly kind?: TripKind;
  readonly driverId?: string;
  /** End of the trip, as a `Date` or in ISO 8601. By default it is a few seconds ago, or `startTime` plus the duration. */
  readonly endTime?: Date | string;
  readonly startTime?: Date | string;
  readonly durationSeconds?: number;
  readonly distanceKm?: number;
  readonly score?: number;
  /** Id of the trip; by default its start in epoch milliseconds. */
  readonly tripId?: string;
  readonly sessionId?: string;
  readonly trackingId?: string;
  /** Exact events of the trip, in place of those that the kind and the driver's habits would cause. */
  readonly events?: readonly { readonly type: EventName; readonly count: number }[];
  /** Simulated seconds after the notification during which the API denies the trip; 0 by default. */
  readonly readableAfterSeconds?: number;
  /** Whether a notification is sent; true by default. The trip is stored in either case. */
  readonly notify?: boolean;
  /** Number of notifications of this trip that are sent at once; 1 by default. */
  readonly copies?: number;
}

/** A trip that was simulated. */
export interface DrivenTrip {
  readonly driverId: string;
  readonly tripId: string;
  readonly startTime: string;
  readonly endTime: string;
}

const NO_EVENTS = { hardBrake: 0, rapidAcceleration: 0, phoneUse: 0, overspeeding: 0 };

/** Error when a requested trip cannot be simulated, for example because the driver is unknown. */
export class WishError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WishError';
  }
}

/** Simulation of requested trips. */
export class Driving {
  readonly #planner: DayPlanner;
  readonly #clock: SimulatedClock;
  readonly #book: TripBook;
  readonly #announcer: Notifier;
  readonly #places = new Map<number, GeoPoint>();
  #count = 0;

  constructor(parts: { planner: DayPlanner; clock: SimulatedClock; book: TripBook; notifier: Notifier }) {
    this.#planner = parts.planner;
    this.#clock = parts.clock;
    this.#book = parts.book;
    this.#announcer = parts.notifier;
  }

  /**
   * Stores a requested trip and sends its notification.
   * @throws WishError when the driver is unknown or a time is invalid
   */
  drive(wish: TripWish): DrivenTrip {
    const trip = this.make(wish);
    const readableMs = trip.uploadedMs + (wish.readableAfterSeconds ?? 0) * 1000;
    const kept = { ...trip, readableMs };
    this.#book.put(kept);
    if (wish.notify !== false)
      for (let copy = 0; copy < (wish.copies ?? 1); copy += 1) this.#announcer.notify(kept);
    return this.driven(kept);
  }

  /**
   * Creates a requested trip without storing it. It is uploaded now, whatever its end.
   * @param notBeforeMs earliest start; the trip is shortened if necessary
   * @throws WishError when the driver is unknown or a time is invalid
   */
  make(wish: TripWish, notBeforeMs = 0): SimulatedTrip {
    const random = new Random(this.#planner.seed, 'wish', (this.#count += 1));
    const driver = this.#driver(wish, random);
    const now = this.#clock.now();
    const drawn = drawKind(random, wish.kind ?? 'ordinary');
    let distanceKm = wish.distanceKm ?? drawn.distanceKm;
    const road = roadFor(random, distanceKm);
    const [low, high] = ROADS[road].averageKmph;
    let elapsedMs = Math.round(
      1000 *
        (wish.durationSeconds ??
          drawn.durationSeconds ??
          Math.max(60, (distanceKm / random.between(low, high)) * 3600)),
    );
    const wishedStart = momentOf(wish.startTime, 'start_time');
    let endMs =
      momentOf(wish.endTime, 'end_time') ??
      (wishedStart === undefined ? now - random.integer(2_000, 12_000) : wishedStart + elapsedMs);
    if (wishedStart !== undefined) elapsedMs = endMs - wishedStart;
    if (elapsedMs <= 0) throw new WishError('The trip would end before it starts.');
    if (endMs - elapsedMs < notBeforeMs && endMs > notBeforeMs) {
      distanceKm *= (endMs - notBeforeMs) / elapsedMs;
      elapsedMs = endMs - notBeforeMs;
    }
    let startMs = endMs - elapsedMs;
    while (wish.tripId === undefined && this.#book.isTaken(driver.index, String(startMs))) {
      startMs += 1;
      endMs += 1;
    }
    const from = this.#places.get(driver.index) ?? driver.home;
    const to = distanceKm > 0 ? placeAt(random, from, distanceKm) : from;
    this.#places.set(driver.index, to);
    const exact = wish.events?.flatMap(({ type, count }) => Array.from({ length: count }, () => type));
    const trip = makeTrip(
      random,
      {
        driver,
        startMs,
        endMs,
        distanceKm,
        road,
        from,
        to,
        rates:
          exact || drawn.still
            ? NO_EVENTS
            : ratesOn(this.#planner, driver, this.#planner.localTime.dayOf(startMs)),
        wishedEvents: exact ?? drawn.events,
        ...(wish.sessionId === undefined ? {} : { sessionId: wish.sessionId }),
        ...(wish.trackingId === undefined ? {} : { trackingId: wish.trackingId }),
        ...(wish.tripId === undefined ? {} : { tripId: wish.tripId }),
        ...(drawn.mostPathPoints === undefined ? {} : { mostPathPoints: drawn.mostPathPoints }),
      },
      this.#planner.quirks,
    );
    const uploaded = { uploadedMs: now, readableMs: now + trip.readableMs - trip.uploadedMs };
    const { collisionFoundMs, ...rest } = trip;
    return {
      ...rest,
      ...uploaded,
      ...(wish.score === undefined ? {} : { score: wish.score }),
      ...(wish.durationSeconds === undefined ? {} : { durationSeconds: wish.durationSeconds }),
      ...(collisionFoundMs === undefined
        ? {}
        : { collisionFoundMs: now + collisionFoundMs - trip.uploadedMs }),
    };
  }

  /** Returns the fields of a trip that callers such as tests receive. */
  driven(trip: SimulatedTrip): DrivenTrip {
    return {
      driverId: this.#planner.fleet.id(trip.driverIndex),
      tripId: trip.tripId,
      startTime: this.#planner.localTime.iso(trip.startMs),
      endTime: this.#planner.localTime.iso(trip.endMs),
    };
  }

  #driver(wish: TripWish, random: Random): Driver {
    const { fleet } = this.#planner;
    if (wish.driverId !== undefined) {
      const index = fleet.indexOf(wish.driverId);
      if (index === undefined) throw new WishError('No driver of the fleet has the requested driver_id.');
      return fleet.driver(index);
    }
    const driver = fleet.driver(random.integer(0, fleet.size - 1));
    // Selects another driver for a phone trip, because a phone without a gyroscope detects no phone use.
    return wish.kind === 'phone' && !driver.hasGyroscope ? fleet.driver(Math.min(1, fleet.size - 1)) : driver;
  }
}

function momentOf(time: Date | string | undefined, name: string): number | undefined {
  if (time === undefined) return undefined;
  const ms = new Date(time).getTime();
  if (Number.isNaN(ms)) throw new WishError(`${name} is not an ISO 8601 time.`);
  return ms;
}
