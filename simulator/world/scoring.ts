import type { EventName, TimedEvent } from './events.ts';

/** Ratings from 1 to 5, 5 is best; -1 cannot be rated. */
export interface TripRatings {
  readonly hardBrake: number;
  readonly phoneUse: number;
  readonly rapidAcceleration: number;
  readonly overspeeding: number;
  readonly hardTurn: number;
}

/** The names of the ratings. */
export const RATING_NAMES = [
  'hardBrake',
  'phoneUse',
  'rapidAcceleration',
  'overspeeding',
  'hardTurn',
] as const;

/** The ratings of a trip that cannot be rated. */
export const UNRATED: TripRatings = {
  hardBrake: -1,
  phoneUse: -1,
  rapidAcceleration: -1,
  overspeeding: -1,
  hardTurn: -1,
};

/** A trip shorter than this counts as if it were this long, so that one brake in a car park does not ruin a driver. */
const SHORTEST_EXPOSURE_KM = 5;
/** A trip that ended in a collision scores no better than this. */
const BEST_SCORE_WITH_COLLISION = 38;

/** Score and ratings of a trip from its events. */
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

/** Figures of a trip that the averages need. */
export interface ScoredTrip {
  readonly startMs: number;
  readonly distanceKm: number;
  readonly score: number;
  readonly ratings: TripRatings;
}

/** Days that count for a driver's score, the last included. */
export const SCORE_WINDOW_DAYS = 28;
const HALF_LIFE_DAYS = 6;

/**
 * A driver's score as of a moment: the trips before it, weighted by their distance and halved every few days of age.
 * Undefined when there is no trip to score.
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

/** The distance-weighted score of some trips; undefined without trips. */
export function meanScore(trips: readonly ScoredTrip[]): number | undefined {
  const last = trips.at(-1);
  return last
    ? scoreAsOf(
        trips.map((trip) => ({ ...trip, startMs: 0 })),
        0,
      )
    : undefined;
}

/** Averages of ratings to two decimals, without those that could not be rated; -1 where none could. */
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
