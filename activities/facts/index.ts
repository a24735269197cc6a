/** Reads the facts that rules need: the trip, scores, baselines, groups, and counts over earlier trips. */
export { BackfillOverError, createBackfillCaller } from './backgroundCaller.ts';
export type { Answer, BackfillCaller } from './backgroundCaller.ts';
export { createBaselines, scoreBefore } from './baseline.ts';
export { expectOk } from './expectOk.ts';
export { listMembers, readGroups, readGroupsFirst, refreshStaleGroups } from './groups.ts';
export { markClock } from './clock.ts';
export { fingerprint, readTripFor, readTrip, scoresFingerprint } from './readTrip.ts';
export {
  DriverNeededError,
  alarmUnreached,
  keepForRecipients,
  needsOf,
  readForRecipients,
  recipientDocuments,
  resolverFor,
  resolverOf,
  storedDriver,
} from './recipients.ts';
export type { RecipientDocuments } from './recipients.ts';
export { compileFleetRules, createRuleLoader } from './ruleLoader.ts';
export type { FleetRules, RuleLoader } from './ruleLoader.ts';
export type { Timing } from './scoreReadings.ts';
export { serviceFactsFor } from './serviceFacts.ts';
export type { ServiceFacts } from './serviceFacts.ts';
export { countHistory, fullestWindow } from './windowCounts.ts';
export type { LateTrip } from './windowCounts.ts';
