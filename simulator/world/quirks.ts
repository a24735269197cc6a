/**
 * The ways in which a live service departs from its own interface description, each switched on its own.
 * A share is a probability from 0 to 1. Which driver or trip is hit depends on the seed and its id alone.
 */
export interface Quirks {
  /** `nested`: `driving_behavior.score.service_score`; `flat`: `driving_behavior.service_score`; `mixed`: by driver. */
  readonly scoreShape: 'nested' | 'flat' | 'mixed';
  /** `NA` in place of absent text: `session_id`, `tracking_id`, `insurance_period`, `last_trip_date`. */
  readonly naTexts: boolean;
  /** Some phones lack a gyroscope: `phone_use_rating` -1, no phone events; and -1 where there is nothing to rate. */
  readonly unratablePhones: boolean;
  /** How a driver's `attributes` are sent; `mixed`: by driver, `NA` for some. */
  readonly attributes: 'json' | 'object' | 'na' | 'mixed';
  /** Name of the number of trips of a driver; `mixed`: by driver. */
  readonly tripCountName: 'num_trips' | 'trip_count' | 'mixed';
  /** Name of the number of drivers in the fleet's info; `mixed`: by range and group. */
  readonly driverCountName: 'drivers_count' | 'driver_count' | 'mixed';
  /** `info`: `info.trip_max_speed_kmph`; `top`: `trip_max_speed` beside `info`; `mixed`: by trip. */
  readonly maxSpeedPlace: 'info' | 'top' | 'mixed';
  /** Events 5 `HARD_TURN` and 6 `PHONE_SCREEN_INTERACTION`, and a `hard_turn_rating`. */
  readonly unknownEventTypes: boolean;
  /** Fields in a trip's `info` that the interface does not name. */
  readonly extraInfoFields: boolean;
  /** The trips list carries `next_offset`, which its documented response has not. */
  readonly tripsNextOffset: boolean;
  /** Rows of a page at most, however many are asked for; no answer says so. */
  readonly rowsOfAPage: number;
  /** Share of announced trips that answer as invalid for some seconds, and the longest of these waits (simulated). */
  readonly lateReadability: { readonly share: number; readonly upToSeconds: number };
  /** Pairs of drivers who set off at the same millisecond, so that their trips share an id. */
  readonly sharedTripIds: boolean;
  /** Some driver ids are e-mail addresses or hold `/`, `:` and spaces. */
  readonly oddDriverIds: boolean;
  /** Share of announced trips that are scored again later, with a collision found late. */
  readonly rescoreShare: number;
  /** Share of planned trips that a phone uploads hours late. */
  readonly lateUploadShare: number;
  /** Limits of the speed profile that are `NA`. */
  readonly missingSpeedLimits: boolean;
  /** Share of trips whose `duration_seconds` disagrees with the end minus the start. */
  readonly durationDisagreesShare: number;
  /** Errors come with HTTP status 200 and an `error` body. */
  readonly errorsWithStatus200: boolean;
  /** The content of a notification's `data`; `mixed`: by trip. */
  readonly notificationData: 'empty' | 'score' | 'driving_behavior' | 'mixed';
  /** `data.trip_id` differs from the outer `trip_id` (where `data` is populated). */
  readonly differingDataTripId: boolean;
  /** Share of notifications delivered a second time. */
  readonly duplicateShare: number;
  /** Share of notifications that are preceded by one of an undocumented type. */
  readonly unknownNotificationShare: number;
}

/** The default quirks: all that a live service is known to do, the disruptive parts rarely. */
export const DEFAULT_QUIRKS: Quirks = {
  scoreShape: 'mixed',
  naTexts: true,
  unratablePhones: true,
  attributes: 'mixed',
  tripCountName: 'mixed',
  driverCountName: 'mixed',
  maxSpeedPlace: 'mixed',
  unknownEventTypes: true,
  extraInfoFields: true,
  tripsNextOffset: false,
  rowsOfAPage: 50,
  lateReadability: { share: 0.2, upToSeconds: 15 },
  sharedTripIds: true,
  oddDriverIds: true,
  rescoreShare: 0.01,
  lateUploadShare: 0.03,
  missingSpeedLimits: true,
  durationDisagreesShare: 0.08,
  errorsWithStatus200: false,
  notificationData: 'mixed',
  differingDataTripId: false,
  duplicateShare: 0.03,
  unknownNotificationShare: 0.02,
};

/** The interface to the letter: for tests of one behaviour only. */
export const NO_QUIRKS: Quirks = {
  scoreShape: 'nested',
  naTexts: false,
  unratablePhones: false,
  attributes: 'json',
  tripCountName: 'trip_count',
  driverCountName: 'drivers_count',
  maxSpeedPlace: 'info',
  unknownEventTypes: false,
  extraInfoFields: false,
  tripsNextOffset: false,
  rowsOfAPage: 50,
  lateReadability: { share: 0, upToSeconds: 0 },
  sharedTripIds: false,
  oddDriverIds: false,
  rescoreShare: 0,
  lateUploadShare: 0,
  missingSpeedLimits: false,
  durationDisagreesShare: 0,
  errorsWithStatus200: false,
  notificationData: 'empty',
  differingDataTripId: false,
  duplicateShare: 0,
  unknownNotificationShare: 0,
};
