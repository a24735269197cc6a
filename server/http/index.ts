/** Express around every route: listening, tokens, bodies, limits, problems, request log. */
export { createAuthenticator, isAtLeast, isStillAllowed } from './apiAuth.ts';
export type { Asking, Authenticator, Caller } from './apiAuth.ts';
export { lingerThenCut, readBody } from './body.ts';
export { createBodyRoom } from './bodyMemory.ts';
export type { ArrivingBody, BodyRoom } from './bodyMemory.ts';
export {
  SESSION_COOKIE,
  clearSessionCookie,
  cookieOf,
  csrfTokenOf,
  refuseOtherOrigin,
  sessionIdOf,
  setCookie,
  setSessionCookie,
} from './cookies.ts';
export type { Exchange } from './cookies.ts';
export { createFairShare, SHARES } from './fairShare.ts';
export type { FairShare } from './fairShare.ts';
export { healthRoutes } from './health.ts';
export { isFromThisMachine } from './hosts.ts';
export { SANDBOX_ISSUER, accessOfUser } from './identity.ts';
export type { Identity, Person } from './identity.ts';
export { PORT_LIMITS, listen } from './listen.ts';
export type { Listening, PortLimits } from './listen.ts';
export {
  Problem,
  STATUS_CODES,
  asProblem,
  loggedError,
  notNow,
  problemBody,
  problemHandler,
  requestLanguage,
  tooManyRequests,
} from './problem.ts';
export type { ProblemIssue, ProblemParameter } from './problem.ts';
export { TOKENS_A_FLEET, createMinuteBudget, requestLimit, senderOf } from './requestLimit.ts';
export type { MinuteBudget } from './requestLimit.ts';
export type { RequestLimit } from './requestLimit.ts';
export { requestLog, requestMetrics } from './requestLog.ts';
export { mountRoutes } from './route.ts';
export type { AnswerDoc, Method, Route, Security, ServerDependencies } from './route.ts';
export { WRONG_TOKEN_LIMITS, basicPassword, bearerToken, tokenBook, wrongTokenBrake } from './tokens.ts';
export type { TokenBook } from './tokens.ts';
export { givingWay } from './yieldToEventLoop.ts';
