import type { DailyReading, Device, JsonObject, Ratings } from '../rules/vocabulary/index.ts';
import { FieldReader, isLacking, typeInWords } from './fieldReader.ts';
import { LONGEST_NAME, LONGEST_TEXT, boundedText, cleanJson, isRecord, present } from './jsonValue.ts';
import type { ProblemList } from './jsonValue.ts';

/**
 * `attributes`: a JSON text, an object, or `NA` (interface, section 2, "Driver info object").
 * A text that was encoded twice is unwrapped twice. Undefined when none were given or they are no object.
 */
export function readAttributes(info: FieldReader): JsonObject | undefined {
  let value = info.value('attributes');
  for (let unwrapped = 0; unwrapped < 2 && typeof value === 'string'; unwrapped += 1) {
    if (isLacking(value) || value.trim() === '') return undefined;
    value = parsed(value);
  }
  if (isLacking(value)) return undefined;
  if (!isRecord(value)) {
    const found = value === NOT_JSON ? 'text that is not JSON' : typeInWords(value);
    info.note('attributes', `${found} where an object belongs`);
    return undefined;
  }
  const note = (message: string): void => info.note('attributes', message);
  return cleanJson(value, { longestText: LONGEST_TEXT, note }) as JsonObject;
}

const NOT_JSON = Symbol('not JSON');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

/** `device_info`; undefined when it did not arrive. */
export function readDevices(info: FieldReader, problems: ProblemList): readonly Device[] | undefined {
  return info.list('device_info')?.flatMap(({ item, pointer }) => {
    const device = new FieldReader(item, pointer, problems);
    if (!isRecord(item)) return [];
    return [
      {
        ...present({ model: device.text('model'), version: device.text('version') }),
        missingData: readMissingData(device, problems),
      },
    ];
  });
}

function readMissingData(device: FieldReader, problems: ProblemList): readonly string[] {
  return (device.list('missing_data') ?? []).flatMap(({ item, pointer }) => {
    if (isLacking(item)) return [];
    if (typeof item === 'string')
      return [boundedText(item, LONGEST_NAME, (message) => problems.add(pointer, message))];
    problems.add(pointer, `${typeInWords(item)} where text belongs`);
    return [];
  });
}

/** The first of several spellings of one count that holds a usable value. */
export function firstCount(info: FieldReader, names: readonly string[]): number | undefined {
  return names.map((name) => info.count(name)).find((value) => value !== undefined);
}

/** A score with its ratings. */
interface DrivingBehavior {
  readonly score?: number | null;
  readonly ratings: Ratings;
}

/** The same of a driver or a fleet. */
interface DeliveredBehavior extends DrivingBehavior {
  /** Of those that are `null`, the names of those that came as the text `NA`; absent when there are none. */
  readonly notGiven?: readonly string[];
}

/**
 * Score and ratings of a trip, driver, fleet or day. They come as `driving_behavior.score.service_score`, as
 * `driving_behavior.service_score`, and in notifications and daily elements without `driving_behavior` around them;
 * ratings stand in `event_rating` or beside the score. The first place that holds a usable value counts.
 */
export function readDrivingBehavior(holder: FieldReader): DrivingBehavior {
  const { score, ratings } = readBehavior(holder);
  return { ...present({ score }), ratings };
}

/** As `readDrivingBehavior`, and which of it was not given: a digest distinguishes that from "cannot be rated". */
export function readBehavior(holder: FieldReader): DeliveredBehavior {
  const places = [holder.object('driving_behavior'), holder].flatMap((place) => {
    if (!place) return [];
    const score = place.object('score');
    return score ? [score, place] : [place];
  });
  const found = new Map<string, number | null>();
  const notGiven: string[] = [];
  const into = { found, notGiven };
  for (const place of places) collect(place, ['service_score'], into);
  const score = found.get('service_score');
  found.delete('service_score');
  for (const place of places) {
    const rated = place.object('event_rating');
    if (rated) collect(rated, rated.names(), into);
    collect(place, place.names().filter(isRatingName), into);
  }
  return {
    ...present({ score }),
    ratings: Object.fromEntries(found),
    ...(notGiven.length === 0 ? {} : { notGiven }),
  };
}

/** The daily series; undefined when the section did not arrive. A day without a date cannot be placed and is left out. */
export function readDaily(holder: FieldReader, problems: ProblemList): readonly DailyReading[] | undefined {
  return holder.list('daily_driving_behavior')?.flatMap(({ item, pointer }) => {
    const day = new FieldReader(item, pointer, problems);
    const date = day.date('date');
    if (date === undefined) problems.add(`${pointer}/date`, 'no date, so the day is left out');
    return date === undefined ? [] : [{ date, ...readDrivingBehavior(day) }];
  });
}

function isRatingName(name: string): boolean {
  return name.endsWith('_rating') && name !== 'event_rating';
}

function collect(
  reader: FieldReader,
  names: readonly string[],
  into: { readonly found: Map<string, number | null>; readonly notGiven: string[] },
): void {
  for (const name of names) {
    if (name === '__proto__' || into.found.has(name)) continue;
    if (name.length > LONGEST_NAME) {
      reader.note(name, `a field name of more than ${LONGEST_NAME} characters, left out`);
      continue;
    }
    const value = reader.rating(name);
    if (value === undefined) continue;
    into.found.set(name, value);
    if (value === null && isLacking(reader.value(name))) into.notGiven.push(name);
  }
}
