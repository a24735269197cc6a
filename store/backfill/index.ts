/** Backfills, their drivers and trips. */
export { BACKFILLED, isSettled, keepBackfilledTrip, knownTrips, tripsReadBefore } from './backfilledTrips.ts';
export type { KnownTrip } from './backfilledTrips.ts';
export {
  beginBackfill,
  createBackfill,
  endBackfill,
  getBackfill,
  isAtWork,
  listBackfills,
  noteBackfill,
} from './backfills.ts';
export type { Backfill, BackfillKey, BackfillProblem, BackfillRefusal } from './backfills.ts';
export {
  addBackfillDrivers,
  backfillFigures,
  backfillProblems,
  countStoredTrip,
  finishBackfillDriver,
  nextBackfillDriver,
  noteBackfillRefusals,
} from './driverProgress.ts';
export type { BackfillDriver, BackfillFigures } from './driverProgress.ts';
