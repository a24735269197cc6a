/** Routes of documents: rules, conditions, policies, rotations, recipient routes, digests, settings; draft, publish, history, shadow copies. */
export { noSuch, why } from './answers.ts';
export { conditionRoutes } from './conditions.ts';
export { digestRoutes, digestRunRoutes } from './digests.ts';
export { escalationPolicyRoutes } from './escalationPolicies.ts';
export { recipientRouteRoutes } from './recipientRoutes.ts';
export { recipientsNow } from './recipients.ts';
export { rotationRoutes } from './rotations.ts';
export { ruleRoutes } from './rules.ts';
export { settingsRoutes } from './settings.ts';
