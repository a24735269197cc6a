/** Routes of deletions: list, approve, reject. */
export { deletionRoutes } from './routes.ts';
