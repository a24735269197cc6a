import type { WindowCount } from './factSources.ts';

/** What one trip adds to a window besides its events; undefined and null: it was not sent. */
interface Driven {
  /** Whether its events arrived, and the type of each can be read. */
  readonly eventsKnown: boolean;
  readonly distanceKm?: number | null | undefined;
  readonly durationSeconds?: number | null | undefined;
}

/** Sums over a window's trips. Distances and times are of trips whose events are known: what a rate divides by. */
interface Sums {
  count: number;
  distanceKm: number;
  durationSeconds: number;
  tripsWithoutEvents: number;
  tripsWithoutDistance: number;
  tripsWithoutDuration: number;
}

/** Adds up the trips of one window; what a trip did not bring is never taken for 0, but noted. */
export class WindowSum {
  readonly #sums: Sums;

  /** @param start what was added up elsewhere */
  constructor(start: Partial<Sums> = {}) {
    this.#sums = {
      count: start.count ?? 0,
      distanceKm: start.distanceKm ?? 0,
      durationSeconds: start.durationSeconds ?? 0,
      tripsWithoutEvents: start.tripsWithoutEvents ?? 0,
      tripsWithoutDistance: start.tripsWithoutDistance ?? 0,
      tripsWithoutDuration: start.tripsWithoutDuration ?? 0,
    };
  }

  /** @param count the trip's events of the window's type, as far as its events are known */
  add({ eventsKnown, distanceKm, durationSeconds }: Driven, count: number): void {
    const sums = this.#sums;
    sums.count += count;
    if (!eventsKnown) {
      sums.tripsWithoutEvents += 1;
      return;
    }
    sums.distanceKm += distanceKm ?? 0;
    sums.durationSeconds += durationSeconds ?? 0;
    if (typeof distanceKm !== 'number') sums.tripsWithoutDistance += 1;
    if (typeof durationSeconds !== 'number') sums.tripsWithoutDuration += 1;
  }

  /** What facts are made of. */
  total(): NonNullable<WindowCount> {
    const { count, distanceKm, durationSeconds } = this.#sums;
    const { tripsWithoutEvents, tripsWithoutDistance, tripsWithoutDuration } = this.#sums;
    return {
      count,
      distanceKm,
      durationSeconds,
      ...(tripsWithoutEvents > 0 && { tripsWithoutEvents }),
      ...(tripsWithoutDistance > 0 && { tripsWithoutDistance }),
      ...(tripsWithoutDuration > 0 && { tripsWithoutDuration }),
    };
  }
}
