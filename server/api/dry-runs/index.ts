/** Routes that send nothing: simulations and back-tests. */
export { oneBacktest } from './backtestAnswer.ts';
export { backtestRoutes } from './backtests.ts';
export { QUESTION_PROBLEMS, decisionOf } from './question.ts';
export { simulationRoutes } from './simulations.ts';
