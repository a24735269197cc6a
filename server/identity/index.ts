/** Sign-in: sessions, OpenID Connect, the command line, and the one-time link of `tripline dev`. */
export { identityRoutes } from './routes.ts';
