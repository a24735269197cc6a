/** Stored scores, baselines, groups and numbers of alerts from which facts are computed. */
export {
  GroupRefreshLostError,
  claimGroupRefresh,
  countGroups,
  getDriverGroups,
  groupsReadAt,
  keepGroups,
  isDriverInGroups,
  knownGroups,
  listGroups,
  noteNoGroup,
  releaseGroupRefresh,
  renewGroupRefresh,
} from './groups.ts';
export type { DriverGroups, GroupRefresh } from './groups.ts';
export { getReading, keepMissingReadings, keepReading, newestAttributes } from './readings.ts';
export { countRuleAlerts } from './ruleAlerts.ts';
export {
  asBreak,
  breaksByDriver,
  markScoreReadingsStale,
  getScoreReading,
  keepBaseline,
  keepScoreReading,
  scoreBreaksOf,
} from './scores.ts';
export type { StoredBreak, StoredScoreReading } from './scores.ts';
