import { ROADS, UNRATED, drawEvent, drawEvents, inOrder, scoreTrip } from '../world/index.ts';
import type {
  Driver,
  EventName,
  EventRates,
  GeoPoint,
  Quirks,
  Random,
  RoadClass,
  TimedEvent,
  TripRatings,
} from '../world/index.ts';

/**
 * A trip with the data that lists and scores need. Its path and speeds are created from this data when they are requested
 * (`detail.ts`).
 */
export interface SimulatedTrip {
  readonly driverIndex: number;
  /** Id of the trip. It is the start in epoch milliseconds, as text, unless a test sets another id. */
  readonly tripId: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Duration that the service reports. It may differ from the end minus the start. */
  readonly durationSeconds: number;
  readonly distanceKm: number;
  readonly maxSpeedKmph: number;
  readonly road: RoadClass;
  readonly from: GeoPoint;
  readonly to: GeoPoint;
  readonly events: readonly TimedEvent[];
  readonly score: number;
  readonly ratings: TripRatings;
  readonly sessionId?: string;
  readonly trackingId?: string;
  /** Time at which the trip is uploaded and scored, and its notification is sent. */
  readonly uploadedMs: number;
  /** Time from which the API returns the trip. */
  readonly readableMs: number;
  /** Largest number of points in the path. */
  readonly mostPathPoints?: number;
  /** Time at which a collision is found in the trip, after its upload. */
  readonly collisionFoundMs?: number;
}

/** Data from which a trip is created. */
export interface TripPlan {
  readonly driver: Driver;
  readonly startMs: number;
  readonly endMs: number;
  readonly distanceKm: number;
  readonly road: RoadClass;
  readonly from: GeoPoint;
  readonly to: GeoPoint;
  readonly rates: EventRates;
  /** Events that the trip must have, in addition to those that are drawn from the rates. */
  readonly wishedEvents?: readonly EventName[];
  readonly sessionId?: string;
  readonly trackingId?: string;
  readonly tripId?: string;
  readonly mostPathPoints?: number;
}

/** Kilometres below which a trip is too short for ratings. */
const SHORTEST_RATED_KM = 0.2;

/** Creates a trip: draws its events and computes its score. */
export function makeTrip(random: Random, plan: TripPlan, quirks: Quirks): SimulatedTrip {
  const { driver } = plan;
  const elapsedSeconds = Math.round((plan.endMs - plan.startMs) / 1000);
  const setting = { distanceKm: plan.distanceKm, elapsedSeconds, road: plan.road };
  const drawn = drawEvents(random, setting, {
    rates: plan.rates,
    hasGyroscope: driver.hasGyroscope,
    unknownTypes: quirks.unknownEventTypes,
  });
  const wished = (plan.wishedEvents ?? []).map((name) => drawEvent(random, name, setting));
  const events = inOrder([...drawn, ...wished]);
  const scored = scoreTrip({ distanceKm: plan.distanceKm, events, hasGyroscope: driver.hasGyroscope });
  const unrated = quirks.unratablePhones && plan.distanceKm < SHORTEST_RATED_KM;
  const uploadedMs = plan.endMs + random.integer(5_000, 90_000) + lateUpload(random, quirks);
  const waits = random.chance(quirks.lateReadability.share);
  const waitSeconds = waits ? random.between(0.2, 1) * quirks.lateReadability.upToSeconds : 0;
  const rescored = random.chance(quirks.rescoreShare) && plan.distanceKm > 2;
  return {
    driverIndex: driver.index,
    tripId: plan.tripId ?? String(plan.startMs),
    startMs: plan.startMs,
    endMs: plan.endMs,
    durationSeconds: statedDuration(random, elapsedSeconds, quirks),
    distanceKm: Math.round(plan.distanceKm * 100) / 100,
    maxSpeedKmph: topSpeed(random, plan, events),
    road: plan.road,
    from: plan.from,
    to: plan.to,
    events,
    score: scored.score,
    ratings: unrated ? UNRATED : scored.ratings,
    ...(plan.sessionId === undefined ? {} : { sessionId: plan.sessionId }),
    ...(plan.trackingId === undefined ? {} : { trackingId: plan.trackingId }),
    uploadedMs,
    readableMs: uploadedMs + Math.round(waitSeconds * 1000),
    ...(plan.mostPathPoints === undefined ? {} : { mostPathPoints: plan.mostPathPoints }),
    ...(rescored ? { collisionFoundMs: uploadedMs + random.integer(120_000, 1_800_000) } : {}),
  };
}

/** Returns the trip after it was scored again, with more events or another score. Path and speeds stay unchanged. */
export function rescoreTrip(
  random: Random,
  trip: SimulatedTrip,
  change: { readonly events?: readonly EventName[]; readonly score?: number; readonly hasGyroscope: boolean },
): SimulatedTrip {
  const elapsedSeconds = (trip.endMs - trip.startMs) / 1000;
  const added = (change.events ?? []).map((name) => drawEvent(random, name, { ...trip, elapsedSeconds }));
  const events = inOrder([...trip.events, ...added]);
  const scored = scoreTrip({ distanceKm: trip.distanceKm, events, hasGyroscope: change.hasGyroscope });
  const fastest = Math.max(trip.maxSpeedKmph, ...added.map((event) => event.speeding?.maxKmph ?? 0));
  const { collisionFoundMs: _found, ...rest } = trip;
  return {
    ...rest,
    events,
    maxSpeedKmph: fastest,
    score: change.score ?? scored.score,
    ratings: scored.ratings,
  };
}

function lateUpload(random: Random, quirks: Quirks): number {
  return random.chance(quirks.lateUploadShare) ? random.integer(3_600_000, 72_000_000) : 0;
}

function statedDuration(random: Random, elapsedSeconds: number, quirks: Quirks): number {
  // Simulates that the reported duration omits time with the engine off, or, in rare cases, includes a wait before the start.
  if (!random.chance(quirks.durationDisagreesShare)) return elapsedSeconds;
  return Math.round(
    elapsedSeconds * (random.chance(0.8) ? random.between(0.62, 0.92) : random.between(1.2, 1.8)),
  );
}

function topSpeed(random: Random, plan: TripPlan, events: readonly TimedEvent[]): number {
  if (plan.distanceKm <= 0) return 0;
  const hours = (plan.endMs - plan.startMs) / 3_600_000;
  const averageKmph = plan.distanceKm / hours;
  const [low, high] = ROADS[plan.road].topKmph;
  const usual = plan.distanceKm < 1 ? random.between(18, 34) : random.between(low, high);
  const needed = Math.max(usual, averageKmph * 1.25, ...events.map((event) => event.speeding?.maxKmph ?? 0));
  return Math.round(needed * 10) / 10;
}
