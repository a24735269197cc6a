/** Requests, checks and carries out the deletion of an invalid trip, and requests people's approval. */
export { createDeletions } from './activities.ts';
export type { DeletionOutcome } from './activities.ts';
export { createDeletionAsks } from './approvalRequest.ts';
export { DEFAULT_CAPS, capGuard } from './caps.ts';
export { executeDeletion } from './execute.ts';
export { tripGuard } from './guards.ts';
export { composeDeletionRequest, createLateDecisionReplies } from './message.ts';
