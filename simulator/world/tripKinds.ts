import type { EventName } from './events.ts';
import type { Random } from './random.ts';

/** Kinds of trips that can be requested. */
export const TRIP_KINDS = [
  'ordinary',
  'collision',
  'phone',
  'hard_brake',
  'speeding',
  'short',
  'no_movement',
  'few_points',
] as const;

/** Kind of a trip. */
export type TripKind = (typeof TRIP_KINDS)[number];

/** Properties that a trip has because of its kind. */
export interface DrawnKind {
  readonly distanceKm: number;
  /** Duration of the trip. If absent, it is as long as the distance takes on its kind of road. */
  readonly durationSeconds?: number;
  readonly events: readonly EventName[];
  /** Whether the trip has only `events`, and none from the driver's habits. */
  readonly still: boolean;
  readonly mostPathPoints?: number;
}

/** Draws the properties of a trip of a given kind. */
export function drawKind(random: Random, kind: TripKind): DrawnKind {
  const usual = { distanceKm: random.between(4, 17), events: [], still: false };
  switch (kind) {
    case 'ordinary':
      return usual;
    case 'collision':
      return { ...usual, events: ['HARD_BRAKE', 'COLLISION'] };
    case 'phone':
      return { ...usual, events: times('PHONE_USE', random.integer(2, 4)) };
    case 'hard_brake':
      return { ...usual, events: [...times('HARD_BRAKE', random.integer(4, 7)), 'RAPID_ACCELERATION'] };
    case 'speeding':
      return {
        ...usual,
        distanceKm: random.between(16, 30),
        events: times('OVERSPEEDING', random.integer(3, 5)),
      };
    case 'short':
      return {
        distanceKm: random.between(0.03, 0.14),
        durationSeconds: random.integer(18, 45),
        events: [],
        still: true,
        mostPathPoints: 3,
      };
    case 'no_movement':
      return { distanceKm: 0, durationSeconds: random.integer(300, 900), events: [], still: true };
    case 'few_points':
      return { ...usual, distanceKm: random.between(2, 6), still: true, mostPathPoints: 2 };
  }
}

function times(name: EventName, count: number): EventName[] {
  return Array.from({ length: count }, () => name);
}
