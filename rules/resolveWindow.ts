import { parseDuration } from './duration.ts';
import { chooseEventType } from './eventTypes.ts';
import { textParam } from './factRequest.ts';
import type { FactRequest, FactValue } from './factRequest.ts';
import { BECAUSE, known, unknown } from './factSources.ts';
import type { EventWindow, FactSources, WindowCount } from './factSources.ts';
import { instantMillis } from './instant.ts';
import type { Trip } from './trip.ts';

type Counted = NonNullable<WindowCount>;

/** What each windowed fact makes of a count. */
const MEASURE: ReadonlyMap<string, (counted: Counted) => FactValue> = new Map([
  ['driver.events.count', (counted: Counted) => known(counted.count)],
  [
    'driver.events.per_100km',
    ({ count, distanceKm }: Counted) =>
      distanceKm > 0 ? known((count / distanceKm) * 100) : unknown('no distance was driven in the window'),
  ],
  [
    'driver.events.per_hour',
    ({ count, durationSeconds }: Counted) =>
      durationSeconds > 0
        ? known((count / durationSeconds) * 3_600)
        : unknown('no time was driven in the window'),
  ],
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

/** Why there is no count: without its own end or events nothing can be said of the window that ends with the trip. */
function reasonWithout(trip: Trip): string {
  if (instantMillis(trip.endTime ?? '') === undefined) return BECAUSE.noEnd;
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
