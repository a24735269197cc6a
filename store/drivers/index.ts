/** The driver directory, and other stored data about drivers as people. */
export { importDirectory } from './importDirectory.ts';
export type { DirectoryChange, DirectoryOutcome } from './importDirectory.ts';
export { similarDrivers, unknownDrivers } from './known.ts';
export type { UnknownDriver } from './known.ts';
export { getDriver, listDrivers } from './list.ts';
export type { ListedDriver } from './list.ts';
export { directoryFields, directoryValues, driverSources, publishedSettings } from './sources.ts';
