/** The commands for trips, incidents, deletions, digests, drivers, silences and webhook secrets. They speak to the API. */
export type { BackfillOptions } from './backfill.ts';
export type { CoverageOptions } from './coverage.ts';
export type { WhyOptions } from './explainDay.ts';
export { addEscalation } from './escalationCommands.ts';
export { addDeletions, addDigests, addDrivers, addIncidents, addSilences, addWebhooks } from './register.ts';
export { addSignIn } from './registerSignIn.ts';
export type { SignInSurroundings } from './registerSignIn.ts';
