import { findFact } from '../vocabulary/index.ts';
import type { FactRequest, FactValue, Json, Trip } from '../vocabulary/index.ts';
import { BECAUSE, sent, unknown } from './factSources.ts';
import type { FactSources } from './factSources.ts';
import { instantMillis, localClock } from '../time/index.ts';
import { resolveTripEvents } from './resolveTripEvents.ts';

type Read = (trip: Trip, sources: FactSources) => Json | undefined;

function ageSeconds(trip: Trip, sources: FactSources): number | undefined {
  const [end, decided] = [instantMillis(trip.endTime ?? ''), instantMillis(sources.decidedAt)];
  return end === undefined || decided === undefined ? undefined : Math.round((decided - end) / 1000);
}

/** How each plain fact is read from the trip; undefined means that it was not sent. */
const READ: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['trip.distance_km', (trip) => trip.distanceKm],
  ['trip.duration_seconds', (trip) => trip.durationSeconds],
  ['trip.max_speed_kmph', (trip) => trip.maxSpeedKmph],
  ['trip.start_time', (trip) => trip.startTime],
  ['trip.end_time', (trip) => trip.endTime],
  ['trip.local_hour', (trip) => localClock(trip.startTime ?? '')?.hour],
  ['trip.local_weekday', (trip) => localClock(trip.startTime ?? '')?.weekday],
  ['trip.age_seconds', ageSeconds],
  ['trip.session_id', (trip) => trip.sessionId],
  ['trip.tracking_id', (trip) => trip.trackingId],
  ['trip.insurance_period', (trip) => trip.insurancePeriod],
  ['trip.score', (trip) => trip.score],
  ['trip.path_points', (trip) => trip.path?.length],
  ['trip.speed_samples', (trip) => trip.speedProfile?.length],
]);

/** Reasons that say more than "not sent". */
const NOT_SENT: ReadonlyMap<string, string> = new Map([
  ['trip.age_seconds', BECAUSE.noEnd],
  ['trip.local_hour', "the trip's start time was not sent"],
  ['trip.local_weekday', "the trip's start time was not sent"],
  ['trip.path_points', "the trip's path did not arrive"],
  ['trip.speed_samples', "the trip's speed profile did not arrive"],
]);

/** The value of a `trip.` fact; undefined when there is no such fact. */
export function resolveTripFact(request: FactRequest, sources: FactSources): FactValue | undefined {
  const { trip } = sources;
  const definition = findFact(request.fact);
  const field = definition?.wire ?? request.fact;
  if (definition?.rated === true && request.fact.endsWith('_rating'))
    return sent(Object.hasOwn(trip.ratings, field) ? trip.ratings[field] : undefined, { ...trip, field });
  const read = READ.get(request.fact);
  if (!read) return resolveTripEvents(request, trip);
  const found = sent(read(trip, sources), { problems: trip.problems, field });
  const because = NOT_SENT.get(request.fact);
  if (found.known || because === undefined || found.because !== BECAUSE.notSent) return found;
  return unknown(because);
}
