import type { SweptPart, SweptTrip, TripExample } from './result.ts';
import type { SweptOutcomes } from './sweepRecord.ts';

/**
 * Keeps the trips that a sweep needs: those that some value matches or leaves unknown. Trips come driver by driver, in the
 * order of their ends, and those before the range first. Of a trip that no value matches, it keeps only that a run ends there.
 */
export class SweptTrips {
  #trips: SweptTrip[] = [];
  #unknown = 0;
  #isAsked = false;
  #driver = '';
  #resets = false;

  /** Adds one trip, when anything is swept. */
  add({ driverId, tripId, at }: TripExample, outcomes: SweptOutcomes | undefined, isBefore: boolean): void {
    if (!outcomes) return;
    this.#isAsked = true;
    if (driverId !== this.#driver) [this.#driver, this.#resets] = [driverId, false];
    const { whenTrue, whenFalse, whenUnknown } = outcomes;
    const isAlways = whenTrue === whenFalse && (whenUnknown ?? whenTrue) === whenTrue;
    if (isAlways && whenTrue === 'false') this.#resets = true;
    else if (isAlways && whenTrue === 'unknown') this.#unknown += isBefore ? 0 : 1;
    else this.#keep({ driverId, tripId, at, ...outcomes, ...(isBefore && { before: true }) });
  }

  #keep(trip: SweptTrip): void {
    this.#trips.push(this.#resets ? { ...trip, resets: true } : trip);
    this.#resets = false;
  }

  /** Returns everything kept since the last call; undefined: nothing is swept. */
  take(): SweptPart | undefined {
    const part = this.#isAsked ? { trips: this.#trips, unknown: this.#unknown } : undefined;
    [this.#trips, this.#unknown] = [[], 0];
    return part;
  }
}
