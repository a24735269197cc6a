/** What retention removes, what an erasure finds and removes, and an export. */
export { EXPORTED_TABLES, exportDriver } from './driverExport.ts';
export type { ExportedRow } from './driverExport.ts';
export { namesDriver, soughtDriver, withoutNames } from './driverInText.ts';
export {
  beginErasure,
  removeDriverRows,
  removeSomeTrips,
  isDriverKept,
  namesOfDriver,
} from './eraseDriver.ts';
export { eraseMentions } from './eraseMentions.ts';
export {
  countErased,
  endErasure,
  getErasure,
  latestErasure,
  listErasures,
  openMatters,
  requestErasure,
} from './erasures.ts';
export type { Erasure, OpenMatters } from './erasures.ts';
export { removeTrips } from './forgetTrips.ts';
export { removeRawContent, removeSnapshotPositions, removeTripPositions } from './removePositions.ts';
export { removeDueTrips, removeTombstones, removeOldRows } from './retention.ts';
export { countRemoved, retentionCounts } from './retentionCounts.ts';
export { isNamedIn, withoutDriver } from './withoutDriver.ts';
