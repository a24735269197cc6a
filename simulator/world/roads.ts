import type { Random } from './random.ts';

/** Kind of road on which most of a trip is driven. */
export type RoadClass = 'city' | 'mixed' | 'highway';

/** Speeds of a kind of road, in km/h. Averages include stops. */
interface Road {
  readonly averageKmph: readonly [number, number];
  readonly topKmph: readonly [number, number];
  readonly limitsKmph: readonly number[];
  /** Number of stops (at lights and crossings) per minute of driving. */
  readonly stopsPerMinute: number;
}

/** Typical values for traffic in central Europe. */
export const ROADS: Readonly<Record<RoadClass, Road>> = {
  city: { averageKmph: [19, 29], topKmph: [44, 56], limitsKmph: [30, 50], stopsPerMinute: 0.7 },
  mixed: { averageKmph: [31, 46], topKmph: [72, 98], limitsKmph: [50, 70], stopsPerMinute: 0.35 },
  highway: { averageKmph: [58, 84], topKmph: [108, 131], limitsKmph: [80, 100, 120], stopsPerMinute: 0.08 },
};

/** Returns the kind of road on which a distance is usually driven. */
export function roadFor(random: Random, distanceKm: number): RoadClass {
  if (distanceKm < 7) return 'city';
  if (distanceKm < 16) return random.chance(0.25) ? 'city' : 'mixed';
  return random.chance(Math.min(0.95, (distanceKm - 10) / 30)) ? 'highway' : 'mixed';
}
