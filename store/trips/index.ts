/** Trips with their content, decisions, dead letters and windows. */
export { arrivals, countArrivals } from './arrivals.ts';
export { DEAD_LETTER_BODY_LIMIT, getDeadLetter, keepDeadLetter, listDeadLetters } from './deadLetters.ts';
export type { DeadLetter } from './deadLetters.ts';
export {
  countTripsDecided,
  firstDecidedAt,
  latestDecision,
  latestDecisionText,
  latestRuleDecision,
  listDecisions,
  listRevisions,
  recordDecision,
} from './decisions.ts';
export {
  driverHash,
  tombstonedAmong,
  isTombstoned,
  noteErased,
  noteTombstones,
  areTombstoned,
} from './forgotten.ts';
export { LARGEST_LISTED_BODY_BYTES, listNotifications, recordNotification } from './notifications.ts';
export type { ListedNotification } from './notifications.ts';
export {
  createSimulation,
  dropSimulation,
  finishSimulation,
  removeSimulations,
  getSimulation,
  simulationAnswer,
  tidySimulations,
} from './simulations.ts';
export type { Simulation } from './simulations.ts';
export { getSnapshot, getSnapshotText, keepSnapshot, listSnapshots } from './snapshots.ts';
export { getStoredTrip, getTripPath, getTripToDraw, keepTrip, tripContentMark } from './tripContent.ts';
export { tripEndedAt } from './tripTime.ts';
export { VANISHED, claimTrip, getTrip, isOnlyKept, listTrips, rowKey, setTripState } from './trips.ts';
export type { TripKey, TripRow } from './trips.ts';
export { noteReread, noteScoresListed, scoresKept, tripsToReread } from './tripsScoredAgain.ts';
export type { ScoresCompared, ScoresKept, TripToRead } from './tripsScoredAgain.ts';
export { windowFingerprint, windowSinceOf } from './windowShare.ts';
export { countWindows, laterTripEnds, listWindowTrips } from './windows.ts';
export type { AskedWindow, WindowTrip } from './windows.ts';
