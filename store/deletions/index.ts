/** Deletions from request to end: claims, caps, approvals. */
export {
  countHandedOn,
  dayStopped,
  deletionAsks,
  deletionIdsOf,
  dropDeletionAsks,
  handOnAsks,
  handOnDecided,
  planDeletionAsk,
  settleDeletionAsks,
} from './approvalRequests.ts';
export { decideDeletion, expireDeletions } from './approvals.ts';
export { claimDeletion, freeDeletion, renewDeletionClaim } from './claims.ts';
export { getDeletion, listDeletions, requestInstead } from './deletions.ts';
export type { Deletion } from './deletions.ts';
export { countDeletedOn, countTripsOn, hasOpenIncident, willEscalate } from './guards.ts';
export { noteDeletionSnapshot, recordDeletionAttempt, setDeletionState } from './progress.ts';
export { NO_LONGER_MATCHED, askInstead, endUnmatchedDeletions, requestDeletion } from './requests.ts';
export { SETTLED_STATES } from './row.ts';
