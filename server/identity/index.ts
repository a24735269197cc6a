/** Signing in: sessions, OpenID Connect, personal tokens, users, and the sandbox's one-time link. */
export { identityRoutes } from './routes.ts';
export { userRoutes } from './users.ts';
