/** Computes each fact from a trip, a driver's readings and stored windows. */
export { BECAUSE } from './factSources.ts';
export type { EventWindow, ReadSpan, ScoreBreak, WindowCount } from './factSources.ts';
export { factKey, namedScores, planFacts, resolveFacts, scoreKey } from './facts.ts';
export type {
  FactPlan,
  FactRequest,
  FactSources,
  FactTable,
  FactValue,
  RuleAlertCount,
  RuleAlertWindow,
  ScoreQuestion,
} from './facts.ts';
export { spanDays } from './readingDate.ts';
export { reconcileRange } from './reconcileRange.ts';
export type { ReconcileRange, EarlierRuns } from './reconcileRange.ts';
export { needsReading } from './resolveDriver.ts';
export { needsDriverGroups } from './resolveFleet.ts';
export { ruleAlertsOf } from './resolveRuleAlerts.ts';
export { resolveTripFact } from './resolveTrip.ts';
export { windowOf } from './resolveWindow.ts';
export { breakReachMs } from './scoreBreak.ts';
export { areGone, endedBefore, serviceDay } from './serviceTrip.ts';
export { ageToShow } from './tripAge.ts';
export { countAlertsInWindow, countInWindow } from './windowCount.ts';
export { WindowSum } from './windowSum.ts';
