/**
 * Types of the service's data after normalisation: a trip, its events, and a driver's score reading. All data from the analytics
 * service passes once through `analytics/normalise.ts`, which returns these types.
 */

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/**
 * Ratings from 1 to 5 (5 is best), by their name in the service's data, such as `phone_use_rating`. `null`: the service cannot
 * rate (it sent a negative number or `NA`). Absent: the rating was not sent.
 */
export interface Ratings {
  readonly [name: string]: number | null;
}

/** A value in the service's data that did not have the type of its field. The value is omitted, because it may be a position. */
export interface DataProblem {
  /** JSON pointer in the service's response, such as `/info/distance_km`. */
  readonly pointer: string;
  /** The type that was found and the expected type, such as `text where a number belongs`. */
  readonly message: string;
}

/** One driving event in a trip (section 2 of the interface, "Driving event"). */
export interface TripEvent {
  /**
   * The type's code in the service: 0 HARD_BRAKE, 1 RAPID_ACCELERATION, 2 PHONE_USE, 3 OVERSPEEDING, 4 COLLISION. Other codes
   * exist.
   */
  readonly typeCode?: number;
  /** The type's name in the service, in capitals. If only a known code was sent, the name is derived from the code. */
  readonly typeName?: string;
  readonly startTime?: string;
  readonly endTime?: string;
  /** Seconds from start to end. Absent if a time is missing, or if the end is before the start. */
  readonly durationSeconds?: number;
  readonly latitudeStart?: number;
  readonly longitudeStart?: number;
  readonly latitudeEnd?: number;
  readonly longitudeEnd?: number;
  /** OVERSPEEDING only. */
  readonly averageDriverSpeedKmph?: number;
  /** OVERSPEEDING only. */
  readonly maxDriverSpeedKmph?: number;
  /** OVERSPEEDING only. */
  readonly postedSpeedLimitKmph?: number;
  /** Fields that the interface does not define, stored as sent. */
  readonly extra: JsonObject;
}

/** One point of the coarse GPS trail. */
export interface PathPoint {
  readonly latitude: number;
  readonly longitude: number;
  /** Unix epoch milliseconds. Absent if the point had no time. */
  readonly timeMillis?: number;
}

/** One sample of the speed profile, converted from the service's MPH. */
export interface SpeedSample {
  readonly speedKmph: number;
  readonly timeMillis: number;
  /** The speed limit as sent, because the interface does not state its unit. Absent if `NA` was sent. */
  readonly speedLimit?: number;
}

/** A trip after normalisation. A field is absent if it was not sent, was `NA`, or had the wrong type (see `problems`). */
export interface Trip {
  readonly driverId: string;
  readonly tripId: string;
  readonly distanceKm?: number;
  readonly durationSeconds?: number;
  readonly maxSpeedKmph?: number;
  /** ISO 8601 with the trip's own UTC offset, as sent. */
  readonly startTime?: string;
  /** ISO 8601 with the trip's own UTC offset, as sent. */
  readonly endTime?: string;
  /**
   * Seconds from the trip's receipt to its end, if the end is so late that the device's clock must be wrong. Such a trip cannot
   * be placed in time among the driver's trips. Set by `withClockMark`, never sent by the service.
   */
  readonly clockAheadSeconds?: number;
  readonly trackingId?: string;
  readonly sessionId?: string;
  readonly insurancePeriod?: string;
  /** 0 to 100, higher is better. `null`: the service cannot rate the trip. */
  readonly score?: number | null;
  readonly ratings: Ratings;
  /** Absent: the service did not send the events, so they are unknown. An empty list: the trip has no events. */
  readonly events?: readonly TripEvent[];
  /** Absent: the service did not send the path. */
  readonly path?: readonly PathPoint[];
  /** Absent: the service did not send the speed profile. */
  readonly speedProfile?: readonly SpeedSample[];
  /** Fields of `info` that the interface does not define, stored as sent. */
  readonly extra: JsonObject;
  readonly problems: readonly DataProblem[];
}

/** A device of a driver. */
export interface Device {
  readonly model?: string;
  readonly version?: string;
  readonly missingData: readonly string[];
}

/** The service's data about a driver on a UTC date: the score at the end of a range of days, and totals over the range. */
export interface DriverReading {
  readonly driverId: string;
  /** The first date of the range, `YYYY-MM-DD` in UTC. `endDate` is the last one; both are included. */
  readonly startDate?: string;
  readonly endDate?: string;
  /** 0 to 100. `null`: the service cannot rate the driver. Absent: the score was not sent. */
  readonly score?: number | null;
  readonly ratings: Ratings;
  /**
   * Names of the score (`service_score`) and of ratings that are `null` because the service sent `NA`. Absent: there are none.
   */
  readonly notGiven?: readonly string[];
  readonly tripCount?: number;
  readonly distanceKm?: number;
  readonly durationSeconds?: number;
  readonly driverStartDate?: string;
  /** Attributes that the customer defined. Absent if none were sent. */
  readonly attributes?: JsonObject;
  readonly devices?: readonly Device[];
  readonly highwayRatio?: number;
  readonly nightDrivingFraction?: number;
  /** One element per day, with the score of that day alone. */
  readonly daily?: readonly DailyReading[];
  readonly extra: JsonObject;
  readonly problems: readonly DataProblem[];
}

/** One day in a driver's or fleet's series of daily scores. */
export interface DailyReading {
  readonly date: string;
  readonly score?: number | null;
  readonly ratings: Ratings;
}

/** Averages of a fleet or group over a range of days. */
export interface FleetReading {
  readonly startDate?: string;
  readonly endDate?: string;
  readonly score?: number | null;
  readonly ratings: Ratings;
  /**
   * Names of the score (`service_score`) and of ratings that are `null` because the service sent `NA`. Absent: there are none.
   */
  readonly notGiven?: readonly string[];
  readonly distanceKm?: number;
  readonly durationSeconds?: number;
  readonly driversCount?: number;
  readonly lastTripDate?: string;
  readonly missingDataDriverCount?: number;
  readonly daily?: readonly DailyReading[];
  readonly extra: JsonObject;
  readonly problems: readonly DataProblem[];
}
