import { Random, UNRATED } from '../world/index.ts';
import type { Fleet, TripRatings } from '../world/index.ts';
import { Readings } from './readings.ts';
import type { DayRange, DriverFigures } from './readings.ts';

/** Days per week. A driver may be unavailable for whole weeks. */
const WEEK = 7;

/**
 * Scores of drivers that are drawn from the seed, without computing trips. A fleet of a hundred thousand drivers is then served
 * about 100 times as fast, so that measurements show the client's speed.
 *
 * The values of a driver and range never change, and a week's number of trips is the sum over its days. No driver has a readable
 * trip.
 */
export class DrawnReadings extends Readings {
  readonly #fleet: Fleet;
  readonly #seed: number;

  constructor(options: ConstructorParameters<typeof Readings>[0] & { readonly seed: number }) {
    super(options);
    this.#fleet = options.fleet;
    this.#seed = options.seed;
  }

  override isActive(driverIndex: number, range: DayRange): boolean {
    for (let day = range.first; day <= range.last; day += 1)
      if (this.#tripsOn(driverIndex, day) > 0) return true;
    return false;
  }

  override driver(driverIndex: number, range: DayRange): DriverFigures {
    const driver = this.#fleet.driver(driverIndex);
    const usual = new Random(this.#seed, 'drawn', driverIndex);
    const level = Math.min(97, Math.max(35, usual.gaussian(83, 9)));
    const isRated = !usual.chance(0.01);
    const kmATrip = usual.between(3, 35);
    let tripCount = 0;
    for (let day = range.first; day <= range.last; day += 1) tripCount += this.#tripsOn(driverIndex, day);
    const now = new Random(this.#seed, 'drawn as of', driverIndex, range.last);
    const score = Math.round(Math.min(100, Math.max(1, level + now.gaussian(0, 3))) * 10) / 10;
    const rating = (): number => Math.min(5, Math.max(1, Math.round(score / 20 + now.gaussian(0, 0.5))));
    const rated: TripRatings = {
      hardBrake: rating(),
      phoneUse: driver.hasGyroscope ? rating() : -1,
      rapidAcceleration: rating(),
      overspeeding: rating(),
      hardTurn: rating(),
    };
    return {
      driver,
      tripCount,
      distanceKm: Math.round(tripCount * kmATrip * 100) / 100,
      durationSeconds: Math.round(tripCount * kmATrip * 95),
      highwayRatio: Math.round(usual.next() * 100) / 100,
      nightFraction: usual.chance(0.1) ? 0.2 : 0,
      ...(tripCount > 0 ? { lastTripMs: range.last * 86_400_000 } : {}),
      ...(isRated && tripCount > 0 ? { score } : {}),
      ratings: isRated ? rated : UNRATED,
      daily: [],
    };
  }

  #tripsOn(driverIndex: number, day: number): number {
    const week = Math.floor((day + 3) / WEEK);
    if (new Random(this.#seed, 'drawn week', driverIndex, week).chance(0.05)) return 0;
    return new Random(this.#seed, 'drawn day', driverIndex, day).integer(0, 4);
  }
}
