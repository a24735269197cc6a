/** Everything that lint refuses or doubts in a document, and in documents together. */
export { deletionAsks } from './deletionAsk.ts';
export { suppressedDeletions } from './deletionTies.ts';
export { policiesOf, slowPolicies, unknownPolicies } from './escalate.ts';
export type { Policies } from './escalate.ts';
export { previewChain } from './escalationPreview.ts';
export type { PreviewedPage } from './escalationPreview.ts';
export { lintRotationUse } from './rotationUse.ts';
export type { Rotations } from './rotationUse.ts';
export { repeats, sameConditions, sameConditionsMessage } from './sameConditions.ts';
export {
  neededBy,
  parseConditions,
  parseDigest,
  parseEscalationPolicy,
  parseRotation,
  parseRule,
  parseSharedCondition,
} from './schema.ts';
export type {
  Around,
  Conditions,
  Digest,
  DocumentIssue,
  EscalationPolicy,
  ParsedDocument,
  PublishedCondition,
  Rotation,
  Rule,
  RuleAction,
  SharedCondition,
  SharedConditions,
} from './schema.ts';
export { fleetNamesIn, unknownFleetNames, unknownNamesOfDigest } from './unknownFleetNames.ts';
export type { KnownNames, NamesFleet } from './unknownFleetNames.ts';
export { unknownRules } from './unknownRules.ts';
