/** A deletion's approval request and its outcome as a message card. */
export { deletionCard } from './card.ts';
export { lateDecision, lateDecisionWords } from './lateVerdict.ts';
export { deletionLook } from './request.ts';
export type { DeletionRequestMessage } from './request.ts';
export { deletionTold } from './told.ts';
