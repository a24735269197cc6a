import { EVENT_TYPES } from '../world/index.ts';
import type { LocalTime } from '../world/index.ts';
import { detailOf } from '../trips/index.ts';
import type { SimulatedTrip, TripDetail } from '../trips/index.ts';
import type { Body, Section, Spelling } from './spelling.ts';

const KM_PER_MILE = 1.609344;

/** Writer of trips in the service's format, including its quirks. */
export class TripBodies {
  readonly #spelling: Spelling;
  readonly #localTime: LocalTime;

  constructor(options: { spelling: Spelling; localTime: LocalTime }) {
    this.#spelling = options.spelling;
    this.#localTime = options.localTime;
  }

  /** Returns a trip with the selected sections. */
  trip(trip: SimulatedTrip, sections: ReadonlySet<Section>): Body {
    const top =
      this.#spelling.chosen(this.#spelling.quirks.maxSpeedPlace, ['info', 'top'], nameOf(trip)) === 'top';
    const long = sections.has('simple_path') || sections.has('speed_profile') || sections.has('events');
    const detail = long
      ? detailOf(trip, { seed: this.#spelling.seed, missingLimits: this.#spelling.quirks.missingSpeedLimits })
      : undefined;
    return {
      trip_id: trip.tripId,
      ...(sections.has('info') ? { info: this.#tripInfo(trip, top) } : {}),
      ...(sections.has('info') && top ? { trip_max_speed: trip.maxSpeedKmph } : {}),
      ...(sections.has('driving_behavior')
        ? { driving_behavior: this.#spelling.behavior(trip, nameOf(trip)) }
        : {}),
      ...(detail && sections.has('simple_path') ? { simple_path: this.#path(detail) } : {}),
      ...(detail && sections.has('speed_profile') ? { speed_profile: speedProfile(detail) } : {}),
      ...(detail && sections.has('events') ? { events: this.#events(detail) } : {}),
    };
  }

  #tripInfo(trip: SimulatedTrip, top: boolean): Body {
    return {
      distance_km: trip.distanceKm,
      duration_seconds: trip.durationSeconds,
      ...(top ? {} : { trip_max_speed_kmph: trip.maxSpeedKmph }),
      start_time: this.#localTime.iso(trip.startMs),
      end_time: this.#localTime.iso(trip.endMs),
      ...(trip.sessionId === undefined
        ? this.#spelling.missing('session_id')
        : { session_id: trip.sessionId }),
      ...(trip.trackingId === undefined
        ? this.#spelling.missing('tracking_id')
        : { tracking_id: trip.trackingId }),
      ...this.#spelling.missing('insurance_period'),
      ...(this.#spelling.quirks.extraInfoFields
        ? {
            drive_category: 'car',
            user_mode: 'driver',
            idle_seconds: Math.round(0.06 * trip.durationSeconds),
          }
        : {}),
    };
  }

  #path(detail: TripDetail): Body[] {
    return detail.path.map((point) => ({
      latitude: degrees(point.latitude),
      longitude: degrees(point.longitude),
      timestamp: this.#localTime.iso(point.atMs),
      time_millis: point.atMs,
    }));
  }

  #events(detail: TripDetail): Body[] {
    return detail.events.map((event) => ({
      event_type: EVENT_TYPES[event.name],
      event_type_name: event.name,
      latitude_start: degrees(event.start.latitude),
      longitude_start: degrees(event.start.longitude),
      latitude_end: degrees(event.end.latitude),
      longitude_end: degrees(event.end.longitude),
      start_time: this.#localTime.iso(event.start.atMs),
      end_time: this.#localTime.iso(event.end.atMs),
      ...(event.speeding
        ? {
            average_driver_speed_kmph: event.speeding.averageKmph,
            max_driver_speed_kmph: event.speeding.maxKmph,
            posted_speed_limit_kmph: event.speeding.limitKmph,
          }
        : {}),
    }));
  }
}

function speedProfile(detail: TripDetail): unknown[] {
  return detail.samples.map((sample) => [
    Math.round((sample.speedKmph / KM_PER_MILE) * 10) / 10,
    sample.atMs,
    sample.limitKmph ?? 'NA',
  ]);
}

function nameOf(trip: SimulatedTrip): string {
  return `${trip.driverIndex}/${trip.tripId}`;
}

function degrees(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
