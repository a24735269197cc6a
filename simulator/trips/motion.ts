import { ROADS } from '../world/index.ts';
import type { Random } from '../world/index.ts';
import type { SimulatedTrip } from './trip.ts';

/** A trip's speed over time. */
export interface Motion {
  /** Speeds in km/h at equal intervals, from start to end. */
  readonly speedsKmph: readonly number[];
  readonly stepSeconds: number;
  /** Returns the kilometres driven in the given number of seconds after the start. */
  kmAfter(seconds: number): number;
}

/**
 * Returns speeds that agree with all data of the trip. They begin and end at 0, include stops at traffic lights, and reach
 * exactly the trip's top speed. They are high during speeding events, 0 after a collision, and result in the trip's distance.
 */
export function makeMotion(random: Random, trip: SimulatedTrip): Motion {
  const elapsed = Math.max(1, (trip.endMs - trip.startMs) / 1000);
  const steps = Math.max(4, Math.min(360, Math.round(elapsed / (elapsed < 900 ? 5 : 10))));
  const stepSeconds = elapsed / steps;
  const top = trip.maxSpeedKmph;
  const { speeds, fixed } = roughSpeeds(random, trip, { steps, stepSeconds });
  const sum = (exponent: number): number =>
    speeds.reduce((km, speed, at) => km + speedOf(speed, fixed[at]!, { top, exponent }), 0) *
    (stepSeconds / 3600);
  // Searches for an exponent that results in the right distance. It changes the speeds between 0 and the top speed, but not these
  // two.
  let [low, high] = [0.02, 16];
  for (let round = 0; round < 36; round += 1) {
    const middle = (low + high) / 2;
    if (sum(middle) > trip.distanceKm) low = middle;
    else high = middle;
  }
  const speedsKmph = speeds.map((speed, at) => speedOf(speed, fixed[at]!, { top, exponent: low }));
  const driven = [0];
  for (let at = 1; at <= steps; at += 1)
    driven.push(driven[at - 1]! + (speedsKmph[at - 1]! + speedsKmph[at]!) / 2);
  const total = driven[steps]!;
  return {
    speedsKmph,
    stepSeconds,
    kmAfter(seconds) {
      const place = Math.max(0, Math.min(steps, seconds / stepSeconds));
      const at = Math.min(steps - 1, Math.floor(place));
      const units = driven[at]! + (driven[at + 1]! - driven[at]!) * (place - at);
      return total === 0 ? 0 : (units / total) * trip.distanceKm;
    },
  };
}

function speedOf(speed: number, fixed: boolean, curve: { top: number; exponent: number }): number {
  if (fixed || curve.top === 0 || speed <= 0) return speed;
  return curve.top * (speed / curve.top) ** curve.exponent;
}

function roughSpeeds(
  random: Random,
  trip: SimulatedTrip,
  grid: { steps: number; stepSeconds: number },
): { speeds: number[]; fixed: boolean[] } {
  const { steps, stepSeconds } = grid;
  const top = trip.maxSpeedKmph;
  const speeds: number[] = [];
  const stopping = ROADS[trip.road].stopsPerMinute * (stepSeconds / 60);
  let target = random.between(0.45, 0.8);
  let current = 0;
  let stationary = 0;
  for (let at = 0; at <= steps; at += 1) {
    if (stationary > 0) stationary -= 1;
    else if (random.chance(stopping)) stationary = Math.ceil(random.between(8, 40) / stepSeconds);
    if (random.chance(stepSeconds / 70)) target = random.between(0.4, 0.97);
    const goal = stationary > 0 ? 0 : target * top;
    // Limits the acceleration to 7 km/h per second, and the braking to 9. Each step covers only part of the difference, so that
    // the curve is smooth.
    const change = Math.max(-9 * stepSeconds, Math.min(7 * stepSeconds, (goal - current) * 0.75));
    current = Math.max(0, current + change + (stationary > 0 ? 0 : random.gaussian(0, top * 0.015)));
    if (stationary > 0 && current < 4) current = 0;
    speeds.push(Math.min(top, current));
  }
  const fixed = speeds.map(() => false);
  const fix = (at: number, speed: number): void => {
    if (at < 0 || at > steps) return;
    speeds[at] = Math.min(top, speed);
    fixed[at] = true;
  };
  for (const event of trip.events) {
    const first = Math.ceil(event.atSeconds / stepSeconds);
    const last = Math.floor((event.atSeconds + event.lastsSeconds) / stepSeconds);
    if (event.speeding)
      for (let at = first; at <= last; at += 1)
        fix(at, at === Math.floor((first + last) / 2) ? event.speeding.maxKmph : event.speeding.averageKmph);
    if (event.name === 'COLLISION') for (let at = last + 1; at <= steps; at += 1) fix(at, 0);
  }
  // Lets the trip reach its top speed at a moment where no event determines the speed.
  const wished = Math.round(steps * random.between(0.35, 0.65));
  const free = fixed.findIndex((taken, at) => at >= wished && at < steps && !taken);
  fix(free < 0 ? Math.max(1, fixed.indexOf(false, 1)) : free, top);
  fix(0, 0);
  fix(steps, 0);
  return { speeds, fixed };
}
