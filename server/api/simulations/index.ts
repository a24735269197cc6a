/** Routes of simulations, which send nothing, and functions that read the rule given in a request. */
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
