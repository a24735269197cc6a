/** Reads what rules ask for: the trip, scores, baselines, groups, windows of earlier trips. */
export { BackfillOverError, createBackfillCaller } from './backfillCaller.ts';
export type { Answer, BackfillCaller } from './backfillCaller.ts';
export { createBaselines, scoreBefore } from './baseline.ts';
export type { Patience } from './driverReadings.ts';
export { fingerprint, scoresFingerprint } from './fingerprint.ts';
export { listMembers } from './groupMembers.ts';
export { readGroups, refreshStaleGroups, readGroupsFirst } from './groups.ts';
export { fullestWindow } from './lateTrip.ts';
export type { LateTrip } from './lateTrip.ts';
export { compileFleetRules, createRuleLoader } from './publishedRules.ts';
export type { FleetRules, RuleLoader } from './publishedRules.ts';
export { expectOk, lookAtTrip, readTrip } from './readTrip.ts';
export { breaksByDriver } from './scoreBreaks.ts';
export { serviceFactsFor } from './serviceFacts.ts';
export type { ServiceFacts } from './serviceFacts.ts';
export { countHistory } from './windows.ts';
