/** Routes of simulations, which send nothing, and the rule that a request gives for one. */
export {
  askedRule,
  askedRuleFields,
  checkAskedRule,
  countingConditions,
  neededConditions,
  readGiven,
} from './draftRule.ts';
export type { ConditionsAsked } from './draftRule.ts';
export { QUESTION_PROBLEMS, decisionOf, simulationRoutes } from './routes.ts';
