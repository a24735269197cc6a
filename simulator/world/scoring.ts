import type { EventName, TimedEvent } from './events.ts';

/** Ratings from 1 to 5, where 5 is best. -1 means that it cannot be rated. */
export interface TripRatings {
  readonly hardBrake: number;
  readonly phoneUse: number;
  readonly rapidAcceleration: number;
  readonly overspeeding: number;
  readonly hardTurn: number;
}

/** Names of the ratings. */
export const RATING_NAMES = [
  'hardBrake',
  'phoneUse',
  'rapidAcceleration',
  'overspeeding',
  'hardTurn',
] as const;

/** Ratings when nothing can be rated. */
export const UNRATED: TripRatings = {
  hardBrake: -1,
  phoneUse: -1,
  rapidAcceleration: -1,
  overspeeding: -1,
  hardTurn: -1,
};

/**
 * Shortest distance in kilometres for which the score is computed. A shorter trip is scored as if it were this long, so that one
 * hard brake in a car park does not ruin it.
 */
const SHORTEST_EXPOSURE_KM = 5;
/** Best score of a trip that ended in a collision. */
const BEST_SCORE_WITH_COLLISION = 38;

/** Computes the score and the ratings of a trip from its events. */
export function scoreTrip(trip: {
  readonly distanceKm: number;
  readonly events: readonly TimedEvent[];
  readonly hasGyroscope: boolean;
}): { readonly score: number; readonly ratings: TripRatings } {
  const tens = Math.max(trip.distanceKm, SHORTEST_EXPOSURE_KM) / 10;
  const density = (name: EventName): number =>
    trip.events.reduce((sum, event) => (event.name === name ? sum + weight(event) : sum), 0) / tens;
  const brake = density('HARD_BRAKE');
  const acceleration = density('RAPID_ACCELERATION');
  const phone = density('PHONE_USE');
  const speeding = density('OVERSPEEDING');
  const badness = brake + 0.8 * acceleration + 1.5 * phone + 1.1 * speeding;
  const plain = Math.round(34 + 65 * Math.exp(-0.17 * badness));
  const collided = trip.events.some((event) => event.name === 'COLLISION');
  return {
    score: collided ? Math.min(BEST_SCORE_WITH_COLLISION, Math.round(plain * 0.42)) : plain,
    ratings: {
      hardBrake: rating(brake),
      phoneUse: trip.hasGyroscope ? rating(phone) : -1,
      rapidAcceleration: rating(acceleration),
      overspeeding: rating(speeding),
      hardTurn: rating(density('HARD_TURN')),
    },
  };
}

function weight(event: TimedEvent): number {
  if (event.name === 'PHONE_USE') return Math.min(2, 0.5 + event.lastsSeconds / 40);
  if (event.speeding)
    return 0.5 + 2.5 * (event.speeding.maxKmph / event.speeding.limitKmph - 1) + event.lastsSeconds / 200;
  return 1;
}

function rating(density: number): number {
  return Math.max(1, Math.min(5, Math.round(5 - 2.1 * Math.log1p(density))));
}

/** Data of a trip that the averages need. */
export interface ScoredTrip {
  readonly startMs: number;
  readonly distanceKm: number;
  readonly score: number;
  readonly ratings: TripRatings;
}

/** Number of days whose trips a driver's score includes, up to and including the last. */
export const SCORE_WINDOW_DAYS = 28;
const HALF_LIFE_DAYS = 6;

/**
 * Returns a driver's score at a moment, from the trips before it. Each trip is weighted by its distance, and the weight halves
 * every six days. Returns undefined when there is no trip.
 */
export function scoreAsOf(trips: readonly ScoredTrip[], asOfMs: number): number | undefined {
  let sum = 0;
  let weights = 0;
  for (const trip of trips) {
    const ageDays = Math.max(0, (asOfMs - trip.startMs) / 86_400_000);
    const share = Math.max(1, Math.min(40, trip.distanceKm)) * 0.5 ** (ageDays / HALF_LIFE_DAYS);
    sum += trip.score * share;
    weights += share;
  }
  return weights === 0 ? undefined : Math.round(sum / weights);
}

/** Returns the average score of trips, weighted by distance; undefined without trips. */
export function meanScore(trips: readonly ScoredTrip[]): number | undefined {
  const last = trips.at(-1);
  return last
    ? scoreAsOf(
        trips.map((trip) => ({ ...trip, startMs: 0 })),
        0,
      )
    : undefined;
}

/** Returns the average ratings, to two decimals. Omits ratings of -1; a rating is -1 if no trip has it. */
export function meanRatings(all: readonly TripRatings[]): TripRatings {
  const mean = (name: (typeof RATING_NAMES)[number]): number => {
    const rated = all.map((ratings) => ratings[name]).filter((value) => value >= 0);
    if (rated.length === 0) return -1;
    return Math.round((rated.reduce((sum, value) => sum + value, 0) / rated.length) * 100) / 100;
  };
  return {
    hardBrake: mean('hardBrake'),
    phoneUse: mean('phoneUse'),
    rapidAcceleration: mean('rapidAcceleration'),
    overspeeding: mean('overspeeding'),
    hardTurn: mean('hardTurn'),
  };
}
