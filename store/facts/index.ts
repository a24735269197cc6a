/** Scores, baselines, groups and counts that facts are computed from. */
export {
  GroupRefreshLostError,
  claimGroupRefresh,
  getDriverGroups,
  groupsReadAt,
  keepGroups,
  knownGroups,
  listGroups,
  noteNoGroup,
  releaseGroupRefresh,
  renewGroupRefresh,
} from './groups.ts';
export type { DriverGroups, GroupRefresh } from './groups.ts';
export { getReading, keepMissingReadings, keepReading, newestAttributes } from './readings.ts';
export { countRuleAlerts } from './ruleAlerts.ts';
export { keepBaseline, scoreBreaksOf } from './scoreBreaks.ts';
export type { StoredBreak } from './scoreBreaks.ts';
export { doubtScoreReadings, getScoreReading, keepScoreReading } from './scoreReadings.ts';
export type { StoredScoreReading } from './scoreReadings.ts';
