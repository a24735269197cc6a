import { BAD_DAYS, RATES, ROADS, Random, crowKm, roadFor, towards, weekday } from '../world/index.ts';
import type { Driver, EventRates, Fleet, LocalTime, GeoPoint, Quirks } from '../world/index.ts';
import { legsOf } from './legs.ts';
import type { SimulatedTrip, TripPlan } from './trip.ts';
import { makeTrip } from './trip.ts';

/** Parts of the simulator that are needed to plan days. */
export interface DayPlanner {
  readonly seed: number;
  readonly fleet: Fleet;
  readonly quirks: Quirks;
  readonly localTime: LocalTime;
  /** Local day on which the simulation starts. The bad days of drivers with the character `declining` are around it. */
  readonly startDay: number;
}

/** Number of days before the start at which the bad days of such a driver begin, and after it until which they last. */
const BAD_DAYS_BEFORE = 7;
const BAD_DAYS_AFTER = 8;

/**
 * Returns all trips that a driver starts on a local day, in order. Each begins where the previous one ended. They depend only on
 * seed, driver and day. A night round may last into the next morning, but never into the next evening.
 */
export function planDay(planner: DayPlanner, driver: Driver, day: number): SimulatedTrip[] {
  const plans = planLegs(planner, driver, day);
  const first = plans[0];
  if (!first) return [];
  const partnerStart = startOfPartner(planner, driver, day);
  const shiftMs = partnerStart === undefined ? 0 : partnerStart - first.startMs;
  return plans.map((plan, at) => {
    const random = new Random(planner.seed, 'trip', driver.index, day, at);
    return makeTrip(
      random,
      { ...plan, startMs: plan.startMs + shiftMs, endMs: plan.endMs + shiftMs },
      planner.quirks,
    );
  });
}

/** Returns how often events occur for a driver on a day. */
export function ratesOn(planner: DayPlanner, driver: Driver, day: number): EventRates {
  const sinceStart = day - planner.startDay;
  const bad =
    driver.character === 'declining' && sinceStart > -BAD_DAYS_BEFORE && sinceStart <= BAD_DAYS_AFTER;
  const rates = bad ? BAD_DAYS : RATES[driver.character];
  const mood = new Random(planner.seed, 'mood', driver.index, day).gaussian(0, 0.35);
  const factor = (bad ? 1 : driver.temper) * Math.exp(mood);
  return {
    hardBrake: rates.hardBrake * factor,
    rapidAcceleration: rates.rapidAcceleration * factor,
    phoneUse: rates.phoneUse * factor,
    overspeeding: rates.overspeeding * factor,
  };
}

/** Returns a place at the given distance by road. The straight line to it is about a quarter shorter. */
export function placeAt(random: Random, from: GeoPoint, roadKm: number): GeoPoint {
  return towards(from, random.between(0, 2 * Math.PI), roadKm / random.between(1.22, 1.38));
}

function planLegs(planner: DayPlanner, driver: Driver, day: number): TripPlan[] {
  const random = new Random(planner.seed, 'day', driver.index, day);
  if (isUnavailable(planner, driver, day)) return [];
  const rates = ratesOn(planner, driver, day);
  const plans: TripPlan[] = [];
  const dayLabel = `${driver.index + 1}-${day}`;
  let place = driver.home;
  let freeMs = 0;
  let stop = 0;
  for (const leg of legsOf(random, driver, weekday(day))) {
    const distanceKm = Math.max(0.4, crowKm(place, leg.to) * random.between(1.22, 1.4));
    const road = roadFor(random, distanceKm);
    const [low, high] = ROADS[road].averageKmph;
    const hours = distanceKm / random.between(low, high);
    const wishedMs = leg.departMinutes === undefined ? 0 : planner.localTime.moment(day, leg.departMinutes);
    const startMs = Math.max(freeMs, Math.round(wishedMs)) + random.integer(0, 59_999);
    const endMs = startMs + Math.round(hours * 3_600_000);
    if (leg.lastMinutes !== undefined && startMs > planner.localTime.moment(day, leg.lastMinutes)) continue;
    plans.push({
      driver,
      startMs,
      endMs,
      distanceKm,
      road,
      from: place,
      to: leg.to,
      rates,
      ...(driver.usesSessions && leg.atWork ? { sessionId: `shift-${dayLabel}` } : {}),
      ...(driver.usesTracking && leg.atWork ? { trackingId: `job-${dayLabel}-${(stop += 1)}` } : {}),
    });
    place = leg.to;
    freeMs = endMs + Math.round(leg.stayMinutes * 60_000);
  }
  return plans;
}

function isUnavailable(planner: DayPlanner, driver: Driver, day: number): boolean {
  if (day < planner.startDay - driver.daysKnown) return true;
  // Keeps the first three drivers available every day, so that a new user sees different kinds of drivers.
  if (driver.index < 3) return false;
  const week = Math.floor((day + 3) / 7);
  return (
    new Random(planner.seed, 'week', driver.index, week).chance(0.06) ||
    new Random(planner.seed, 'off', driver.index, day).chance(0.05)
  );
}

/**
 * Returns when the driver's partner (another driver) starts on a day. Both then start in the same millisecond, so that their
 * trips have the same id. Returns undefined for a driver without a partner.
 */
function startOfPartner(planner: DayPlanner, driver: Driver, day: number): number | undefined {
  if (!planner.quirks.sharedTripIds || driver.index % 10 !== 3) return undefined;
  const partner = planner.fleet.driver(driver.index - 1);
  if (partner.occupation === 'night_rounds' || driver.occupation === 'night_rounds') return undefined;
  return planLegs(planner, partner, day)[0]?.startMs;
}
