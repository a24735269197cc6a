/** Signs people in and out: beginning and end of sessions, OpenID Connect, the command line, and the one-time link of `tripline dev`. */
export { identityRoutes } from './routes.ts';
