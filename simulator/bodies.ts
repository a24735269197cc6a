import type { LocalTime } from './calendar.ts';
import { dateText, utcDay } from './calendar.ts';
import type { TripDetail } from './detail.ts';
import { detailOf } from './detail.ts';
import { EVENT_TYPES } from './events.ts';
import type { Driver } from './fleet.ts';
import type { FleetFigures } from './fleetFigures.ts';
import type { Quirks } from './quirks.ts';
import { Random } from './random.ts';
import type { DailyFigures, DriverFigures } from './readings.ts';
import type { TripRatings } from './scoring.ts';
import { UNRATED } from './scoring.ts';
import type { SimulatedTrip } from './trip.ts';

/** A JSON body on its way out. */
export type Body = Record<string, unknown>;

/** Sections a caller may select. */
export type Section =
  'info' | 'driving_behavior' | 'daily_driving_behavior' | 'simple_path' | 'speed_profile' | 'events';

const KM_PER_MILE = 1.609344;

/** Writes figures and trips the way the service spells them, quirks included. */
export class Bodies {
  readonly #seed: number;
  readonly #quirks: Quirks;
  readonly #localTime: LocalTime;
  readonly #startDay: number;

  /** @param options.startDay UTC day of the simulation's start */
  constructor(options: { seed: number; quirks: Quirks; localTime: LocalTime; startDay: number }) {
    this.#seed = options.seed;
    this.#quirks = options.quirks;
    this.#localTime = options.localTime;
    this.#startDay = options.startDay;
  }

