import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../rules/trip.ts';
import { isUnmistakable, withoutNames } from './driverInText.ts';
import type { SoughtDriver } from './driverInText.ts';

/** Fields that hold one driver: his id, or an object about him. In lower case, without `_`. */
const ONE: ReadonlySet<string> = new Set(['driver', 'driverid']);
/** Fields that hold several: a list, or an object by driver. */
const SOME: ReadonlySet<string> = new Set(['drivers', 'driverids', 'members', 'bydriver']);

/** Where a value stands: for one driver, for some, or for anything. */
type Place = 'one' | 'some' | 'anything';

/**
 * A JSON value without the driver. Fields that hold drivers are compared with his id exactly; objects that are about him go
 * with their place. Elsewhere texts lose his names, and keys that are his id go if it cannot be mistaken.
 * @returns undefined when the whole value is about him
 */
export function withoutDriver(value: Json, driver: SoughtDriver): Json | undefined {
  return without(value, driver, 'anything');
}

/** Whether a JSON value names the driver. */
export function isNamedIn(value: Json, driver: SoughtDriver): boolean {
  return !isDeepStrictEqual(withoutDriver(value, driver), value);
}

function without(value: Json, driver: SoughtDriver, place: Place): Json | undefined {
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

function withoutIn(object: JsonObject, driver: SoughtDriver, place: Place): JsonObject | undefined {
  const entries = Object.entries(object);
  const isAbout = entries.some(([key, value]) => placeOf(key) === 'one' && isHim(value, driver));
  if (isAbout || (place === 'one' && isHim(object['id'], driver))) return undefined;
  const isHisKey = (key: string) =>
    key === driver.driverId && (place === 'some' || isUnmistakable(driver.driverId));
  return Object.fromEntries(
    entries
      .filter(([key]) => !isHisKey(key))
      .map(([key, value]) => [key, without(value, driver, placeOf(key))] as const)
      .filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
}

function placeOf(key: string): Place {
  const name = key.replaceAll('_', '').toLowerCase();
  return ONE.has(name) ? 'one' : SOME.has(name) ? 'some' : 'anything';
}

/** Ids may be sent as numbers. */
function isHim(value: Json | undefined, { driverId, words }: SoughtDriver): boolean {
  if (typeof value === 'number') return String(value) === driverId;
  return typeof value === 'string' && (value === driverId || words.includes(value));
}
