/** Starts the parts of Tripline: `dev` with everything embedded, `serve` and `work` in production. A composition root. */
export { decisionLine, followActivity } from './activityFeed.ts';
export { databaseTrouble } from './databaseWords.ts';
export { keepHealthFile } from './roles.ts';
export { noteChannelsOff, startWarnings, workerBroke } from './rolesNeeds.ts';
export { publishStarterRules } from './sandbox.ts';
export { welcome } from './welcome.ts';
export type { Running } from './welcome.ts';
