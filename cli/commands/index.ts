/** The commands for trips, incidents, deletions, digests, drivers, silences and webhook secrets. They speak to the API. */
export type { BackfillOptions } from './backfill.ts';
export type { CoverageOptions } from './coverage.ts';
export { addDigests } from './digestCommands.ts';
export { addDrivers } from './driverCommands.ts';
export { addEscalation } from './escalationCommands.ts';
export { addDeletions, addIncidents } from './incidentCommands.ts';
export { addSilences } from './silenceCommands.ts';
export { addWebhooks } from './webhookCommands.ts';
