import { areEventsRead, chooseEventType, findFact, isOfType, textParam } from '../vocabulary/index.ts';
import type { FactRequest, FactValue, Trip, TripEvent } from '../vocabulary/index.ts';
import type { FactSources } from './factSources.ts';
import { known, notSent, sent, unknown } from './unknown.ts';

/** Resolves a fact whose name starts with `trip.`. Returns `undefined` for other facts. */
export function resolveTripFact(request: FactRequest, sources: FactSources): FactValue | undefined {
  const { trip } = sources;
  const definition = findFact(request.fact);
  const field = definition?.wire ?? request.fact;
  if (definition?.rated === true && request.fact.endsWith('_rating'))
    return sent(Object.hasOwn(trip.ratings, field) ? trip.ratings[field] : undefined, { ...trip, field });
  if (!definition?.fromTrip) return resolveTripEvents(request, trip);
  const value = definition.fromTrip(trip, sources.decidedAt);
  return sent(value, { problems: trip.problems, field, otherwise: definition.notSent });
}

/** Returns the events of the requested type. */
function ofType(events: readonly TripEvent[], typeName: string): readonly TripEvent[] {
  const type = chooseEventType(/^\d+$/.test(typeName) ? Number(typeName) : typeName);
  return type ? events.filter((event) => isOfType(event, type)) : [];
}

/** Returns the speed above the posted limit in km/h. Returns `undefined` if the event lacks one of the two speeds. */
function excessKmph(event: TripEvent): number | undefined {
  if (event.maxDriverSpeedKmph === undefined || event.postedSpeedLimitKmph === undefined) return undefined;
  return event.maxDriverSpeedKmph - event.postedSpeedLimitKmph;
}

/**
 * Returns the total duration of events. Events without a duration are omitted; if no event has a duration, the result is unknown.
 */
function totalSeconds(events: readonly TripEvent[]): FactValue {
  const durations = events.flatMap((event) => event.durationSeconds ?? []);
  if (events.length > 0 && durations.length === 0) return unknown('noEventTimes');
  return known(durations.reduce((sum, seconds) => sum + seconds, 0));
}

function maxExcess(speeding: readonly TripEvent[]): FactValue {
  const excesses = speeding.flatMap((event) => excessKmph(event) ?? []);
  if (speeding.length > 0 && excesses.length === 0) return unknown('noEventSpeeds');
  return known(excesses.reduce((most, excess) => Math.max(most, excess), 0));
}

function speedingSeconds(speeding: readonly TripEvent[], overKmph: number): FactValue {
  const measured = speeding.filter((event) => excessKmph(event) !== undefined);
  if (speeding.length > 0 && measured.length === 0) return unknown('noEventSpeeds');
  return totalSeconds(measured.filter((event) => (excessKmph(event) ?? 0) > overKmph));
}

function per100Km(count: number, distanceKm: number | undefined): FactValue {
  if (distanceKm === undefined) return unknown('noTripDistance');
  return distanceKm > 0 ? known((count / distanceKm) * 100) : unknown('zeroDistance');
}

/**
 * Resolves a fact about the trip's events. Returns `undefined` for other facts. If the service did not send the events, all these
 * facts are unknown. If an event has an unreadable type, values are lower bounds, because the event may be of any type.
 */
function resolveTripEvents(request: FactRequest, trip: Trip): FactValue | undefined {
  if (!request.fact.startsWith('trip.events.') && request.fact !== 'trip.speeding_seconds') return undefined;
  if (!trip.events) return notSent(trip.problems, 'events', 'noEvents');
  const value = aboutEvents(request, trip.events, trip.distanceKm);
  // A further event can only increase each of these facts, so the value is a lower bound.
  return value?.known === true && !areEventsRead(trip.events)
    ? { ...value, atLeast: true, unreadEvents: true }
    : value;
}

function aboutEvents(
  request: FactRequest,
  all: readonly TripEvent[],
  distanceKm: number | undefined,
): FactValue | undefined {
  const events = ofType(all, textParam(request, 'type'));
  const overKmph = request.params['over_kmph'];
  switch (request.fact) {
    case 'trip.events.count':
      return known(events.length);
    case 'trip.events.duration_seconds':
      return totalSeconds(events);
    case 'trip.events.per_100km':
      return per100Km(events.length, distanceKm);
    case 'trip.events.max_excess_kmph':
      return maxExcess(ofType(all, 'OVERSPEEDING'));
    case 'trip.speeding_seconds':
      return speedingSeconds(ofType(all, 'OVERSPEEDING'), typeof overKmph === 'number' ? overKmph : 0);
    default:
      return undefined;
  }
}
