import type { WorldTrip } from './world.ts';

const NAMES = ['HARD_BRAKE', 'RAPID_ACCELERATION', 'PHONE_USE', 'OVERSPEEDING', 'COLLISION'];
const MINUTE_MS = 60_000;

/** A trip with all its sections, as the documentation of the analytics service describes it. */
export interface ServiceTrip {
  readonly trip_id: string;
  readonly info: Readonly<Record<string, string | number>>;
  readonly driving_behavior: {
    readonly score: { readonly service_score: number };
    readonly event_rating: Readonly<Record<string, number>>;
  };
  readonly events: readonly Readonly<Record<string, string | number>>[];
  readonly simple_path: readonly object[];
  readonly speed_profile: readonly unknown[];
}

/** @param startedAt when the run began; trips ended before it, except those by a clock that is ahead */
export function serviceTrip(trip: WorldTrip, startedAt: Date): ServiceTrip {
  const end = startedAt.getTime() - trip.endedHoursAgo * 60 * MINUTE_MS;
  const start = end - 30 * MINUTE_MS;
  const at = (minute: number): string => new Date(start + minute * MINUTE_MS).toISOString();
  return {
    trip_id: trip.tripId,
    info: {
      distance_km: trip.distanceKm,
      duration_seconds: 1_800,
      trip_max_speed_kmph: 83,
      start_time: at(0),
      end_time: at(30),
      session_id: 'NA',
      insurance_period: 'NA',
    },
    driving_behavior: {
      score: { service_score: 78 },
      event_rating: {
        hard_brake_rating: 4,
        phone_use_rating: trip.phoneRating,
        rapid_acceleration_rating: 5,
        overspeeding_rating: 4,
      },
    },
    events: trip.events.map((code, index) => ({
      event_type: code,
      event_type_name: NAMES[code] ?? `TYPE_${code}`,
      latitude_start: 48.2,
      longitude_start: 11.3,
      latitude_end: 48.2,
      longitude_end: 11.3,
      start_time: at(3 + 2 * index),
      end_time: at(4 + 2 * index),
    })),
    simple_path: Array.from({ length: 12 }, (_each, step) => ({
      latitude: 48.2 + step / 1_000,
      longitude: 11.3 + step / 800,
      timestamp: at(step),
      time_millis: start + step * MINUTE_MS,
    })),
    speed_profile: Array.from({ length: 12 }, (_each, step) => [30, start + step * MINUTE_MS, 'NA']),
  };
}
