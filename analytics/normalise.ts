import type { DriverReading, FleetReading, Trip } from '../rules/vocabulary/index.ts';
import { firstCount, readAttributes, readDaily, readDevices } from './driver.ts';
import { FRACTION, FieldReader, NOT_NEGATIVE } from './fieldReader.ts';
import { ProblemList, present } from './jsonValue.ts';
import { readBehavior, readDrivingBehavior } from './ratings.ts';
import { readEvents, readPath, readSpeedProfile } from './tripSections.ts';

/**
 * Normalises a trip from the answer of GET trip, a row of the trips list, the `data` of a notification, or a trip posted for a
 * simulation. Never throws: a field of a wrong type is absent, and listed in `problems` with its JSON pointer but without its
 * value.
 * @param tripId the id from the request or notification; a different id in the body is only recorded as a problem. If undefined,
 * the body's own `trip_id` is used, or an empty text if it has none
 */
export function normaliseTrip(driverId: string, tripId: string | undefined, body: unknown): Trip {
  const problems = new ProblemList();
  const trip = new FieldReader(body, '', problems);
  const info = sectionOf(trip, problems);
  const topSpeed = trip.number('trip_max_speed', NOT_NEGATIVE);
  const named = present({
    distanceKm: info.number('distance_km', NOT_NEGATIVE),
    durationSeconds: info.number('duration_seconds', NOT_NEGATIVE),
    maxSpeedKmph: info.number('trip_max_speed_kmph', NOT_NEGATIVE) ?? topSpeed,
    startTime: info.timestamp('start_time'),
    endTime: info.timestamp('end_time'),
    trackingId: info.id('tracking_id'),
    sessionId: info.id('session_id'),
    insurancePeriod: info.text('insurance_period'),
    events: readEvents(trip, problems),
    path: readPath(trip, problems),
    speedProfile: readSpeedProfile(trip, problems),
  });
  return {
    driverId,
    tripId: tripIdOf(trip, tripId),
    ...named,
    ...readDrivingBehavior(trip),
    extra: info.unnamed(),
    problems: problems.list(),
  };
}

/** Normalises a driver's scores, from the driver score or a row of the drivers list. Never throws; see `normaliseTrip`. */
export function normaliseDriver(driverId: string, body: unknown): DriverReading {
  const problems = new ProblemList();
  const driver = new FieldReader(body, '', problems);
  const info = sectionOf(driver, problems);
  const named = present({
    startDate: driver.date('start_date'),
    endDate: driver.date('end_date'),
    tripCount: firstCount(info, ['num_trips', 'trip_count']),
    distanceKm: info.number('distance_km', NOT_NEGATIVE),
    durationSeconds: info.number('duration_seconds', NOT_NEGATIVE),
    driverStartDate: info.date('driver_start_date'),
    attributes: readAttributes(info),
    devices: readDevices(info, problems),
    highwayRatio: info.number('highway_ratio', FRACTION),
    nightDrivingFraction: info.number('night_driving_fraction', FRACTION),
    daily: readDaily(driver, problems),
  });
  return {
    driverId,
    ...named,
    ...readBehavior(driver),
    extra: info.unnamed(),
    problems: problems.list(),
  };
}

/** Normalises the average scores of a fleet or a group. Never throws; see `normaliseTrip`. */
export function normaliseFleet(body: unknown): FleetReading {
  const problems = new ProblemList();
  const fleet = new FieldReader(body, '', problems);
  const info = sectionOf(fleet, problems);
  const named = present({
    startDate: fleet.date('start_date'),
    endDate: fleet.date('end_date'),
    distanceKm: info.number('distance_km', NOT_NEGATIVE),
    durationSeconds: info.number('duration_seconds', NOT_NEGATIVE),
    driversCount: firstCount(info, ['drivers_count', 'driver_count']),
    lastTripDate: info.date('last_trip_date'),
    missingDataDriverCount: info.count('missing_data_driver_count'),
    daily: readDaily(fleet, problems),
  });
  return { ...named, ...readBehavior(fleet), extra: info.unnamed(), problems: problems.list() };
}

function sectionOf(holder: FieldReader, problems: ProblemList): FieldReader {
  return holder.object('info') ?? new FieldReader({}, '/info', problems);
}

function tripIdOf(trip: FieldReader, asked: string | undefined): string {
  const sent = trip.id('trip_id');
  if (asked === undefined && sent === undefined) trip.note('trip_id', 'nothing where an id belongs');
  if (asked !== undefined && sent !== undefined && sent !== asked)
    trip.note('trip_id', 'a different id than requested; the requested one is used');
  return asked ?? sent ?? '';
}
