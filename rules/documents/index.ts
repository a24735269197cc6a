/** The schemas of all documents, and reading one with located errors. */
export { quietHoursOf, receiversOf } from './actionSchema.ts';
export type { Batch, QuietHours, RuleAction } from './actionSchema.ts';
export { CHANNEL, ID_PATTERN, OWNER, emailAddress, webAddress } from './fields/index.ts';
export { isPlainObject, withinBounds } from './bounds.ts';
export { clientSchemas } from './clientSchema.ts';
export { PATH_PATTERN, attributePaths, conditionsSchema } from './conditionSchema.ts';
export type { Comparison, ComparisonValue, Condition, Conditions, FactReference } from './conditionSchema.ts';
export { SECTIONS, digestSchema, narrowedTo, sightOfDigest } from './digest.ts';
export type { Digest } from './digest.ts';
export { escalationPolicySchema } from './escalationPolicy.ts';
export type { EscalationPolicy, PolicyReceiver, PolicyStep } from './escalationPolicy.ts';
export { IssueList, hintOf, issueAt, movedTo, pointerTo } from './issue.ts';
export type { DocumentIssue, ParsedDocument } from './issue.ts';
export {
  conditionJsonSchema,
  digestJsonSchema,
  escalationPolicyJsonSchema,
  rotationJsonSchema,
  routeJsonSchema,
  ruleJsonSchema,
  settingsJsonSchema,
} from './jsonSchema.ts';
export type { FleetNames } from './jsonSchema.ts';
export { withTextField } from './jsonEdit.ts';
export { breakOf, placeAt, placesAt, tooDeepAt, withoutComments } from './jsonText.ts';
export type { Place } from './jsonText.ts';
export { inOrder, readDocument, readable, refused } from './readDocument.ts';
export { shown, shownWords } from './shown.ts';
export { addZodIssues } from './zodIssues.ts';
export { parseLosses } from './parseLosses.ts';
export type { ParseLoss } from './parseLosses.ts';
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
export type { Words, WordsValue } from './words/index.ts';
