/** Routes that send nothing: simulations and back-tests. */
export { oneBacktest } from './backtestSchemas.ts';
export { backtestRoutes } from './backtests.ts';
export { countingConditions } from './draftRule.ts';
export { fleetWarnings, storedFleetNames } from './fleetNames.ts';
export { QUESTION_PROBLEMS, decisionOf, simulationRoutes } from './simulations.ts';
