import type { Json, JsonObject } from '../rules/trip.ts';

/** Put where a text named the driver. */
export const ERASED = '[erased]';

/** A driver as texts may name him: his id, and names that the service gave. */
export type DriverNames = readonly string[];

/** A name shorter than this is not looked for inside of texts: `1` would be found everywhere. */
const SHORTEST_NAME = 3;

/** Whether a text names the driver as a word of its own: `d-1` is not in `d-17`. */
export function namesDriver(text: string, names: DriverNames): boolean {
  return patternOf(names).test(text);
}

/** The text with every naming of the driver replaced. */
export function withoutNames(text: string, names: DriverNames): string {
  return text.replace(patternOf(names), ERASED);
}

/**
 * A JSON value without the driver: objects that are about him go from their lists, or become null; keys that are his id go;
 * texts that name him say so no more. @returns undefined when the whole value is about him
 */
export function withoutDriver(value: Json, names: DriverNames): Json | undefined {
  if (typeof value === 'string') return withoutNames(value, names);
  if (Array.isArray(value))
    return (value as readonly Json[])
      .map((item) => withoutDriver(item, names))
      .filter((item) => item !== undefined);
  if (value === null || typeof value !== 'object') return value;
  const object = value as JsonObject;
  if (isAbout(object, names[0]!)) return undefined;
  return Object.fromEntries(
    Object.entries(object)
      .filter(([key]) => key !== names[0])
      .map(([key, item]) => [key, withoutDriver(item, names) ?? null]),
  );
}

function isAbout(object: JsonObject, driverId: string): boolean {
  return object['driverId'] === driverId || object['driver_id'] === driverId;
}

/** A driver's id is looked for whatever its length, but a very short one only where a text is nothing else. */
function patternOf(names: DriverNames): RegExp {
  const words = wordsOf(names);
  return words.length === 0
    ? new RegExp(`^${escaped(names[0]!)}$`, 'gu')
    : new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${words.join('|')})(?![\\p{L}\\p{N}_-])`, 'gu');
}

/** The same as a regular expression of PostgreSQL. */
export function databasePattern(names: DriverNames): string {
  const words = wordsOf(names);
  return words.length === 0
    ? `^${escaped(names[0]!)}$`
    : `(?<![[:alnum:]_-])(?:${words.join('|')})(?![[:alnum:]_-])`;
}

/** The longest first: where one name begins another, the whole goes. */
function wordsOf(names: DriverNames): readonly string[] {
  return names
    .filter((name) => name.length >= SHORTEST_NAME)
    .sort((a, b) => b.length - a.length)
    .map(escaped);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
