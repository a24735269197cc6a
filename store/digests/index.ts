/** Digest runs, their figures and deliveries, unsubscribes. */
export { digestAlertCounts, digestDeletions, digestIncidents, digestRules } from './alerts.ts';
export type { DigestRule } from './alerts.ts';
export {
  countDigestMessages,
  digestMessageState,
  digestMessages,
  isUnsubscribed,
  listUnsubscribed,
  moveDigestRun,
  planDigestMessages,
  subscribeAgain,
  unsubscribe,
} from './deliveries.ts';
export type { DueDigestMessage } from './deliveries.ts';
export {
  countDigestDrivers,
  digestGroupTotals,
  digestTable,
  digestTotals,
  groupsBySize,
  isAnybodyListedNoMore,
  keepDigestDrivers,
  settleDigestDrivers,
} from './drivers.ts';
export type { DigestDriverReading, DigestGroupTotals, DigestRangeKey, DigestTotals } from './drivers.ts';
export {
  digestEvents,
  eventsOfDrivers,
  instantsOf,
  kilometresEvaluated,
  nightShareOfTrips,
  ofDigest,
} from './driving.ts';
export type { DigestScope, DriverEvents } from './driving.ts';
export { earlierDriverScores, earlierEventRates } from './earlierRuns.ts';
export {
  callOffDigestRun,
  countDigestPreviews,
  listDigestRuns,
  openDigestNow,
  openDigestPreview,
} from './manualRuns.ts';
export type { DigestRun } from './manualRuns.ts';
export {
  countComparable,
  countCoaching,
  driversMissingSensors,
  rankByChange,
  rankByNeed,
  silentDrivers,
} from './ranking.ts';
export type { Ranked, RankedDriver } from './ranking.ts';
export {
  digestRunFacts,
  digestRunToSend,
  keepDigestContent,
  noteDigestGathered,
  openDigestParts,
  openScheduledRun,
  partsOfDigest,
  removeDigestDrivers,
  removeOldDigestDrivers,
  removeOldDigestPreviews,
} from './runs.ts';
export type {
  DigestGathering,
  DigestOrigin,
  DigestRange,
  DigestRunFacts,
  DigestRunKey,
  DigestRunToSend,
  StoredDates,
  DigestPart,
  DigestReceiver,
} from './runs.ts';
