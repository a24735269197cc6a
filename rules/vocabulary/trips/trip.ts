/**
 * The shared vocabulary about driving: a normalised trip, its events, and a driver's reading. All data from the analytics
 * service passes through `analytics/normalise.ts` once, which returns these shapes.
 */

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/**
 * Ratings by their name in the service's data (`phone_use_rating`): 1 to 5, 5 is best. `null` means that the service cannot
 * rate (a negative number or `NA`); a rating that was not sent is absent.
 */
export interface Ratings {
  readonly [name: string]: number | null;
}

/** A value of the service that did not have its field's type. The value itself is omitted, because it may be a position. */
export interface DataProblem {
  /** JSON pointer into the service's body, e.g. `/info/distance_km`. */
  readonly pointer: string;
  /** The type found and the type expected, e.g. `text where a number belongs`. */
  readonly message: string;
}

/** One driving event of a trip (interface section 2, "Driving event"). */
export interface TripEvent {
  /** The service's code: 0 HARD_BRAKE, 1 RAPID_ACCELERATION, 2 PHONE_USE, 3 OVERSPEEDING, 4 COLLISION; others exist. */
  readonly typeCode?: number;
  /** The service's name, in capitals. Derived from a known code when only the code was sent. */
  readonly typeName?: string;
  readonly startTime?: string;
  readonly endTime?: string;
  /** Seconds between start and end; absent when either is missing or the end is before the start. */
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
  /** Fields that the interface does not name, stored as sent. */
  readonly extra: JsonObject;
}

/** One point of the coarse GPS trail. */
export interface PathPoint {
  readonly latitude: number;
  readonly longitude: number;
  /** Unix epoch milliseconds, when the point had a time. */
  readonly timeMillis?: number;
}

/** One sample of the speed profile, converted from the service's MPH. */
export interface SpeedSample {
  readonly speedKmph: number;
  readonly timeMillis: number;
  /** The limit as sent, because the interface leaves its unit unstated. Absent when `NA`. */
  readonly speedLimit?: number;
}

/** A trip after normalisation. A field that is absent was not sent, was `NA`, or was of the wrong type (see `problems`). */
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
   * Seconds from the trip's receipt to its end, if the end is later than clocks may differ; set by `withClockMark`, not sent.
   * The device's clock is wrong then, and the trip has no place among its driver's trips. Absent for all other trips.
   */
  readonly clockAheadSeconds?: number;
  readonly trackingId?: string;
  readonly sessionId?: string;
  readonly insurancePeriod?: string;
  /** 0 to 100, higher is better; `null`: cannot be rated. */
  readonly score?: number | null;
  readonly ratings: Ratings;
  /** Absent: the section did not arrive, so events are unknown. An empty list: the trip has no events. */
  readonly events?: readonly TripEvent[];
  /** Absent: the section did not arrive. */
  readonly path?: readonly PathPoint[];
  /** Absent: the section did not arrive. */
  readonly speedProfile?: readonly SpeedSample[];
  /** Fields of `info` that the interface does not name, stored as sent. */
  readonly extra: JsonObject;
  readonly problems: readonly DataProblem[];
}

/** One device of a driver. */
export interface Device {
  readonly model?: string;
  readonly version?: string;
  readonly missingData: readonly string[];
}

/** A driver's state as of one UTC date: the score is the score at the end of the range. */
export interface DriverReading {
  readonly driverId: string;
  /** The range that the answer covers, `YYYY-MM-DD`, both inclusive, UTC. */
  readonly startDate?: string;
  readonly endDate?: string;
  /** 0 to 100; `null`: cannot be rated. Absent: not sent. */
  readonly score?: number | null;
  readonly ratings: Ratings;
  /** Names of the score (`service_score`) and ratings that are `null` because the service sent `NA`. Absent: none. */
  readonly notGiven?: readonly string[];
  readonly tripCount?: number;
  readonly distanceKm?: number;
  readonly durationSeconds?: number;
  readonly driverStartDate?: string;
  /** Customer-defined attributes; absent when none were sent. */
  readonly attributes?: JsonObject;
  readonly devices?: readonly Device[];
  readonly highwayRatio?: number;
  readonly nightDrivingFraction?: number;
  /** One element per day, with that day's score alone. */
  readonly daily?: readonly DailyReading[];
  readonly extra: JsonObject;
  readonly problems: readonly DataProblem[];
}

/** One day of a driver's or a fleet's series. */
export interface DailyReading {
  readonly date: string;
  readonly score?: number | null;
  readonly ratings: Ratings;
}

/** A fleet's or a group's averages over a range. */
export interface FleetReading {
  readonly startDate?: string;
  readonly endDate?: string;
  readonly score?: number | null;
  readonly ratings: Ratings;
  /** Names of the score (`service_score`) and ratings that are `null` because the service sent `NA`. Absent: none. */
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
