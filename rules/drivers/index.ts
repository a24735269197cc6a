/** Personal data of drivers: the driver record, the origin of each field, and the directory that a fleet uploads. */
export { readDirectoryCsv, readDirectoryJson } from './directoryFile.ts';
export type { DirectoryIssue, DirectoryRead, DirectoryRow } from './directoryRows.ts';
export { attributeText, knownName, resolveRecord, settingsFrom, shownDriver } from './record.ts';
export type { DriverSource, DriverSources, FieldOrigin, ResolvedRecord, ShownDriver } from './record.ts';
