import type { Notifier } from './notifier.ts';
import { Random } from '../world/index.ts';
import type { Fleet, SimulatedClock, TripKind } from '../world/index.ts';
import type { Driving, TripWish } from './driving.ts';
import type { TripBook } from '../trips/index.ts';

const MINUTE_MS = 60_000;
/** Milliseconds of break after a trip, at least. */
const SHORTEST_BREAK_MS = 90_000;
const SHORTEST_TRIP_MS = 3 * MINUTE_MS;
/** Hours before the start in which the phone user did not drive, so that his streak has room. */
export const STREAK_ROOM_MS = 180 * MINUTE_MS;

/** A step of the opening: a kind, sometimes with a driver of the cast, and how long ago it ended. */
interface Step {
  readonly kind: TripKind;
  /** Index in the cast: 1 is the phone user, 2 the one who is getting worse. */
  readonly driver?: number;
  readonly endedMinutesAgo?: number;
}

/** The first trips, in this order: a newcomer sees one of each kind within a few minutes. */
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

/** The kinds of trips after the opening, by how common they are. */
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

/** The sandbox's traffic: trips that end now and are received at once, at a steady real-time rate. */
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

  /** @param parts.tripsPerMinute in real minutes */
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

  /** Begins. @param firstAfterSeconds real seconds until the first trip */
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

  /** Returns a driver who has not driven for long; undefined when all have just arrived. */
  #idleDriver(): number | undefined {
    const { fleet, clock } = this.#parts;
    const candidates = Array.from({ length: 12 }, () => this.#random.integer(0, fleet.size - 1)).filter(
      // The phone user's streak needs him free.
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
