/** Signing in: sessions, OpenID Connect, the command line, and the sandbox's one-time link. */
export { identityRoutes } from './routes.ts';
