/** Tools for declaring routes of the API: role, input, answer, lists, problems. */
export { given, listAnswer, onWire, withMember } from './answer.ts';
export type { AnswerOf } from './answer.ts';
export { DAYS_QUERY, daysOf } from './days.ts';
export {
  TRACE_NODE,
  actionOnWire,
  anyCondition,
  anyDigest,
  anyObject,
  anyPolicy,
  anyRotation,
  anyRoute,
  anyRule,
  anySettings,
  decisionOnWire,
  decisionSchema,
} from './decision.ts';
export { driverName, driverNames, namedOne, namesOf } from './driverNames.ts';
export {
  API_ROOM,
  BEFORE_FROM,
  LARGEST_API_BODY_BYTES,
  MOST_VALUES,
  checkQuery,
  issue,
  queryProblem,
  readJsonBody,
  refused,
  storableText,
} from './input.ts';
export { LineAnswer, sendLines } from './lines.ts';
export { flag, languageAsked, listOf, listQuery, textFilter, timeFilter } from './list.ts';
export { API_ROOT, DryRunAnswer, FramedAnswer, StreamAnswer } from './apiRoute.ts';
export type { ApiCall, RouteMaker } from './apiRoute.ts';
export { routeMaker } from './route.ts';
export { sees } from './sight.ts';
export { optionalBy, requiredBy } from './speaker.ts';
export { unknownDriverWords, unknownNames } from './unknownNames.ts';
