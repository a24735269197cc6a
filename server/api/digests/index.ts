/** Routes of digests: their documents, and their runs. */
export { digestRoutes } from './documents.ts';
export { digestRunRoutes } from './runs.ts';
