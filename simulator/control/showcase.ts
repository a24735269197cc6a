import type { Notifier } from './notifier.ts';
import { Random } from '../world/index.ts';
import type { Fleet, SimulatedClock, TripKind } from '../world/index.ts';
import type { Driving, TripWish } from './driving.ts';
import type { TripBook } from '../trips/index.ts';

const MINUTE_MS = 60_000;
/** Shortest pause of a driver between two trips, in milliseconds. */
const SHORTEST_BREAK_MS = 90_000;
const SHORTEST_TRIP_MS = 3 * MINUTE_MS;
/**
 * Milliseconds before the start in which the driver with much phone use has no planned trip, so that the first phone trips fit.
 */
export const STREAK_ROOM_MS = 180 * MINUTE_MS;

/** An early trip of the sandbox: its kind, optionally its driver, and how long ago it ended. */
interface Step {
  readonly kind: TripKind;
  /** Index of the driver. 1 is the driver with much phone use; 2 is the driver whose score declines. */
  readonly driver?: number;
  readonly endedMinutesAgo?: number;
}

/** First trips of the sandbox, in this order, so that a new user sees each kind within a few minutes. */
const OPENING: readonly Step[] = [
  { kind: 'ordinary', driver: 0 },
  { kind: 'collision' },
  { kind: 'phone', driver: 1, endedMinutesAgo: 110 },
  { kind: 'short' },
  { kind: 'ordinary', driver: 2 },
  { kind: 'phone', driver: 1, endedMinutesAgo: 50 },
  { kind: 'hard_brake' },
  { kind: 'no_movement' },
  { kind: 'phone', driver: 1 },
  { kind: 'ordinary' },
  { kind: 'speeding' },
  { kind: 'few_points' },
];

/** Kinds of the later trips, with their relative frequency. */
const LATER: Readonly<Record<TripKind, number>> = {
  ordinary: 820,
  phone: 60,
  hard_brake: 45,
  speeding: 40,
  short: 15,
  no_movement: 8,
  few_points: 6,
  collision: 6,
};

/** Traffic of the sandbox: trips that end now and are notified at once, at a steady rate in real time. */
export class Showcase {
  readonly #parts: {
    readonly clock: SimulatedClock;
    readonly fleet: Fleet;
    readonly book: TripBook;
    readonly driving: Driving;
    readonly notifier: Notifier;
    readonly log: (line: string) => void;
  };
  readonly #random: Random;
  readonly #gapMs: number;
  readonly #lastEnds = new Map<number, number>();
  #step = 0;

  /** @param parts.tripsPerMinute number of trips per real minute */
  constructor(parts: {
    clock: SimulatedClock;
    fleet: Fleet;
    book: TripBook;
    driving: Driving;
    notifier: Notifier;
    log: (line: string) => void;
    seed: number;
    tripsPerMinute: number;
  }) {
    this.#parts = parts;
    this.#random = new Random(parts.seed, 'showcase');
    this.#gapMs = (MINUTE_MS / parts.tripsPerMinute) * parts.clock.speed;
  }

  /** Starts the traffic. @param firstAfterSeconds real seconds until the first trip */
  start(firstAfterSeconds: number): void {
    this.#parts.clock.after(firstAfterSeconds * 1000 * this.#parts.clock.speed, () => this.#next());
  }

  #next(): void {
    const step = OPENING[this.#step] ?? { kind: this.#random.weighted(LATER) };
    this.#step += 1;
    const driver = step.driver === undefined ? this.#idleDriver() : step.driver % this.#parts.fleet.size;
    if (driver !== undefined) this.#drive(step, driver);
    this.#parts.clock.after(this.#gapMs * this.#random.between(0.75, 1.25), () => this.#next());
  }

  #drive(step: Step, driver: number): void {
    const { clock, fleet, book, driving, notifier, log } = this.#parts;
    const wish: TripWish = {
      kind: step.kind,
      driverId: fleet.id(driver),
      ...(step.endedMinutesAgo === undefined
        ? {}
        : { endTime: new Date(clock.now() - step.endedMinutesAgo * MINUTE_MS) }),
    };
    const trip = driving.make(wish, this.#lastEnd(driver) + SHORTEST_BREAK_MS);
    this.#lastEnds.set(driver, trip.endMs);
    book.put(trip);
    log(
      `${fleet.id(driver)} drove ${trip.distanceKm} km, score ${trip.score}` +
        (step.kind === 'ordinary' ? '' : ` (${step.kind.replace('_', ' ')})`),
    );
    notifier.notifyLikeService(trip);
  }

  /** Returns a driver whose last trip ended long enough ago; undefined if all drawn drivers have just arrived. */
  #idleDriver(): number | undefined {
    const { fleet, clock } = this.#parts;
    const candidates = Array.from({ length: 12 }, () => this.#random.integer(0, fleet.size - 1)).filter(
      // Omits the driver with much phone use until the first trips are over, because those need that driver.
      (index) => index !== 1 || this.#step > OPENING.length || fleet.size < 3,
    );
    const [best] = candidates.sort((one, other) => this.#lastEnd(one) - this.#lastEnd(other));
    if (best === undefined) return undefined;
    return clock.now() - this.#lastEnd(best) >= SHORTEST_BREAK_MS + SHORTEST_TRIP_MS ? best : undefined;
  }

  #lastEnd(driver: number): number {
    const known = this.#lastEnds.get(driver);
    if (known !== undefined) return known;
    const now = this.#parts.clock.now();
    const lastDay = this.#parts.book.trips(driver, { fromMs: now - 24 * 60 * MINUTE_MS, toMs: now });
    return lastDay.reduce((end, trip) => Math.max(end, trip.endMs), 0);
  }
}
