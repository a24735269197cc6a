/** Routes of users, of oneself, and of personal tokens. */
export { madeToken, meRoutes } from './me.ts';
export { userRoutes } from './routes.ts';
