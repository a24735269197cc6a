import { DAY_MS } from '../world/index.ts';
import type { Fleet, SimulatedClock } from '../world/index.ts';
import type { Notifier } from './notifier.ts';
import type { TripBook } from '../trips/index.ts';

const WINDOW_MS = 3_600_000;
/** Number of drivers that are checked before other tasks can use the event loop. */
const BATCH = 300;
/** Longest time from the start of a trip to its upload: the longest trip and the longest delay, plus a margin. */
const LATEST_UPLOAD_MS = 1.25 * DAY_MS;

/** Sender of the notifications of planned trips. It posts each when the trip is uploaded, and plans one hour ahead at a time. */
export class OwnDays {
  readonly #parts: {
    readonly clock: SimulatedClock;
    readonly fleet: Fleet;
    readonly book: TripBook;
    readonly notifier: Notifier;
    readonly log: (line: string) => void;
  };
  #stopped = false;

  constructor(parts: {
    clock: SimulatedClock;
    fleet: Fleet;
    book: TripBook;
    notifier: Notifier;
    log: (line: string) => void;
  }) {
    this.#parts = parts;
  }

  /** Starts with trips that are uploaded from now on. */
  start(): void {
    void this.#prepare(this.#parts.clock.now());
  }

  /** Stops planning further hours. */
  stop(): void {
    this.#stopped = true;
  }

  async #prepare(fromMs: number): Promise<void> {
    const { clock, fleet, book } = this.#parts;
    const toMs = fromMs + WINDOW_MS;
    for (let index = 0; index < fleet.size; index += 1) {
      if (index % BATCH === BATCH - 1) await new Promise((resolve) => setImmediate(resolve));
      if (this.#stopped) return;
      for (const trip of book.planned(index, { fromMs: fromMs - LATEST_UPLOAD_MS, toMs }))
        if (trip.uploadedMs > fromMs && trip.uploadedMs <= toMs)
          clock.at(trip.uploadedMs, () => {
            book.revision += 1;
            this.#parts.log(`${fleet.id(index)} drove ${trip.distanceKm} km, score ${trip.score}`);
            this.#parts.notifier.notifyLikeService(trip);
          });
    }
    clock.at(toMs - WINDOW_MS / 4, () => void this.#prepare(toMs));
  }
}
