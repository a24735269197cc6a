/** Resolves the facts in rules from a trip, the driver's score readings and stored windows. */
export type {
  EventWindow,
  ReadSpan,
  RuleAlertCount,
  RuleAlertWindow,
  ScoreBreak,
  WindowCount,
} from './factSources.ts';
export { factKey, namedScores, planFacts, resolveFacts, scoreKey } from './resolve.ts';
export type { FactPlan, FactRequest, FactSources, FactTable, FactValue, ScoreQuestion } from './resolve.ts';
export { needsReading } from './resolveDriver.ts';
export { needsDriverGroups } from './resolveFleet.ts';
export { resolveTripFact } from './resolveTrip.ts';
export { ruleAlertsOf, windowOf } from './resolveWindow.ts';
export { breakReachMs, spanDays } from './scoreChange.ts';
export { WindowSum } from './windowSum.ts';
