/** Callers and their rights: tokens, the session cookie, and protection against forged requests. */
export { createAuthenticator, isAtLeast, isStillAllowed } from './authenticator.ts';
export type { Authenticator, Caller } from './authenticator.ts';
export {
  SESSION_COOKIE,
  clearSessionCookie,
  cookieOf,
  sessionIdOf,
  setCookie,
  setSessionCookie,
} from './cookies.ts';
export type { Exchange } from './cookies.ts';
export { csrfTokenOf, refuseOtherOrigin } from './forgery.ts';
export { SANDBOX_ISSUER, accessOfUser } from './identity.ts';
export type { Identity, Person } from './identity.ts';
export { WRONG_TOKEN_LIMITS, basicPassword, bearerToken, tokenBook, wrongTokenBrake } from './tokens.ts';
export type { TokenBook } from './tokens.ts';
