/** Documents and versions: drafts, published ones in memory by version, trials. */
export { publishDocument, retractDocument, rollbackDocument, saveDraft } from './documents.ts';
export type { PublishOutcome } from './documents.ts';
export {
  readPublished,
  fleetDocuments,
  markOfFleet,
  publishedDocuments,
  publishedOfKinds,
} from './documentsInForce.ts';
export type { CountingDocument, PublishedDocument, FleetDocuments } from './documentsInForce.ts';
export { lockDocument } from './edits.ts';
export { publishedPolicies, publishedRotations, rulesInUse, runningPolicies } from './escalationDocuments.ts';
export { publishedConditions } from './publishedConditions.ts';
export {
  countPublished,
  documentIds,
  fleetsWithDigests,
  getDocument,
  getVersion,
  knownDigests,
  listDocuments,
  listVersions,
  ruleCounts,
} from './reads.ts';
export type { DocumentVersion, KnownDigest, RuleCounts, StoredDocument } from './reads.ts';
export { endTrial, startTrial } from './trials.ts';
export type { TrialOutcome } from './trials.ts';
