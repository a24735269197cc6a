/** Facts that rules may use: the catalogue, and each fact's distribution over a fleet's trips. */
export { factRoutes } from './catalogue.ts';
export { distributionRoutes } from './distribution.ts';
export { firesOften } from './firing.ts';
