/** Removal of old data (retention), erasure of a driver with its preview, and export of a driver's data. */
export { EXPORTED_TABLES, exportDriver, isAnythingExported } from './driverExport.ts';
export type { ExportedRow } from './driverExport.ts';
export {
  beginErasure,
  isDriverStored,
  namesOfDriver,
  removeDriverRows,
  removeSomeTrips,
} from './eraseDriver.ts';
export type { DriverKey } from './eraseDriver.ts';
export { eraseMentions } from './eraseMentions.ts';
export { removeTrips } from './eraseTrips.ts';
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
export { previewErasure } from './erasurePreview.ts';
export { namesDriver, soughtDriver, withoutNames } from './matchDriver.ts';
export { isNamedIn, withoutDriver } from './redactDriver.ts';
export { removeRawContent, removeSnapshotPositions, removeTripPositions } from './removePositions.ts';
export {
  countRemoved,
  removeDueTrips,
  removeOldRows,
  removeTombstones,
  retentionCounts,
} from './retention.ts';
