/** How an API route is declared: role, input, lists, problems. */
export {
  TRACE_NODE,
  actionOnWire,
  answerOnWire,
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
export { DAYS_QUERY, daysOf } from './days.ts';
export { driverName, driverNames, named, namedOne, namedPage, namesOf } from './driverNames.ts';
export type { Wire } from './driverNames.ts';
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
export type { InputIssue } from './input.ts';
export { LineAnswer, sendLines } from './lines.ts';
export {
  fields,
  flag,
  given,
  languageAsked,
  listAnswer,
  listOf,
  listQuery,
  textFilter,
  timeFilter,
  withMember,
} from './list.ts';
export { API_ROOT, DryRunAnswer, FramedAnswer, StreamAnswer, routeMaker } from './route.ts';
export type { ApiCall, RouteMaker } from './route.ts';
export { optionalBy, requiredBy } from './speaker.ts';
export { unknownDriverWords, unknownNames } from './unknownNames.ts';
