/** Routes of rules and shared conditions: their documents, and the mode in which a rule runs. */
export { conditionRoutes } from './conditions.ts';
export { ruleRoutes } from './routes.ts';
