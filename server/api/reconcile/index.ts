/** Routes of data coverage, and of backfills, which complete it. */
export { backfillRoutes } from './backfills.ts';
export { coverageRoutes } from './coverage.ts';
