import type { DailyReading, Device, JsonObject } from '../rules/vocabulary/index.ts';
import { parseExactly } from '../rules/json/index.ts';
import { FieldReader, isLacking, typeInWords } from './fieldReader.ts';
import { LONGEST_NAME, LONGEST_TEXT, boundedText, cleanJson, isRecord, present } from './jsonValue.ts';
import type { ProblemList } from './jsonValue.ts';
import { readDrivingBehavior } from './ratings.ts';

/**
 * Reads `attributes`: a JSON text (even one that was encoded twice), an object, or `NA` (interface, section 2, "Driver info
 * object"). Returns undefined when there are none, or when they are not an object.
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
    return parseExactly(text);
  } catch {
    return NOT_JSON;
  }
}

/** Reads `device_info`; undefined when it was not sent. */
export function readDevices(info: FieldReader, problems: ProblemList): readonly Device[] | undefined {
  return info.list('device_info', 'missing_data', 'model')?.flatMap(({ item, pointer }) => {
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

/** Returns the first usable value of a count that the service sends under different names. */
export function firstCount(info: FieldReader, names: readonly string[]): number | undefined {
  return names.map((name) => info.count(name)).find((value) => value !== undefined);
}

/** Reads the series of daily scores; undefined when it was not sent. Omits days without a date. */
export function readDaily(holder: FieldReader, problems: ProblemList): readonly DailyReading[] | undefined {
  return holder.list('daily_driving_behavior', 'date')?.flatMap(({ item, pointer }) => {
    const day = new FieldReader(item, pointer, problems);
    const date = day.date('date');
    if (date === undefined) problems.add(`${pointer}/date`, 'no date, so the day is left out');
    return date === undefined ? [] : [{ date, ...readDrivingBehavior(day) }];
  });
}
