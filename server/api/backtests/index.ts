/** Routes of back-tests, which send nothing. */
export { backtestRoutes } from './routes.ts';
export { oneBacktest } from './schemas.ts';
