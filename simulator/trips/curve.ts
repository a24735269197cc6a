import { difference, offset } from '../world/index.ts';
import type { GeoPoint, Random } from '../world/index.ts';

/** A path between two places, as a function of the kilometres driven along it. */
export interface Curve {
  /** Returns the position after so many kilometres. */
  at(km: number): GeoPoint;
}

const STEPS = 160;
const WAVES = 7;

/**
 * Returns a smooth path of `lengthKm` from one place to another: a straight line, bent sideways by a sum of waves. The waves are
 * as high as the length requires. If `lengthKm` is less than the straight distance, the path ends before the destination.
 */
export function makeCurve(random: Random, ends: { from: GeoPoint; to: GeoPoint }, lengthKm: number): Curve {
  const { eastKm, northKm } = difference(ends.from, ends.to);
  const crow = Math.max(0.001, Math.hypot(eastKm, northKm));
  const waves = Array.from({ length: WAVES }, (_, at) => random.gaussian(0, 1) / (at + 1) ** 0.9);
  const sideways = (u: number): number =>
    waves.reduce((sum, height, at) => sum + height * Math.sin((at + 1) * Math.PI * u), 0);
  const shape = Array.from({ length: STEPS + 1 }, (_, step) => sideways(step / STEPS));
  const lengthAt = (height: number): number[] => {
    const lengths = [0];
    for (let step = 1; step <= STEPS; step += 1)
      lengths.push(lengths[step - 1]! + Math.hypot(crow / STEPS, height * (shape[step]! - shape[step - 1]!)));
    return lengths;
  };
  let low = 0;
  let high = lengthKm + 1;
  for (let round = 0; round < 40; round += 1) {
    const middle = (low + high) / 2;
    if (lengthAt(middle)[STEPS]! < lengthKm) low = middle;
    else high = middle;
  }
  const lengths = lengthAt(low);
  const along = { east: eastKm / crow, north: northKm / crow };
  return {
    at(km) {
      let step = 1;
      while (step < STEPS && lengths[step]! < km) step += 1;
      const span = lengths[step]! - lengths[step - 1]!;
      const part = span === 0 ? 0 : Math.max(0, Math.min(1, (km - lengths[step - 1]!) / span));
      const forward = ((step - 1 + part) / STEPS) * crow;
      const aside = low * (shape[step - 1]! + part * (shape[step]! - shape[step - 1]!));
      return offset(
        ends.from,
        forward * along.east - aside * along.north,
        forward * along.north + aside * along.east,
      );
    },
  };
}