  /** One driver of the drivers list or of the driver score; without his id. */
  driver(figures: DriverFigures, sections: ReadonlySet<Section>): Body {
    const { driver } = figures;
    const flat = this.#chosen(this.#quirks.scoreShape, ['nested', 'flat'], driver.id) === 'flat';
    return {
      ...(sections.has('info') ? { info: this.#driverInfo(figures) } : {}),
      ...this.#behaviors(figures, sections, flat),
    };
  }

  /** The fleet's or a group's scores. */
  fleet(figures: FleetFigures, sections: ReadonlySet<Section>, name: string): Body {
    const flat = this.#chosen(this.#quirks.scoreShape, ['nested', 'flat'], name) === 'flat';
    const count = this.#chosen(this.#quirks.driverCountName, ['drivers_count', 'driver_count'], name);
    const info = {
      distance_km: figures.distanceKm,
      duration_seconds: figures.durationSeconds,
      [count]: figures.driversCount,
      ...(figures.lastTripMs === undefined
        ? this.#na('last_trip_date')
        : { last_trip_date: dateText(utcDay(figures.lastTripMs)) }),
      missing_data_driver_count: figures.missingDataDriverCount,
    };
    return { ...(sections.has('info') ? { info } : {}), ...this.#behaviors(figures, sections, flat) };
  }

  /** A trip with the selected sections. */
  trip(trip: SimulatedTrip, sections: ReadonlySet<Section>): Body {
    const top = this.#chosen(this.#quirks.maxSpeedPlace, ['info', 'top'], this.#nameOf(trip)) === 'top';
    const long = sections.has('simple_path') || sections.has('speed_profile') || sections.has('events');
    const detail = long
      ? detailOf(trip, { seed: this.#seed, missingLimits: this.#quirks.missingSpeedLimits })
      : undefined;
    return {
      trip_id: trip.tripId,
      ...(sections.has('info') ? { info: this.#tripInfo(trip, top) } : {}),
      ...(sections.has('info') && top ? { trip_max_speed: trip.maxSpeedKmph } : {}),
      ...(sections.has('driving_behavior') ? { driving_behavior: this.tripBehavior(trip) } : {}),
      ...(detail && sections.has('simple_path') ? { simple_path: this.#path(detail) } : {}),
      ...(detail && sections.has('speed_profile') ? { speed_profile: speedProfile(detail) } : {}),
      ...(detail && sections.has('events') ? { events: this.#events(detail) } : {}),
    };
  }

  /** Score and ratings of a trip; the shape goes by trip. */
  tripBehavior(trip: SimulatedTrip): Body {
    const flat = this.#chosen(this.#quirks.scoreShape, ['nested', 'flat'], this.#nameOf(trip)) === 'flat';
    return this.#behavior(trip, flat);
  }

  #nameOf(trip: SimulatedTrip): string {
    return `${trip.driverIndex}/${trip.tripId}`;
  }

  /** What a quirk says, or for `mixed` one of the two by the name. */
  #chosen<A extends string, B extends string>(
    quirk: A | B | 'mixed',
    of: readonly [A, B],
    name: string,
  ): A | B {
    if (quirk !== 'mixed') return quirk;
    return new Random(this.#seed, of[0], name).chance(0.5) ? of[0] : of[1];
  }

  #na(field: string): Body {
    return this.#quirks.naTexts ? { [field]: 'NA' } : {};
  }

  #behaviors(
    figures: { score?: number; ratings: TripRatings; daily: readonly DailyFigures[] },
    sections: ReadonlySet<Section>,
    flat: boolean,
  ): Body {
    const known = figures.score !== undefined || this.#quirks.unratablePhones;
    const overall =
      figures.score === undefined
        ? { score: -1, ratings: UNRATED }
        : { score: figures.score, ratings: figures.ratings };
    return {
      ...(sections.has('driving_behavior') && known
        ? { driving_behavior: this.#behavior(overall, flat) }
        : {}),
      ...(sections.has('daily_driving_behavior')
        ? {
            daily_driving_behavior: figures.daily.map((day) => ({
              date: dateText(day.day),
              ...this.#behavior(day, flat),
            })),
          }
        : {}),
    };
  }

  #behavior(of: { readonly score: number; readonly ratings: TripRatings }, flat: boolean): Body {
    const score = { service_score: of.score };
    return { ...(flat ? score : { score }), event_rating: this.#ratings(of.ratings) };
  }

  #ratings(ratings: TripRatings): Body {
    return {
      hard_brake_rating: ratings.hardBrake,
      phone_use_rating: ratings.phoneUse,
      rapid_acceleration_rating: ratings.rapidAcceleration,
      overspeeding_rating: ratings.overspeeding,
      ...(this.#quirks.unknownEventTypes ? { hard_turn_rating: ratings.hardTurn } : {}),
    };
  }

  #driverInfo(figures: DriverFigures): Body {
    const { driver } = figures;
    const count = this.#chosen(this.#quirks.tripCountName, ['trip_count', 'num_trips'], driver.id);
    return {
      [count]: figures.tripCount,
      distance_km: figures.distanceKm,
      duration_seconds: figures.durationSeconds,
      driver_start_date: dateText(this.#startDay - driver.daysKnown),
      attributes: this.#attributes(driver),
      device_info: driver.devices.map((device) => ({
        model: device.model,
        version: device.version,
        missing_data: device.hasGyroscope ? [] : ['gyroscope'],
      })),
      highway_ratio: figures.highwayRatio,
      night_driving_fraction: figures.nightFraction,
    };
  }

  #attributes(driver: Driver): unknown {
    const given = {
      name: driver.name,
      role: driver.occupation,
      vehicle: `${driver.occupation === 'commuter' ? 'Car' : 'Van'} ${driver.index + 1}`,
    };
    const form =
      this.#quirks.attributes === 'mixed'
        ? new Random(this.#seed, 'attributes', driver.index).weighted({ json: 5, object: 3, na: 2 })
        : this.#quirks.attributes;
    return form === 'json' ? JSON.stringify(given) : form === 'object' ? given : 'NA';
  }

  #tripInfo(trip: SimulatedTrip, top: boolean): Body {
    return {
      distance_km: trip.distanceKm,
      duration_seconds: trip.durationSeconds,
      ...(top ? {} : { trip_max_speed_kmph: trip.maxSpeedKmph }),
      start_time: this.#localTime.iso(trip.startMs),
      end_time: this.#localTime.iso(trip.endMs),
      ...(trip.sessionId === undefined ? this.#na('session_id') : { session_id: trip.sessionId }),
      ...(trip.trackingId === undefined ? this.#na('tracking_id') : { tracking_id: trip.trackingId }),
      ...this.#na('insurance_period'),
      ...(this.#quirks.extraInfoFields
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

function degrees(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
