/** Finds mistakes and probable mistakes in single documents and between documents. */
export { askedWays, deletionAsks, summaryAsks, suppressedDeletions } from './deletion.ts';
export {
  neededBy,
  parseConditions,
  parseDigest,
  parseEscalationPolicy,
  parseRotation,
  parseRoute,
  parseRule,
  parseSettings,
  parseSharedCondition,
} from './parse.ts';
export type {
  Around,
  Conditions,
  Digest,
  DocumentIssue,
  EscalationPolicy,
  ParsedDocument,
  PublishedCondition,
  Rotation,
  Route,
  Rule,
  RuleAction,
  Settings,
  SharedCondition,
  SharedConditions,
} from './parse.ts';
export { lintRotationUse } from './rotation.ts';
export { lintRouteRotations, unknownNamesOfRoute } from './route.ts';
export {
  lintRouteUse,
  recipientsOfDigest,
  recipientsOfPolicy,
  recipientsOfRule,
  routesUsed,
  unfilledRecipients,
} from './routeUse.ts';
export type { KnownDrivers, NamesRoutes } from './routeUse.ts';
export { policiesOf, slowPolicies, unknownPolicies } from './rule.ts';
export type { Policies } from './rule.ts';
export { hiddenDriverFields } from './templates.ts';
export {
  IN_THIS_FLEET,
  fleetNamesIn,
  groupsNamedIn,
  rulesNamedIn,
  unknownFleetNames,
  unknownNamesOfDigest,
  unknownNamesOfSettings,
  unknownRules,
} from './unknownNames.ts';
export type { KnownNames, NamesFleet } from './unknownNames.ts';
