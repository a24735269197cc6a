/** Routes of digests: their documents, and their runs. */
export { contentOnWire, digestContent } from './content.ts';
export { digestRoutes } from './documents.ts';
export { digestRunRoutes } from './runs.ts';
