/** Deletions from request to end: claims, caps, approvals. */
export { deletionAsks, dropDeletionAsks, planDeletionAsk, settleDeletionAsks } from './asks.ts';
export { countDeletedOn, countTripsOn } from './caps.ts';
export { claimDeletion, freeDeletion, renewDeletionClaim } from './claims.ts';
export { getDeletion, listDeletions, requestInstead } from './deletions.ts';
export type { Deletion } from './deletions.ts';
export { hasOpenIncident, willEscalate } from './guards.ts';
export { dayStopped, deletionIdsOf, handOnAsks, handOnDecided } from './handedOnAsks.ts';
export { noteDeletionSnapshot, recordDeletionAttempt, setDeletionState } from './progress.ts';
export { askInstead, requestDeletion } from './requests.ts';
export { SETTLED_STATES } from './row.ts';
export { NO_LONGER_MATCHED, endUnmatchedDeletions } from './standing.ts';
export { decideDeletion, expireDeletions } from './verdicts.ts';
