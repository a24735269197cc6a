import { DAY_MS, pause } from '../world/index.ts';
import type { Fleet, SimulatedClock } from '../world/index.ts';
import type { Notifier } from './notifier.ts';
import type { TripBook } from '../trips/index.ts';

const WINDOW_MS = 3_600_000;
/** Number of drivers that are checked before other tasks can use the event loop. */
const BATCH = 300;
/** Longest time from the start of a trip to its upload: the longest trip and the longest delay, plus a margin. */
const LATEST_UPLOAD_MS = 1.25 * DAY_MS;

interface OwnDaysParts {
  readonly clock: SimulatedClock;
  readonly fleet: Fleet;
  readonly book: TripBook;
  readonly notifier: Notifier;
  readonly log: (line: string) => void;
}

/** Posts notifications of the drivers' own planned trips as each is uploaded, an hour's worth of plans at a time. */
export class OwnDays {
  readonly #parts: OwnDaysParts;
  #stopped = false;

  constructor(parts: OwnDaysParts) {
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
      if (index % BATCH === BATCH - 1) await pause();
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
