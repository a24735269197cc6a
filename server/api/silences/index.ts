/** Routes of silences: list, create, end. */
export { silenceRoutes } from './routes.ts';
