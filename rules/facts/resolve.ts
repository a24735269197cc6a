import { factKey, factRequest } from '../vocabulary/index.ts';
import type { FactRequest, FactTable, FactValue, Trip } from '../vocabulary/index.ts';
import type { EventWindow, FactPlan, FactSources, RuleAlertWindow, ScoreQuestion } from './factSources.ts';
import { needsReading, resolveReadingFact } from './resolveDriver.ts';
import { needsDriverGroups, resolveFleetFact, scoreKey, scoresOf } from './resolveFleet.ts';
import { resolveTripFact } from './resolveTrip.ts';
import { resolveRuleAlerts, resolveWindowFact, ruleAlertsOf, windowOf } from './resolveWindow.ts';
import { readingDate, spanDays } from './scoreChange.ts';
import { unknown } from './unknown.ts';

export { factKey } from '../vocabulary/index.ts';
export type { FactRequest, FactTable, FactValue } from '../vocabulary/index.ts';
export type {
  EventWindow,
  FactPlan,
  FactSources,
  RuleAlertCount,
  RuleAlertWindow,
  ScoreQuestion,
  WindowCount,
} from './factSources.ts';
export { namedScores, scoreKey } from './resolveFleet.ts';

/** Returns the end dates of the score readings that a fact needs. A date is undefined if the trip's end is unknown. */
function readingDates(request: FactRequest, trip: Trip): readonly (string | undefined)[] {
  if (!needsReading(request)) return [];
  if (request.fact !== 'driver.score_change') return [readingDate(trip)];
  return [readingDate(trip), readingDate(trip, spanDays(request))];
}

/** Returns the data that must be fetched to resolve facts, without duplicates. */
export function planFacts(requests: readonly FactRequest[], trip: Trip): FactPlan {
  const dates = new Set<string>();
  const windows = new Map<string, EventWindow>();
  const scores = new Map<string, ScoreQuestion>();
  const ruleAlerts = new Map<string, RuleAlertWindow>();
  let needsGroups = false;
  for (const request of requests.map(({ fact, params }) => factRequest(fact, params))) {
    for (const date of readingDates(request, trip)) if (date !== undefined) dates.add(date);
    const window = windowOf(request);
    if (window) windows.set(window.key, window);
    for (const score of scoresOf(request, trip)) scores.set(scoreKey(score), score);
    const alerts = ruleAlertsOf(request);
    if (alerts) ruleAlerts.set(alerts.key, alerts);
    needsGroups ||= needsDriverGroups(request);
  }
  return {
    readings: [...dates].map((endDate) => ({ endDate })),
    windows: [...windows.values()],
    needsGroups,
    scores: [...scores.values()],
    ruleAlerts: [...ruleAlerts.values()],
  };
}

function resolveFact(request: FactRequest, sources: FactSources): FactValue {
  const value = request.fact.startsWith('trip.')
    ? resolveTripFact(request, sources)
    : (resolveWindowFact(request, sources) ??
      resolveFleetFact(request, sources) ??
      resolveRuleAlerts(request, sources) ??
      resolveReadingFact(request, sources));
  return value ?? unknown('unsupported');
}

/** Resolves the values of all requested facts. A value that cannot be determined is unknown and has a reason. */
export function resolveFacts(requests: readonly FactRequest[], sources: FactSources): FactTable {
  const table = new Map<string, FactValue>();
  for (const { fact, params } of requests) {
    const request = factRequest(fact, params);
    table.set(factKey(request), resolveFact(request, sources));
  }
  return table;
}
