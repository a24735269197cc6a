/** Signing in: sessions, OpenID Connect, personal tokens, users, and the one-time link of `tripline dev`. */
export { identityRoutes } from './routes.ts';
export { userRoutes } from './users.ts';
