/**
 * Quirks: ways in which a live service differs from its interface description. Each is set separately. A share is a probability
 * from 0 to 1. Which drivers and trips are affected depends only on the seed and their ids.
 */
export interface Quirks {
  /**
   * Place of the score. `nested`: `driving_behavior.score.service_score`. `flat`: `driving_behavior.service_score`. `mixed`:
   * differs between drivers.
   */
  readonly scoreShape: 'nested' | 'flat' | 'mixed';
  /** Whether an absent text is sent as `NA`: `session_id`, `tracking_id`, `insurance_period`, `last_trip_date`. */
  readonly naTexts: boolean;
  /**
   * Whether some phones lack a gyroscope. Then `phone_use_rating` is -1, and there are no phone events. With this quirk, ratings
   * are also -1 if there is nothing to rate.
   */
  readonly unratablePhones: boolean;
  /** Format of a driver's `attributes`. `mixed`: differs between drivers, and is `NA` for some. */
  readonly attributes: 'json' | 'object' | 'na' | 'mixed';
  /** Name of the field with a driver's number of trips. `mixed`: differs between drivers. */
  readonly tripCountName: 'num_trips' | 'trip_count' | 'mixed';
  /** Name of the field with the fleet's number of drivers. `mixed`: differs between ranges and groups. */
  readonly driverCountName: 'drivers_count' | 'driver_count' | 'mixed';
  /**
   * Place of a trip's top speed. `info`: `info.trip_max_speed_kmph`. `top`: `trip_max_speed` next to `info`. `mixed`: differs
   * between trips.
   */
  readonly maxSpeedPlace: 'info' | 'top' | 'mixed';
  /** Whether events 5 (`HARD_TURN`) and 6 (`PHONE_SCREEN_INTERACTION`) are sent, and a `hard_turn_rating`. */
  readonly unknownEventTypes: boolean;
  /** Whether a trip's `info` has fields that the interface does not describe. */
  readonly extraInfoFields: boolean;
  /** Whether the trips list has `next_offset`, which its documented response lacks. */
  readonly tripsNextOffset: boolean;
  /** Largest number of rows on a page, regardless of the requested limit. Answers do not show it. */
  readonly rowsOfAPage: number;
  /** Share of notified trips that the API denies for some seconds, and the longest of these times in simulated seconds. */
  readonly lateReadability: { readonly share: number; readonly upToSeconds: number };
  /** Whether pairs of drivers start in the same millisecond, so that their trips have the same id. */
  readonly sharedTripIds: boolean;
  /** Whether some driver ids are e-mail addresses, or contain `/`, `:` and spaces. */
  readonly oddDriverIds: boolean;
  /** Share of notified trips that are scored again later, because a collision is found late. */
  readonly rescoreShare: number;
  /** Share of planned trips that the phone uploads hours late. */
  readonly lateUploadShare: number;
  /** Whether some speed limits in the speed profile are `NA`. */
  readonly missingSpeedLimits: boolean;
  /** Share of trips whose `duration_seconds` differs from the end minus the start. */
  readonly durationDisagreesShare: number;
  /** Whether errors are sent with HTTP status 200 and an `error` body. */
  readonly errorsWithStatus200: boolean;
  /** Content of a notification's `data`. `mixed`: differs between trips. */
  readonly notificationData: 'empty' | 'score' | 'driving_behavior' | 'mixed';
  /** Whether `data.trip_id` differs from the notification's own `trip_id`, if `data` is not empty. */
  readonly differingDataTripId: boolean;
  /** Share of notifications that are sent a second time. */
  readonly duplicateShare: number;
  /** Share of notifications before which one of an undocumented type is sent. */
  readonly unknownNotificationShare: number;
}

/** Default quirks: all known differences of a live service. Disruptive ones are rare. */
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

/** Documented interface without differences, for tests that need a single behaviour. */
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
