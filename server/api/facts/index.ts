/** What rules may ask for: the catalogue of facts, and how each is distributed over a fleet's trips. */
export { factRoutes } from './catalogue.ts';
export { distributionRoutes } from './distribution.ts';
export { firesOften } from './firing.ts';
