/** Routes of drivers: the directory, groups, export and erasure. */
export { directoryRoutes } from './directory.ts';
export { driverRoutes } from './erasures.ts';
export { groupRoutes } from './groups.ts';
