import {
  DAY_MS,
  DEFAULT_QUIRKS,
  Fleet,
  LocalTime,
  Random,
  SimulatedClock,
  drawKind,
} from '../../simulator/world/index.ts';
import type { Driver, Quirks, TripKind } from '../../simulator/world/index.ts';
import { Readings, TripBook, makeTrip } from '../../simulator/trips/index.ts';
import type { DayPlanner, SimulatedTrip } from '../../simulator/trips/index.ts';

/**
 * The bench's fleet: its size, its calendar and its rates, fixed here and by the seed, and independent of every rule. Trips,
 * events and scores are those of the simulator's planned days (`simulator/trips/days.ts`, `simulator/world/characters.ts`), not
 * the sandbox's traffic, in which something happens all the time. Collisions and invalid trips have their rates here, because a
 * planned day has no collision and hardly any invalid trip.
 */
export const FLEET = {
  drivers: Number(process.env['DRIVERS'] ?? 200),
  /** The simulator's groups. */
  groups: ['north', 'south', 'harbour', 'express'],
  timezone: 'Europe/Berlin',
  /** A Monday. */
  firstDate: '2026-06-01',
  days: Number(process.env['DAYS'] ?? 28),
  /** Before the first day: decided and sent as the days after it, and not measured, so that throttles and runs are under way. */
  warmUpDays: 7,
  /** Before the warm-up: stored without decisions, as a backfill does, so that a window of 30 days is full on the first day. */
  historyDays: 23,
  /** Before that: known to the service only, whose scores look back 28 days from a date seven days earlier. */
  scoreDays: 35,
} as const;

/**
 * A detected collision in so many kilometres. Assumed: a fleet has an accident in some 150,000 km; phones detect about three false ones
 * beside each.
 */
const KM_PER_COLLISION = 40_000;
/**
 * One trip in so many is followed by a recording that is no trip: a car moved in the yard, a phone without positions. Assumed,
 * since the service discards most of these itself and nothing says how many remain.
 */
const TRIPS_PER_INVALID = 500;
const INVALID_KINDS: readonly TripKind[] = ['short', 'no_movement', 'few_points'];
/** The simulator's drivers that get worse do so from six days before this day of the measurement to eight days after it. */
const WORST_DAY = 11;

/**
 * The service's deviations from its interface. Trips that cannot be read at first and trips scored again are left out, because
 * other benches measure them. Late uploads stay: three in a hundred come hours after they ended.
 */
const QUIRKS: Quirks = { ...DEFAULT_QUIRKS, lateReadability: { share: 0, upToSeconds: 0 }, rescoreShare: 0 };

/** The fleet of one seed, with all trips it drives. */
export interface BenchFleet {
  readonly seed: number;
  readonly quirks: Quirks;
  readonly clock: SimulatedClock;
  readonly localTime: LocalTime;
  readonly fleet: Fleet;
  readonly book: TripBook;
  readonly readings: Readings;
  /** First instants of the stored history, the warm-up and the measurement, and the end of it. */
  readonly moments: {
    readonly history: number;
    readonly warmUp: number;
    readonly first: number;
    readonly end: number;
  };
  /** The trips that Tripline sees, in the order in which they are announced. */
  readonly trips: readonly SimulatedTrip[];
}

/** Makes the fleet of a seed. */
export function makeFleet(seed: number): BenchFleet {
  const localTime = new LocalTime(FLEET.timezone);
  const firstDay = Math.floor(Date.parse(`${FLEET.firstDate}T00:00:00Z`) / DAY_MS);
  const moments = {
    history: localTime.moment(firstDay - FLEET.warmUpDays - FLEET.historyDays, 0),
    warmUp: localTime.moment(firstDay - FLEET.warmUpDays, 0),
    first: localTime.moment(firstDay, 0),
    end: localTime.moment(firstDay + FLEET.days, 0),
  };
  const fleet = new Fleet({ seed, drivers: FLEET.drivers, groups: FLEET.groups, quirks: QUIRKS });
  const clock = new SimulatedClock({ startAtMs: moments.history, speed: 0 });
  const planner: DayPlanner = { seed, fleet, quirks: QUIRKS, localTime, startDay: firstDay + WORST_DAY - 1 };
  const book = new TripBook({
    planner,
    clock,
    firstDay: firstDay - FLEET.warmUpDays - FLEET.historyDays - FLEET.scoreDays,
    planEndsMs: () => Infinity,
  });
  const trips: SimulatedTrip[] = [];
  for (let index = 0; index < fleet.size; index += 1)
    for (const trip of book.planned(index, { fromMs: moments.history, toMs: moments.end - 1 }))
      trips.push(...happened({ seed, fleet, book, trip }));
  trips.sort((one, other) => one.uploadedMs - other.uploadedMs || one.driverIndex - other.driverIndex);
  const readings = new Readings({ book, fleet, localTime });
  return { seed, quirks: QUIRKS, clock, localTime, fleet, book, readings, moments, trips };
}

/** A planned trip as it happened: perhaps with a collision, and perhaps with a recording after it that is no trip. */
function happened(args: {
  readonly seed: number;
  readonly fleet: Fleet;
  readonly book: TripBook;
  readonly trip: SimulatedTrip;
}): SimulatedTrip[] {
  const { seed, fleet, book, trip } = args;
  const random = new Random(seed, 'bench', trip.driverIndex, trip.startMs);
  const collides = random.chance(trip.distanceKm / KM_PER_COLLISION);
  const driven = collides ? book.rescore(trip.driverIndex, trip.tripId, { events: ['COLLISION'] }) : trip;
  if (!random.chance(1 / TRIPS_PER_INVALID)) return [driven ?? trip];
  const invalid = invalidAfter(random, fleet.driver(trip.driverIndex), trip);
  book.put(invalid);
  return [driven ?? trip, invalid];
}

function invalidAfter(random: Random, driver: Driver, trip: SimulatedTrip): SimulatedTrip {
  const kind = drawKind(random, random.pick(INVALID_KINDS));
  const startMs = trip.endMs + random.integer(60_000, 240_000);
  const seconds = kind.durationSeconds ?? Math.round((kind.distanceKm / 25) * 3600);
  return makeTrip(
    random,
    {
      driver,
      startMs,
      endMs: startMs + seconds * 1000,
      distanceKm: kind.distanceKm,
      road: 'city',
      from: trip.to,
      to: trip.to,
      rates: { hardBrake: 0, rapidAcceleration: 0, phoneUse: 0, overspeeding: 0 },
      ...(kind.mostPathPoints !== undefined && { mostPathPoints: kind.mostPathPoints }),
    },
    QUIRKS,
  );
}
