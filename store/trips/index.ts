/** Trips with their data, decisions, dead letters and windows, and the marks of wrong clocks. */
export { endReceivedAt, isClockOftenAhead, withClockMark, wrongClockOf } from './clocks.ts';
export { getStoredTrip, getTripWithOrigin, keepTrip } from './content.ts';
export type { TripWithOrigin } from './content.ts';
export { DEAD_LETTER_BODY_LIMIT, getDeadLetter, keepDeadLetter, listDeadLetters } from './deadLetters.ts';
export type { DeadLetter } from './deadLetters.ts';
export {
  firstDecidedAt,
  latestDecision,
  latestDecisionText,
  latestRuleDecision,
  listDecisions,
  listRevisions,
  recordDecision,
} from './decisions.ts';
export {
  LARGEST_LISTED_BODY_BYTES,
  arrivals,
  arrivalsOfDriver,
  countArrivals,
  keepNotificationData,
  listNotifications,
  notificationData,
  recordNotification,
} from './notifications.ts';
export type { ListedNotification } from './notifications.ts';
export { getTripPath, getTripToDraw, tripContentMark } from './pictureData.ts';
export {
  createSimulation,
  dropSimulation,
  finishSimulation,
  getSimulation,
  removeSimulations,
  simulationAnswer,
  tidySimulations,
} from './simulations.ts';
export type { Simulation } from './simulations.ts';
export { getSnapshot, getSnapshotText, keepSnapshot, listSnapshots } from './snapshots.ts';
export {
  areTombstoned,
  erasedAmong,
  driverHash,
  isTombstoned,
  noteErased,
  noteTombstones,
  tombstonedAmong,
} from './tombstones.ts';
export {
  OF_NOTIFICATION,
  VANISHED,
  claimTrip,
  getTrip,
  isOnlyStored,
  listTrips,
  newestTripReadAt,
  rowKey,
  noteUnreadable,
  setTripState,
  tripEndedAt,
} from './trips.ts';
export type { TripKey, TripRow } from './trips.ts';
export {
  countWindows,
  laterTripEnds,
  listWindowTrips,
  windowFingerprint,
  windowSinceOf,
} from './windowCounts.ts';
export type { AskedWindow, WindowTrip } from './windowCounts.ts';
