/** The service's lists of trips, reconciliation runs, and the comparison. */
export { coverageComparison, knownSince } from './comparison.ts';
export type { CoverageComparison } from './comparison.ts';
export { coverageDays } from './coverage.ts';
export type { CoverageDay } from './coverage.ts';
export {
  addReconcileDrivers,
  beginReconcile,
  countReconcileDrivers,
  endReconcile,
  finishReconcileDriver,
  getReconcile,
  latestReconcile,
  lookedAfterSince,
  nextReconcileDrivers,
  noteDriversListed,
  earlierRuns,
} from './reconcileRuns.ts';
export type { ReconcileKey, ReconcileRun } from './reconcileRuns.ts';
export {
  countUnread,
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
} from './serviceTrips.ts';
export type { TripToTake, UnmetTrip } from './serviceTrips.ts';
