import { parseDuration } from '../time/index.ts';
import { chooseEventType, textParam } from '../vocabulary/index.ts';
import type { FactRequest, FactValue, Trip } from '../vocabulary/index.ts';
import type { EventWindow, FactSources, RuleAlertWindow, WindowCount } from './factSources.ts';
import { BECAUSE, known, endMillis, unknown, whyNoPlace } from './unknown.ts';

type Counted = NonNullable<WindowCount>;

/** What did not arrive is never 0: without the events of some trips the count is a lower bound. */
function counts({ count, tripsWithoutEvents }: Counted): FactValue {
  if (tripsWithoutEvents === undefined) return known(count);
  return { known: true, value: count, atLeast: true, tripsWithoutEvents };
}

/** A rate has no bound at all while some events are missing, or some of what they are divided by. */
function per100Km({ count, distanceKm, tripsWithoutEvents, tripsWithoutDistance }: Counted): FactValue {
  if (tripsWithoutEvents !== undefined) return unknown(BECAUSE.someEvents);
  if (tripsWithoutDistance !== undefined) return unknown(BECAUSE.someDistances);
  return distanceKm > 0 ? known((count / distanceKm) * 100) : unknown('no distance was driven in the window');
}

function perHour({ count, durationSeconds, tripsWithoutEvents, tripsWithoutDuration }: Counted): FactValue {
  if (tripsWithoutEvents !== undefined) return unknown(BECAUSE.someEvents);
  if (tripsWithoutDuration !== undefined) return unknown(BECAUSE.someDurations);
  return durationSeconds > 0
    ? known((count / durationSeconds) * 3_600)
    : unknown('no time was driven in the window');
}

/** What each windowed fact makes of a count. */
const MEASURE: ReadonlyMap<string, (counted: Counted) => FactValue> = new Map([
  ['driver.events.count', counts],
  ['driver.events.per_100km', per100Km],
  ['driver.events.per_hour', perHour],
]);

/** The window a fact counts in; undefined when the fact counts in none. */
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

/** Why there is no count: without its own end or events nothing can be said about the window that ends with the trip. */
function reasonWithout(trip: Trip): string {
  if (endMillis(trip) === undefined) return whyNoPlace(trip);
  return trip.events ? BECAUSE.noHistory : BECAUSE.noEvents;
}

/** The value of a fact counted in a window; undefined when there is no such fact. */
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

/** The alerts a fact counts; undefined when the fact counts none. */
export function ruleAlertsOf(request: FactRequest): RuleAlertWindow | undefined {
  if (request.fact !== 'driver.rule_alerts') return undefined;
  const rule = textParam(request, 'rule');
  const windowSeconds = parseDuration(textParam(request, 'window'));
  return { rule, windowSeconds, key: `${rule}:${windowSeconds}` };
}

/** The value of `driver.rule_alerts`; undefined when the fact is another. */
export function resolveRuleAlerts(request: FactRequest, sources: FactSources): FactValue | undefined {
  const window = ruleAlertsOf(request);
  if (!window) return undefined;
  if (endMillis(sources.trip) === undefined) return unknown(whyNoPlace(sources.trip));
  const counted = sources.ruleAlerts?.get(window.key);
  if (!counted) return unknown(BECAUSE.noHistory);
  return counted.historySince === undefined
    ? known(counted.count)
    : { known: true, value: counted.count, historySince: counted.historySince };
}
