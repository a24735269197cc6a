/** Documents, their drafts and versions. Published versions are cached in memory. */
export { deletingRuleThatUses, deletingRules } from './deleting.ts';
export { lockDocument } from './edits.ts';
export {
  publishedPolicies,
  publishedRotations,
  publishedRoutes,
  rulesInUse,
  runningPolicies,
} from './escalation.ts';
export {
  discardDraft,
  publishBeside,
  publishDocument,
  retireDocument,
  rollbackDocument,
  saveDraft,
} from './publish.ts';
export type { PublishOutcome } from './publish.ts';
export {
  fleetDocuments,
  markOfFleet,
  publishedConditions,
  publishedDocuments,
  publishedOfKinds,
} from './published.ts';
export type { FleetDocuments, PublishedDocument } from './published.ts';
export {
  countPublished,
  documentIds,
  documentNames,
  fleetsWithDigests,
  getDocument,
  getVersion,
  knownDigests,
  listDocuments,
  listVersions,
  ruleCounts,
} from './reads.ts';
export type { DocumentName, DocumentVersion, KnownDigest, RuleCounts, StoredDocument } from './reads.ts';
