/** The Express setup around all routes: listening, bodies, limits of requests by token and fleet, problems, request log. */
export { lingerThenCut, readBody } from './body.ts';
export { createBodyRoom } from './bodyMemory.ts';
export type { ArrivingBody, BodyRoom } from './bodyMemory.ts';
export { SHARES, createFairShare } from './fairShare.ts';
export type { FairShare } from './fairShare.ts';
export { healthRoutes } from './health.ts';
export { isFromThisMachine } from './hosts.ts';
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
export type { MinuteBudget, RequestLimit } from './requestLimit.ts';
export { requestLog, requestMetrics } from './requestLog.ts';
export { mountRoutes } from './route.ts';
export type { AnswerDoc, Method, Route, Security, ServerDependencies } from './route.ts';
export { givingWay } from './yieldToEventLoop.ts';
