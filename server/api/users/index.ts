/** Routes of users, of the signed-in person, and of personal tokens. */
export { madeToken, meRoutes } from './me.ts';
export { userRoutes } from './routes.ts';
