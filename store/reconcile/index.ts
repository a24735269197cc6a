/** The service's lists of trips, reconciliation runs, and coverage. */
export { coverageComparison, coverageDays, knownSince } from './coverage.ts';
export type { CoverageComparison, CoverageDay } from './coverage.ts';
export {
  countUnread,
  countUnreceived,
  missingUpstream,
  noteListedTrips,
  noteTripGone,
  noteTripMet,
  noteTripNotFound,
  noteTripStarted,
  noteTripUnread,
  tripsNotFound,
  tripsToTake,
  unmetTrips,
} from './listedTrips.ts';
export type { TripToTake, UnmetTrip } from './listedTrips.ts';
export { noteReread, noteScoresListed, storedScores, tripsToReread } from './rescored.ts';
export type { ScoresCompared, StoredScores, TripToRead } from './rescored.ts';
export {
  addReconcileDrivers,
  beginReconcile,
  countReconcileDrivers,
  earlierRuns,
  endReconcile,
  finishReconcileDriver,
  getReconcile,
  latestReconcile,
  reconciledSince,
  nextReconcileDrivers,
  noteDriversListed,
} from './runs.ts';
export type { ReconcileKey, ReconcileRun } from './runs.ts';
