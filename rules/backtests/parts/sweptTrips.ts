import type { SweptPart, SweptTrip, TripExample } from './result.ts';
import type { SweptOutcomes } from './sweepRecord.ts';

/**
 * Collects the trips that a sweep needs, which some value matches or leaves unknown. For a trip that no value matches, only the
 * end of the run is kept. Trips must be added driver by driver, in order of their ends.
 */
export class SweptTrips {
  #trips: SweptTrip[] = [];
  #unknown = 0;
  #isAsked = false;
  #driver = '';
  #resets = false;

  /** Adds one trip. Does nothing if no outcomes are given, because nothing is swept. */
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

  /** Returns the trips collected since the last call, or `undefined` if nothing is swept. */
  take(): SweptPart | undefined {
    const part = this.#isAsked ? { trips: this.#trips, unknown: this.#unknown } : undefined;
    [this.#trips, this.#unknown] = [[], 0];
    return part;
  }
}
