import { towards } from '../world/index.ts';
import type { Driver, GeoPoint, Random } from '../world/index.ts';

/** One drive of a driver's day: its destination, its start, and how long the driver stays there. */
export interface Leg {
  readonly to: GeoPoint;
  /** Start in minutes after local midnight. If absent, the drive starts when the previous stay ends. */
  readonly departMinutes?: number;
  /** Latest start in minutes after local midnight. If the drive could only start later, it is omitted. */
  readonly lastMinutes?: number;
  readonly stayMinutes: number;
  readonly atWork: boolean;
}

/**
 * Returns the drives of a driver's day.
 * @param weekday 0 (Sunday) to 6 (Saturday)
 */
export function legsOf(random: Random, driver: Driver, weekday: number): Leg[] {
  const weekend = weekday === 0 || weekday === 6;
  switch (driver.occupation) {
    case 'commuter':
      return weekend ? outing(random, driver) : commute(random, driver);
    case 'rounds':
      return weekday === 0 ? [] : weekend && random.chance(0.6) ? [] : rounds(random, driver, weekend);
    case 'sales':
      return weekend ? outing(random, driver) : visits(random, driver);
    case 'night_rounds':
      return weekday === 0 || weekday === 1 ? [] : nightRounds(random, driver);
  }
}

function around(random: Random, centre: GeoPoint, km: readonly [number, number]): GeoPoint {
  return towards(centre, random.between(0, 2 * Math.PI), random.between(km[0], km[1]));
}

function commute(random: Random, driver: Driver): Leg[] {
  const legs: Leg[] = [
    { to: driver.base, departMinutes: random.gaussian(445, 22), stayMinutes: 200, atWork: true },
  ];
  if (random.chance(0.22)) {
    legs.push({
      to: around(random, driver.base, [1, 5]),
      departMinutes: random.gaussian(735, 20),
      stayMinutes: 35,
      atWork: true,
    });
    legs.push({ to: driver.base, stayMinutes: 120, atWork: true });
  }
  legs.push({ to: driver.home, departMinutes: random.gaussian(1000, 28), stayMinutes: 40, atWork: true });
  if (random.chance(0.28)) {
    legs.push({
      to: around(random, driver.home, [1, 7]),
      departMinutes: random.gaussian(1130, 25),
      stayMinutes: random.between(30, 100),
      atWork: false,
    });
    legs.push({ to: driver.home, stayMinutes: 0, atWork: false });
  }
  return legs;
}

function outing(random: Random, driver: Driver): Leg[] {
  if (random.chance(0.4)) return [];
  return [
    {
      to: around(random, driver.home, [2, 24]),
      departMinutes: random.gaussian(700, 70),
      stayMinutes: random.between(40, 200),
      atWork: false,
    },
    { to: driver.home, stayMinutes: 0, atWork: false },
  ];
}

function rounds(random: Random, driver: Driver, saturday: boolean): Leg[] {
  const legs: Leg[] = [
    {
      to: driver.base,
      departMinutes: random.gaussian(saturday ? 450 : 400, 14),
      stayMinutes: random.between(12, 35),
      atWork: true,
    },
  ];
  for (let stops = random.integer(saturday ? 2 : 4, saturday ? 4 : 8); stops > 0; stops -= 1)
    legs.push({
      to: around(random, driver.base, [2, 11]),
      stayMinutes: random.between(15, 48),
      lastMinutes: 960,
      atWork: true,
    });
  legs.push({ to: driver.base, stayMinutes: random.between(10, 30), atWork: true });
  legs.push({ to: driver.home, stayMinutes: 0, atWork: true });
  return legs;
}

function visits(random: Random, driver: Driver): Leg[] {
  const legs: Leg[] = [];
  for (let customers = random.integer(1, 3), at = 0; at < customers; at += 1)
    legs.push({
      to: around(random, driver.base, [8, 52]),
      ...(at === 0 ? { departMinutes: random.gaussian(480, 30) } : {}),
      stayMinutes: random.between(45, 110),
      lastMinutes: 930,
      atWork: true,
    });
  legs.push({ to: driver.home, stayMinutes: 0, atWork: true });
  return legs;
}

function nightRounds(random: Random, driver: Driver): Leg[] {
  const legs: Leg[] = [
    {
      to: driver.base,
      departMinutes: random.gaussian(1265, 15),
      stayMinutes: random.between(15, 30),
      atWork: true,
    },
  ];
  for (let stops = random.integer(3, 5); stops > 0; stops -= 1)
    legs.push({
      to: around(random, driver.base, [3, 14]),
      stayMinutes: random.between(20, 50),
      lastMinutes: 1690,
      atWork: true,
    });
  legs.push({ to: driver.base, stayMinutes: 15, atWork: true });
  legs.push({ to: driver.home, stayMinutes: 0, atWork: true });
  return legs;
}
