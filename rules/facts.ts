import { factKey, factRequest } from './factRequest.ts';
import type { FactRequest, FactTable, FactValue } from './factRequest.ts';
import { unknown } from './factSources.ts';
import type { EventWindow, FactPlan, FactSources } from './factSources.ts';
import { needsReading, readingDate, resolveReadingFact, spanDays } from './resolveDriver.ts';
import { resolveTripFact } from './resolveTrip.ts';
import { resolveWindowFact, windowOf } from './resolveWindow.ts';
import type { Trip } from './trip.ts';

export { factKey } from './factRequest.ts';
export type { FactRequest, FactTable, FactValue } from './factRequest.ts';
export type { EventWindow, FactPlan, FactSources, WindowCount } from './factSources.ts';

/** End dates of the driver readings a request needs. */
function readingDates(request: FactRequest, trip: Trip): readonly (string | undefined)[] {
  if (!needsReading(request)) return [];
  if (request.fact !== 'driver.score_change') return [readingDate(trip)];
  return [readingDate(trip), readingDate(trip, spanDays(request))];
}

/** What has to be fetched for the requests, and nothing that none of them needs; each thing once. */
export function planFacts(requests: readonly FactRequest[], trip: Trip): FactPlan {
  const dates = new Set<string>();
  const windows = new Map<string, EventWindow>();
  for (const request of requests.map(({ fact, params }) => factRequest(fact, params))) {
    for (const date of readingDates(request, trip)) if (date !== undefined) dates.add(date);
    const window = windowOf(request);
    if (window) windows.set(window.key, window);
  }
  return { readings: [...dates].map((endDate) => ({ endDate })), windows: [...windows.values()] };
}

function resolveFact(request: FactRequest, sources: FactSources): FactValue {
  const value = request.fact.startsWith('trip.')
    ? resolveTripFact(request, sources)
    : (resolveWindowFact(request, sources) ?? resolveReadingFact(request, sources));
  return value ?? unknown('this fact is not supported yet');
}

/** The value of every requested fact. Whatever cannot be said is unknown, with the reason. */
export function resolveFacts(requests: readonly FactRequest[], sources: FactSources): FactTable {
  const table = new Map<string, FactValue>();
  for (const { fact, params } of requests) {
    const request = factRequest(fact, params);
    table.set(factKey(request), resolveFact(request, sources));
  }
  return table;
}
