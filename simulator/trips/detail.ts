import { makeCurve } from './curve.ts';
import { Random, offset } from '../world/index.ts';
import type { GeoPoint, TimedEvent } from '../world/index.ts';
import { makeMotion } from './motion.ts';
import type { SimulatedTrip } from './trip.ts';

/** A place with the time at which the driver is there. */
export interface TimedPlace extends GeoPoint {
  readonly atMs: number;
}

/** Speed at one moment of a trip. */
export interface Sample {
  readonly speedKmph: number;
  readonly atMs: number;
  /** Speed limit of the road at that moment, in km/h; undefined when unknown. */
  readonly limitKmph?: number;
}

/** An event with the places where it begins and ends. */
export interface PlacedEvent extends TimedEvent {
  readonly start: TimedPlace;
  readonly end: TimedPlace;
}

/** Parts of a trip's data that are long: path, speeds and events. */
export interface TripDetail {
  readonly path: readonly TimedPlace[];
  readonly samples: readonly Sample[];
  readonly events: readonly PlacedEvent[];
}

/** Creates a trip's path, its speeds and the places of its events. The same trip always has the same detail. */
export function detailOf(trip: SimulatedTrip, options: { seed: number; missingLimits: boolean }): TripDetail {
  const random = new Random(options.seed, 'detail', trip.driverIndex, trip.startMs);
  const curve = makeCurve(random, trip, trip.distanceKm);
  const motion = makeMotion(new Random(options.seed, 'motion', trip.driverIndex, trip.startMs), trip);
  const elapsed = (trip.endMs - trip.startMs) / 1000;
  const placeAfter = (seconds: number): TimedPlace => ({
    ...curve.at(motion.kmAfter(seconds)),
    atMs: Math.round(trip.startMs + seconds * 1000),
  });
  const limits = limitsOf(trip, motion.speedsKmph);
  const limitRandom = new Random(options.seed, 'limits', trip.driverIndex, trip.startMs);
  return {
    path: pathTimes(trip, elapsed).map((seconds) => jitter(random, placeAfter(seconds))),
    samples: motion.speedsKmph.map((speedKmph, at) => ({
      speedKmph,
      atMs: Math.round(trip.startMs + at * motion.stepSeconds * 1000),
      ...(options.missingLimits && limitRandom.chance(0.15) ? {} : { limitKmph: limits[at]! }),
    })),
    events: trip.events.map((event) => ({
      ...event,
      start: placeAfter(event.atSeconds),
      end: placeAfter(event.atSeconds + event.lastsSeconds),
    })),
  };
}

function pathTimes(trip: SimulatedTrip, elapsed: number): number[] {
  const usual = Math.max(3, Math.min(120, Math.round(elapsed / 20) + 1));
  const count = Math.max(1, Math.min(usual, trip.mostPathPoints ?? usual));
  return Array.from({ length: count }, (_, at) => (count === 1 ? 0 : (at / (count - 1)) * elapsed));
}

/** Returns a place moved by a few metres, because GPS receivers are inexact. */
function jitter(random: Random, place: TimedPlace): TimedPlace {
  return { ...place, ...offset(place, random.gaussian(0, 0.003), random.gaussian(0, 0.003)) };
}

/**
 * Returns the speed limit for each speed: the smallest usual limit that the driver does not exceed, except during speeding
 * events.
 */
function limitsOf(trip: SimulatedTrip, speeds: readonly number[]): number[] {
  const stepSeconds = (trip.endMs - trip.startMs) / 1000 / Math.max(1, speeds.length - 1);
  const speedingAt = (seconds: number): TimedEvent | undefined =>
    trip.events.find(
      (event) =>
        event.speeding && seconds >= event.atSeconds && seconds <= event.atSeconds + event.lastsSeconds,
    );
  let current = 50;
  return speeds.map((speed, at) => {
    const limit = speedingAt(at * stepSeconds)?.speeding?.limitKmph;
    if (limit !== undefined) return (current = limit);
    if (speed > current * 1.04)
      current = [50, 70, 80, 100, 120, 130].find((posted) => speed <= posted * 1.04) ?? 130;
    else if (speed < current * 0.45) current = trip.road === 'city' ? 30 : Math.max(50, current - 20);
    return current;
  });
}
