import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../../rules/vocabulary/index.ts';
import { isUnmistakable, withoutNames } from './matchDriver.ts';
import type { SoughtDriver } from './matchDriver.ts';

/** Names of fields that contain one driver: the driver's id, or an object about the driver. In lower case, without `_`. */
const ONE: ReadonlySet<string> = new Set(['driver', 'driverid']);
/** Names of fields that contain several drivers: a list, or an object whose keys are driver ids. */
const SOME: ReadonlySet<string> = new Set(['drivers', 'driverids', 'members', 'bydriver']);

/** Kind of content of a field: one driver, some drivers, or anything. */
type FieldSubject = 'one' | 'some' | 'anything';

/**
 * Returns a JSON value without the driver. In fields of drivers, removes the driver's exact id, and whole objects about the
 * driver. Elsewhere, removes the driver's names from texts, and object keys that are an unmistakable id.
 * @returns undefined when the whole value is about the driver
 */
export function withoutDriver(value: Json, driver: SoughtDriver): Json | undefined {
  return without(value, driver, 'anything');
}

/** Returns whether a JSON value names the driver. */
export function isNamedIn(value: Json, driver: SoughtDriver): boolean {
  return !isDeepStrictEqual(withoutDriver(value, driver), value);
}

function without(value: Json, driver: SoughtDriver, place: FieldSubject): Json | undefined {
  if (value === null) return value;
  if (Array.isArray(value)) {
    const inList = place === 'anything' ? place : 'one';
    const items = value as readonly Json[];
    return items.map((item) => without(item, driver, inList)).filter((item) => item !== undefined);
  }
  if (typeof value === 'object') return withoutIn(value as JsonObject, driver, place);
  if (place === 'one') return isHim(value, driver) ? undefined : value;
  return typeof value === 'string' ? withoutNames(value, driver) : value;
}

function withoutIn(object: JsonObject, driver: SoughtDriver, place: FieldSubject): JsonObject | undefined {
  const entries = Object.entries(object);
  // In an object with another driver's id, a name that both drivers share belongs to the other driver.
  const isOthers = isAboutAnother(object, driver, place);
  const isHis = (value: Json | undefined) => (isOthers ? isHisId(value, driver) : isHim(value, driver));
  const isAbout = entries.some(([key, value]) => placeOf(key) === 'one' && isHis(value));
  if (isAbout || (place === 'one' && isHis(object['id']))) return undefined;
  const isHisKey = (key: string) =>
    key === driver.driverId && (place === 'some' || isUnmistakable(driver.driverId));
  return Object.fromEntries(
    entries
      .filter(([key]) => !isHisKey(key))
      .map(([key, value]) => {
        const isKept = isOthers && placeOf(key) === 'one' && typeof value === 'string';
        return [key, isKept ? value : without(value, driver, placeOf(key))] as const;
      })
      .filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
}

function placeOf(key: string): FieldSubject {
  const name = key.replaceAll('_', '').toLowerCase();
  return ONE.has(name) ? 'one' : SOME.has(name) ? 'some' : 'anything';
}

/** Returns whether an object contains another driver's id. */
function isAboutAnother(object: JsonObject, driver: SoughtDriver, place: FieldSubject): boolean {
  const ids = Object.entries(object).flatMap(([key, value]) =>
    isIdKey(key) || (place === 'one' && key === 'id') ? [value] : [],
  );
  return ids.some((id) => isGiven(id) && !isHim(id, driver));
}

function isIdKey(key: string): boolean {
  return key.replaceAll('_', '').toLowerCase() === 'driverid';
}

function isGiven(id: Json): boolean {
  return typeof id === 'number' || (typeof id === 'string' && id !== '');
}

/** Returns whether a value is the driver's id. Ids may be numbers, or appear next to a name: `Smith (d-1)`. */
function isHisId(value: Json | undefined, { driverId }: SoughtDriver): boolean {
  if (typeof value === 'number') return String(value) === driverId;
  if (typeof value !== 'string') return false;
  if (value === driverId || value.endsWith(` (${driverId})`)) return true;
  return value.startsWith(`${driverId} (`) && value.endsWith(')');
}

function isHim(value: Json | undefined, driver: SoughtDriver): boolean {
  return isHisId(value, driver) || (typeof value === 'string' && driver.words.includes(value));
}
