/** The schemas of all documents, and functions that read a document and locate its errors. */
export { quietHoursOf, receiversOf } from './actionSchema.ts';
export type { Batch, QuietHours, RuleAction } from './actionSchema.ts';
export { CHANNEL, ID_PATTERN, OWNER, emailAddress, webAddress } from './fields/index.ts';
export { DIGEST_RECIPIENTS } from './channels/index.ts';
export {
  isPlainObject,
  withinBounds,
  IssueList,
  hintOf,
  issueAt,
  movedTo,
  pointerTo,
  withTextField,
  breakOf,
  placeAt,
  placesAt,
  tooDeepAt,
  whereJsonBreaks,
  withoutComments,
  inOrder,
  readDocument,
  readable,
  refused,
  shown,
  shownWords,
  addZodIssues,
  parseLosses,
} from './reading/index.ts';
export { clientSchemas } from './clientSchema.ts';
export { PATH_PATTERN, attributePaths, conditionsSchema } from './conditionSchema.ts';
export type { Comparison, ComparisonValue, Condition, Conditions, FactReference } from './conditionSchema.ts';
export { DAY_FIELDS, SECTIONS, digestSchema, narrowedTo, sightOfDigest } from './digest.ts';
export type { Digest } from './digest.ts';
export { escalationPolicySchema } from './escalationPolicy.ts';
export type { EscalationPolicy, PolicyReceiver, PolicyStep } from './escalationPolicy.ts';
export type { DocumentIssue, ParsedDocument, TextPosition, ParseLoss } from './reading/index.ts';
export { rotationSchema } from './rotation.ts';
export type { Rotation, RotationPerson } from './rotation.ts';
export { routeSchema } from './route.ts';
export type { Route, RouteEntry } from './route.ts';
export { ruleSchema } from './rule.ts';
export type { Rule } from './rule.ts';
export { SETTINGS_ID, settingsSchema } from './settings.ts';
export type { Settings } from './settings.ts';
export { namedIn, neededBy, sharedConditionSchema } from './sharedCondition.ts';
export type { PublishedCondition, SharedCondition, SharedConditions } from './sharedCondition.ts';
export { Sentence, allOf, messageOf, sentence, sentenceOf } from './words/index.ts';
export type { Words } from './words/index.ts';
