import type { WindowCount } from './factSources.ts';

/**
 * The data of one trip that is added to a window's sums, besides its events. Undefined and null: the service did not send the
 * value.
 */
interface Driven {
  /** Whether all events of the trip are known and have a readable type. */
  readonly eventsKnown: boolean;
  readonly distanceKm?: number | null | undefined;
  readonly durationSeconds?: number | null | undefined;
}

/** Sums over the trips of a window. Distances and times, by which rates are divided, cover only trips with known events. */
interface Sums {
  count: number;
  distanceKm: number;
  durationSeconds: number;
  tripsWithoutEvents: number;
  tripsWithoutDistance: number;
  tripsWithoutDuration: number;
}

/** Sums the trips of one window. Missing data is never treated as 0; the trips that lack it are counted separately. */
export class WindowSum {
  readonly #sums: Sums;

  /** @param start sums computed elsewhere, to which trips are added */
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

  /**
   * Adds one trip.
   * @param count number of the trip's known events of the window's type
   */
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

  /** Returns the sums in the form from which facts are computed. */
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
