/** Requests, checks and carries out the deletion of an invalid trip, and asks people for approval. */
export { createDeletionAsks } from './ask.ts';
export { executeDeletion } from './carryOut.ts';
export { createDeletions } from './deletion.ts';
export type { DeletionOutcome } from './deletion.ts';
export { DEFAULT_CAPS, capGuard, tripGuard } from './guards.ts';
export { createLateDecisionReplies } from './lateVerdicts.ts';
export { composeDeletionRequest } from './message.ts';
