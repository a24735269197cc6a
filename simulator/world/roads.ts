import type { Random } from './random.ts';

/** The kind of road that most of a trip runs on. */
export type RoadClass = 'city' | 'mixed' | 'highway';

/** Speeds of a road class, km/h. Averages include the stops. */
interface Road {
  readonly averageKmph: readonly [number, number];
  readonly topKmph: readonly [number, number];
  readonly limitsKmph: readonly number[];
  /** Stops (lights, crossings) in a minute of driving. */
  readonly stopsPerMinute: number;
}

/** Typical figures of central European traffic. */
export const ROADS: Readonly<Record<RoadClass, Road>> = {
  city: { averageKmph: [19, 29], topKmph: [44, 56], limitsKmph: [30, 50], stopsPerMinute: 0.7 },
  mixed: { averageKmph: [31, 46], topKmph: [72, 98], limitsKmph: [50, 70], stopsPerMinute: 0.35 },
  highway: { averageKmph: [58, 84], topKmph: [108, 131], limitsKmph: [80, 100, 120], stopsPerMinute: 0.08 },
};

/** Returns the road class that a distance is usually driven on. */
export function roadFor(random: Random, distanceKm: number): RoadClass {
  if (distanceKm < 7) return 'city';
  if (distanceKm < 16) return random.chance(0.25) ? 'city' : 'mixed';
  return random.chance(Math.min(0.95, (distanceKm - 10) / 30)) ? 'highway' : 'mixed';
}
