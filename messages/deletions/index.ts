/** A deletion's approval request and its outcome as a message card. */
export { deletionLook } from './approvalRequest.ts';
export type { DeletionRequestMessage } from './approvalRequest.ts';
export { deletionCard } from './card.ts';
export { deletionTold, lateDecision, lateDecisionWords } from './outcome.ts';
