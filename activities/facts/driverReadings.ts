import type { DriverReading } from '../../rules/vocabulary/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';
import { analyticsOf } from '../connections/index.ts';
import type { ActivityDependencies } from '../connections/index.ts';
import { expectOk } from './readTrip.ts';

/** `'now'`: what the service withholds is left out and said to be missing; `'wait'`: it is waited for. */
export type Patience = 'now' | 'wait';

/** Readings by their end date; a date whose reading the service does not have is there with `undefined`. */
type Readings = ReadonlyMap<string, DriverReading | undefined>;

/** Readings, and whether the service was away for some of them. */
interface DriverReadings {
  readonly readings: Readings;
  /** True when a reading is missing only because the service did not answer: the trip is then decided again later. */
  readonly incomplete: boolean;
}

/** Days in the range of one reading: a week, as the service's own default. The score is the one at its end. */
const RANGE_DAYS = 7;
const DAY_MS = 86_400_000;

/** The range of a reading that ends on a UTC date, both dates included. */
export function rangeEndingOn(endDate: string): { readonly startDate: string; readonly endDate: string } {
  const first = new Date(Date.parse(endDate) - (RANGE_DAYS - 1) * DAY_MS);
  return { startDate: first.toISOString().slice(0, 10), endDate };
}

/**
 * Reads the driver as of each of these UTC dates. With `patience: 'wait'` a service that is away makes it throw;
 * with `'now'` the reading is left out and said to be missing, because a collision must not wait for a score.
 */
export async function readDriver(
  deps: ActivityDependencies,
  key: TripKey,
  options: { readonly endDates: readonly string[]; readonly patience: Patience },
): Promise<DriverReadings> {
  const readings = new Map<string, DriverReading | undefined>();
  let incomplete = false;
  for (const endDate of new Set(options.endDates)) {
    const outcome = await analyticsOf(deps, key.fleet).driverScore(key.driverId, rangeEndingOn(endDate));
    if (outcome.kind === 'ok') readings.set(endDate, outcome.value);
    else if (outcome.kind === 'no_such_trip' || (outcome.kind === 'invalid' && outcome.notFound))
      readings.set(endDate, undefined);
    else if (options.patience === 'wait') await expectOk(deps, key, outcome);
    else {
      readings.set(endDate, undefined);
      incomplete = true;
    }
  }
  return { readings, incomplete };
}
