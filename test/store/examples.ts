import type { Decision } from '../../rules/evaluation/index.ts';
import type { Trip, TripEvent } from '../../rules/vocabulary/index.ts';
import { keepTrip } from '../../store/trips/index.ts';
import type { Db } from '../../store/db/index.ts';

/** Returns an instant of the day of all examples. */
export function at(time: string): Date {
  return new Date(`2026-03-10T${time}Z`);
}

/** Makes a trip with every field, with the given changes. */
export function exampleTrip(change: Partial<Trip> = {}): Trip {
  return {
    driverId: 'd-1',
    tripId: '1000',
    distanceKm: 12.345,
    durationSeconds: 1800.5,
    maxSpeedKmph: 92,
    startTime: '2026-03-10T10:00:00+02:00',
    endTime: '2026-03-10T10:30:00+02:00',
    sessionId: 's-1',
    score: 81.5,
    ratings: { phone_use_rating: 4, hard_brake_rating: null },
    events: [phoneUse()],
    path: [{ latitude: 52.5, longitude: 13.4, timeMillis: 1_773_129_600_000 }],
    speedProfile: [{ speedKmph: 50.2, timeMillis: 1_773_129_600_000 }],
    extra: { vehicle: 'van' },
    problems: [{ pointer: '/info/x', message: 'text where a number belongs' }],
    ...change,
  };
}

/** Makes a phone event with a position and an unknown field. */
export function phoneUse(change: Partial<TripEvent> = {}): TripEvent {
  return {
    typeCode: 2,
    typeName: 'PHONE_USE',
    startTime: '2026-03-10T10:10:00+02:00',
    endTime: '2026-03-10T10:10:20+02:00',
    durationSeconds: 20,
    latitudeStart: 52.51,
    longitudeStart: 13.41,
    extra: { hand_held: true },
    ...change,
  };
}

/** Stores a trip as its first revision, by default of fleet `f`. */
export async function keep(db: Db, trip: Trip, fleetId = 'f'): Promise<boolean> {
  const args = { fleetId, trip, contentHash: 'h1', revision: 1, at: at('12:00:00') };
  return (await keepTrip(db, args)) !== undefined;
}

/** Makes a decision in which `hard-brake` matched and `speeding` did not. */
export function exampleDecision(change: Partial<Decision> = {}): Decision {
  const rule = {
    name: 'R',
    version: 1,
    severity: 'warning',
    mode: 'live',
    reason: 'r',
  } as const;
  return {
    fleet: 'f',
    driver_id: 'd-1',
    trip_id: '1000',
    revision: 1,
    decided_at: '2026-03-10T12:00:00.000Z',
    rules: [
      { ...rule, rule: 'hard-brake', outcome: 'matched' },
      { ...rule, rule: 'speeding', outcome: 'not_matched' },
    ],
    actions: [],
    ...change,
  };
}
