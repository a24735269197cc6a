import { parseDuration } from '../time/index.ts';
import { chooseEventType, textParam } from '../vocabulary/index.ts';
import type { FactRequest, FactValue, ReasonCode, Trip } from '../vocabulary/index.ts';
import type { EventWindow, FactSources, RuleAlertWindow, WindowCount } from './factSources.ts';
import { known, endMillis, unknown, whyNoPlace } from './unknown.ts';

type Counted = NonNullable<WindowCount>;

/** Returns the number of events in a window. If some trips lack their events, the count is a lower bound. */
function counts({ count, tripsWithoutEvents }: Counted): FactValue {
  if (tripsWithoutEvents === undefined) return known(count);
  return { known: true, value: count, atLeast: true, tripsWithoutEvents };
}

/**
 * Returns the number of events per 100 km. Unknown if some events or distances are missing, because the true rate could then be
 * higher or lower.
 */
function per100Km({ count, distanceKm, tripsWithoutEvents, tripsWithoutDistance }: Counted): FactValue {
  if (tripsWithoutEvents !== undefined) return unknown('someEvents');
  if (tripsWithoutDistance !== undefined) return unknown('someDistances');
  return distanceKm > 0 ? known((count / distanceKm) * 100) : unknown('noDistanceInWindow');
}

function perHour({ count, durationSeconds, tripsWithoutEvents, tripsWithoutDuration }: Counted): FactValue {
  if (tripsWithoutEvents !== undefined) return unknown('someEvents');
  if (tripsWithoutDuration !== undefined) return unknown('someDurations');
  return durationSeconds > 0 ? known((count / durationSeconds) * 3_600) : unknown('noTimeInWindow');
}

/** The function that computes each fact from a window's counts. */
const MEASURE: ReadonlyMap<string, (counted: Counted) => FactValue> = new Map([
  ['driver.events.count', counts],
  ['driver.events.per_100km', per100Km],
  ['driver.events.per_hour', perHour],
]);

/** Returns the window in which a fact is counted. Returns `undefined` for facts without a window. */
export function windowOf(request: FactRequest): EventWindow | undefined {
  if (!MEASURE.has(request.fact)) return undefined;
  const name = textParam(request, 'type');
  const type = chooseEventType(/^\d+$/.test(name) ? Number(name) : name);
  if (!type) return undefined;
  const windowSeconds = parseDuration(textParam(request, 'window'));
  return {
    typeName: type.typeName,
    ...(type.typeCode !== undefined && { typeCode: type.typeCode }),
    windowSeconds,
    key: `${type.typeName}:${windowSeconds}`,
  };
}

/** Returns the reason for a missing count. A trip without an end time or without events has no window. */
function reasonWithout(trip: Trip): ReasonCode {
  if (endMillis(trip) === undefined) return whyNoPlace(trip);
  return trip.events ? 'noHistory' : 'noEvents';
}

/** Resolves a fact that is counted in a window. Returns `undefined` for other facts. */
export function resolveWindowFact(request: FactRequest, sources: FactSources): FactValue | undefined {
  const [window, measure] = [windowOf(request), MEASURE.get(request.fact)];
  if (!window || !measure) return undefined;
  const counted = sources.windows.get(window.key);
  if (!counted) return unknown(reasonWithout(sources.trip));
  const value = measure(counted);
  const { historySince, windowEnd } = counted;
  if (!value.known) return value;
  return {
    ...value,
    ...(historySince !== undefined && { historySince }),
    ...(windowEnd !== undefined && { windowEnd }),
  };
}

/** Returns the window of `driver.rule_alerts`. Returns `undefined` for other facts. */
export function ruleAlertsOf(request: FactRequest): RuleAlertWindow | undefined {
  if (request.fact !== 'driver.rule_alerts') return undefined;
  const rule = textParam(request, 'rule');
  const windowSeconds = parseDuration(textParam(request, 'window'));
  return { rule, windowSeconds, key: `${rule}:${windowSeconds}` };
}

/** Resolves `driver.rule_alerts`. Returns `undefined` for other facts. */
export function resolveRuleAlerts(request: FactRequest, sources: FactSources): FactValue | undefined {
  const window = ruleAlertsOf(request);
  if (!window) return undefined;
  if (endMillis(sources.trip) === undefined) return unknown(whyNoPlace(sources.trip));
  const counted = sources.ruleAlerts?.get(window.key);
  if (!counted) return unknown('noHistory');
  return counted.historySince === undefined
    ? known(counted.count)
    : { known: true, value: counted.count, historySince: counted.historySince };
}
