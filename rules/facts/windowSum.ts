import type { WindowCount } from './factSources.ts';

/** The contribution of one trip to a window besides its events; undefined and null: it was not sent. */
interface Driven {
  /** Whether the trip's events arrived, each with a readable type. */
  readonly eventsKnown: boolean;
  readonly distanceKm?: number | null | undefined;
  readonly durationSeconds?: number | null | undefined;
}

/** Sums over a window's trips. Distances and times, the divisors of rates, cover only trips whose events are known. */
interface Sums {
  count: number;
  distanceKm: number;
  durationSeconds: number;
  tripsWithoutEvents: number;
  tripsWithoutDistance: number;
  tripsWithoutDuration: number;
}

/** Adds up the trips of one window. Missing data of a trip is never treated as 0, but noted. */
export class WindowSum {
  readonly #sums: Sums;

  /** @param start sums from elsewhere */
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

  /** @param count the trip's known events of the window's type */
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

  /** Returns the sums from which facts are computed. */
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
