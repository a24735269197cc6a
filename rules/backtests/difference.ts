import type { BacktestExample, TripMatch, VersionDifference } from './parts/index.ts';

const SHOWN = 5;

type Side = 'only_new' | 'only_old' | 'both';

/** Whether the new and the old version of a rule would send a message about a trip. */
export interface IsSentBy {
  readonly new: boolean;
  readonly old: boolean;
}

function sideOf(isSentBy: IsSentBy): Side | undefined {
  if (isSentBy.new && isSentBy.old) return 'both';
  if (isSentBy.new) return 'only_new';
  return isSentBy.old ? 'only_old' : undefined;
}

/** Compares the alerts of two versions of a rule, trip by trip, including alerts that are sent later. */
export class Difference {
  readonly #counts = { only_new: 0, only_old: 0, both: 0 };
  readonly #examples: Record<Side, BacktestExample[]> = { only_new: [], only_old: [], both: [] };
  /** Trips about which a version may still send an alert. */
  readonly #open = new Map<TripMatch, IsSentBy>();
  readonly #example: (trip: TripMatch, isOld: boolean) => BacktestExample;

  /** @param example returns the example of a trip; `isOld` is true if only the old version sends an alert about it */
  constructor(example: (trip: TripMatch, isOld: boolean) => BacktestExample) {
    this.#example = example;
  }

  /**
   * Adds one trip.
   * @param mayChange true if a version may still send an alert about the trip
   */
  add(trip: TripMatch, isSentBy: IsSentBy, mayChange: boolean): void {
    if (mayChange) this.#open.set(trip, isSentBy);
    const side = sideOf(isSentBy);
    if (!side) return;
    this.#counts[side] += 1;
    if (this.#examples[side].length < SHOWN)
      this.#examples[side].push(this.#example(trip, side === 'only_old'));
  }

  /** Updates trips about which a version sends an alert later. */
  addLater(version: keyof IsSentBy, trips: readonly TripMatch[]): void {
    for (const trip of trips) {
      const before = this.#open.get(trip);
      if (!before) continue;
      this.#remove(trip, before);
      this.add(trip, { ...before, [version]: true }, true);
    }
  }

  #remove({ driverId, tripId }: TripMatch, isSentBy: IsSentBy): void {
    const side = sideOf(isSentBy);
    if (!side) return;
    this.#counts[side] -= 1;
    this.#examples[side] = this.#examples[side].filter(
      (each) => each.driver_id !== driverId || each.trip_id !== tripId,
    );
  }

  result(): VersionDifference {
    return { ...this.#counts, examples: this.#examples };
  }
}
