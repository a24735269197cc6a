/** Types of trips, score readings and driver records, and the types of events. */
export { DRIVER_FIELDS, DRIVER_FIELD_NAMES } from './driverRecord.ts';
export type { DriverField, DriverRecord } from './driverRecord.ts';
export {
  EVENT_TYPE_NAMES,
  EVENT_TYPE_PATTERN,
  HIGHEST_EVENT_CODE,
  areEventsRead,
  chooseEventType,
  isOfType,
} from './eventTypes.ts';
export type { EventTypeChoice } from './eventTypes.ts';
export type {
  DailyReading,
  DataProblem,
  Device,
  DriverReading,
  FleetReading,
  Json,
  JsonObject,
  PathPoint,
  Ratings,
  SpeedSample,
  Trip,
  TripEvent,
} from './trip.ts';
