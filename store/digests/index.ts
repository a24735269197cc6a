/** Digest runs, their figures and deliveries, and unsubscriptions. */
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
export { digestEvents, eventsOfDrivers, instantsOf, nightShareOfTrips, ofDigest } from './driving.ts';
export type { DigestScope, TripEvents } from './driving.ts';
export { earlierDriverScores, earlierEventRates } from './earlierRuns.ts';
export type { EarlierRuns } from './earlierRuns.ts';
export { countDigestPreviews, listDigestRuns, openDigestNow, openDigestPreview } from './manualRuns.ts';
export type { DigestRun } from './manualRuns.ts';
export { driversMissingSensors, rankDrivers } from './ranking.ts';
export type { Ranked, RankedDriver } from './ranking.ts';
export {
  digestRunFacts,
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
  StoredDates,
  DigestPart,
  DigestReceiver,
} from './runs.ts';
