import type { PathPoint, SpeedSample, TripEvent } from '../rules/vocabulary/index.ts';
import { EPOCH_MILLIS, FieldReader, LATITUDE, LONGITUDE, NOT_NEGATIVE, isLacking } from './fieldReader.ts';
import { isRecord, present } from './jsonValue.ts';
import type { ProblemList } from './jsonValue.ts';

/** Kilometres per international mile. Only `speed_profile` is in miles per hour (interface, section 2). */
const KM_PER_MILE = 1.609344;

/**
 * Reads the events in the order sent. Returns undefined when the section was not sent, which differs from an empty list.
 * - An element that is not an object is recorded as a problem and returned as an event without fields, because it may be a
 * collision.
 * - A repeated event with the same fields is omitted, because a phone repeats an upload that was not acknowledged. Equal events
 * without a time are kept, because they may be distinct.
 */
export function readEvents(trip: FieldReader, problems: ProblemList): readonly TripEvent[] | undefined {
  const seen = new Set<string>();
  return trip.list('events', 'event_type', 'event_type_name')?.flatMap(({ item, pointer }) => {
    const event = new FieldReader(item, pointer, problems);
    if (!isRecord(item)) {
      if (isLacking(item)) problems.add(pointer, 'nothing where an event belongs');
      return [{ extra: {} }];
    }
    const read = readEvent(event);
    const written = JSON.stringify(item, fieldsInOrder);
    const isRepeated = read.startTime !== undefined && seen.has(written);
    seen.add(written);
    if (isRepeated) problems.add(pointer, 'identical to an earlier event, so it is left out');
    return isRepeated ? [] : [read];
  });
}

/** Sorts the fields of objects for `JSON.stringify`, so that objects with the same fields result in the same text. */
function fieldsInOrder(_name: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function readEvent(event: FieldReader): TripEvent {
  const startTime = event.timestamp('start_time');
  const endTime = event.timestamp('end_time');
  return {
    ...readEventType(event),
    ...present({
      startTime,
      endTime,
      durationSeconds: secondsBetween(startTime, endTime),
      latitudeStart: event.number('latitude_start', LATITUDE),
      longitudeStart: event.number('longitude_start', LONGITUDE),
      latitudeEnd: event.number('latitude_end', LATITUDE),
      longitudeEnd: event.number('longitude_end', LONGITUDE),
      averageDriverSpeedKmph: event.number('average_driver_speed_kmph', NOT_NEGATIVE),
      maxDriverSpeedKmph: event.number('max_driver_speed_kmph', NOT_NEGATIVE),
      postedSpeedLimitKmph: event.number('posted_speed_limit_kmph', NOT_NEGATIVE),
    }),
    extra: event.unnamed(),
  };
}

/** Reads an event's type. If only its code or its name was sent, adds the other if it is known. Keeps unknown types as sent. */
function readEventType(event: FieldReader): Pick<TripEvent, 'typeCode' | 'typeName'> {
  const code = event.count('event_type');
  const name = event.text('event_type_name')?.trim().toUpperCase();
  if (code === undefined && name === undefined)
    event.note('event_type', 'neither a code nor a name, so the event has no type');
  const known = code === undefined ? undefined : eventTypeName(code);
  if (name !== undefined && known !== undefined && known !== name)
    event.note('event_type_name', 'a name that does not belong to its code');
  return present({
    typeCode: code ?? (name === undefined ? undefined : eventTypeCode(name)),
    typeName: name ?? known,
  });
}

function secondsBetween(start: string | undefined, end: string | undefined): number | undefined {
  if (start === undefined || end === undefined) return undefined;
  const seconds = (Date.parse(end) - Date.parse(start)) / 1000;
  return seconds >= 0 ? seconds : undefined;
}

/**
 * Reads the coarse path. Omits points without a usable position, and records them as problems. Returns undefined when the section
 * was not sent.
 */
export function readPath(trip: FieldReader, problems: ProblemList): readonly PathPoint[] | undefined {
  return trip.list('simple_path', 'latitude')?.flatMap(({ item, pointer }) => {
    const point = new FieldReader(item, pointer, problems);
    const latitude = point.number('latitude', LATITUDE);
    const longitude = point.number('longitude', LONGITUDE);
    if (latitude === undefined || longitude === undefined) {
      problems.add(pointer, 'no usable position, so the point is left out');
      return [];
    }
    const millis = point.number('time_millis', EPOCH_MILLIS) ?? millisOf(point.timestamp('timestamp'));
    return [{ latitude, longitude, ...present({ timeMillis: rounded(millis) }) }];
  });
}

/** Reads the speed over time in km/h. Omits samples that are not `[speed, time, limit]`, and records them as problems. */
export function readSpeedProfile(
  trip: FieldReader,
  problems: ProblemList,
): readonly SpeedSample[] | undefined {
  return trip.list('speed_profile')?.flatMap(({ item, pointer }) => {
    const [speed, time, limit] = Array.isArray(item) ? (item as unknown[]) : [];
    const tuple = new FieldReader({ 0: speed, 1: time, 2: limit }, pointer, problems);
    const speedMph = tuple.number('0', NOT_NEGATIVE);
    const timeMillis = rounded(tuple.number('1', EPOCH_MILLIS));
    const speedKmph = speedMph === undefined ? undefined : speedMph * KM_PER_MILE;
    if (speedKmph === undefined || !Number.isFinite(speedKmph) || timeMillis === undefined) {
      problems.add(pointer, 'no usable speed and time, so the sample is left out');
      return [];
    }
    return [{ speedKmph, timeMillis, ...present({ speedLimit: tuple.number('2', NOT_NEGATIVE) }) }];
  });
}

function millisOf(timestamp: string | undefined): number | undefined {
  return timestamp === undefined ? undefined : Date.parse(timestamp);
}

function rounded(millis: number | undefined): number | undefined {
  // Adds 0 to convert -0 into 0, because JSON does not preserve -0.
  return millis === undefined ? undefined : Math.round(millis) + 0;
}

/**
 * Names of event types by code: 0 to 4 from the interface, section 2; 5 and 6 from the field notes. The service may send others.
 */
const NAMES: Readonly<Record<number, string>> = {
  0: 'HARD_BRAKE',
  1: 'RAPID_ACCELERATION',
  2: 'PHONE_USE',
  3: 'OVERSPEEDING',
  4: 'COLLISION',
  5: 'HARD_TURN',
  6: 'PHONE_SCREEN_INTERACTION',
};

const CODES: ReadonlyMap<string, number> = new Map(
  Object.entries(NAMES).map(([code, name]) => [name, Number(code)]),
);

/** Returns the name of a known code. */
function eventTypeName(code: number): string | undefined {
  return Object.hasOwn(NAMES, code) ? NAMES[code] : undefined;
}

/** Returns the code of a known name. The name has to be in capitals. */
function eventTypeCode(name: string): number | undefined {
  return CODES.get(name);
}
