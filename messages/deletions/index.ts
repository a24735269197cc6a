/** A deletion's approval request and its outcome as a message card. */
export { deletionHeader } from './approvalRequest.ts';
export type { DeletionRequestMessage } from './approvalRequest.ts';
export { deletionCard } from './card.ts';
export { deletionOutcome, lateDecision, lateDecisionWords } from './outcome.ts';
