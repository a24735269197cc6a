import { tooDeepAt, whereJsonBreaks } from '../../../rules/documents/index.ts';
import { idOfNumber, parseExactly } from '../../../rules/json/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { LONGEST_ID, isStorableId, storableJson } from '../../../store/db/index.ts';

/** The content of a webhook's body. */
export type Notification =
  | {
      readonly kind: 'trip_scored';
      readonly driverId: string;
      readonly tripId: string;
      readonly version?: number;
      /** The trip data (sections) in the notification. Absent if there is none. */
      readonly data?: JsonObject;
    }
  | {
      readonly kind: 'unknown_type';
      readonly type: string;
      readonly version?: number;
      readonly body: JsonObject;
    }
  | { readonly kind: 'malformed'; readonly reason: string };

/** A notification whose stored part (the unknown body or the trip data) is JSON text, as the database receives it. */
export type ReadNotification =
  | Extract<Notification, { readonly kind: 'malformed' }>
  | (Omit<Extract<Notification, { readonly kind: 'trip_scored' }>, 'data'> & { readonly text?: string })
  | (Omit<Extract<Notification, { readonly kind: 'unknown_type' }>, 'body'> & { readonly text: string });

/**
 * Converts the part of a notification that is stored to JSON text. Text is faster to pass between threads than an object with
 * many parts.
 */
export function withText(read: Notification): ReadNotification {
  if (read.kind === 'malformed') return read;
  if (read.kind === 'unknown_type') {
    const { body, ...rest } = read;
    return { ...rest, text: storableJson(body) };
  }
  const { data, ...rest } = read;
  return data === undefined ? rest : { ...rest, text: storableJson(data) };
}

/**
 * Maximum nesting of a body. A deeper body is no notification, and could exhaust the stack of recursive code. A trip's own
 * nesting is 4.
 */
const DEEPEST = 100;
const LONGEST_TYPE = 200;
/** Largest `version` that is accepted, because every column and reader can represent it. */
const LARGEST_VERSION = 2 ** 31 - 1;

/**
 * Reads a notification (interface section 6), whatever its content type. A JSON string that contains JSON is parsed a second
 * time. The outer `trip_id` applies, whatever `data` contains.
 */
export function readNotification(bytes: Uint8Array): Notification {
  if (bytes.length === 0) return malformed('the body is empty');
  const text = decode(bytes);
  const outer = parse(text);
  if ('reason' in outer) return malformed(`the body ${outer.reason}`);
  if (typeof outer.value !== 'string') return validate(outer.value);
  const inner = parse(outer.value);
  if ('reason' in inner) return malformed(`the body is a JSON string, and its content ${inner.reason}`);
  return validate(inner.value);
}

/**
 * Decodes UTF-8 and drops a byte order mark. Invalid bytes become U+FFFD. They are harmless in `data`, and an id that contains
 * one is refused.
 */
function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes);
}

function parse(text: string): { readonly value: unknown } | { readonly reason: string } {
  if (text.trim() === '') return { reason: 'is empty' };
  if (tooDeepAt(text, DEEPEST) !== undefined) return { reason: `is nested deeper than ${DEEPEST} levels` };
  try {
    return { value: parseExactly(text) };
  } catch {
    return { reason: `is not valid JSON: ${String(whereJsonBreaks(text))}` };
  }
}

function validate(value: unknown): Notification {
  if (!isObject(value)) return malformed(`the body is ${named(value)}, not an object`);
  const body = value;
  const type = own(body, 'type');
  if (typeof type !== 'string' || !isStorableId(type) || type.length > LONGEST_TYPE)
    return malformed(`\`type\` is ${named(type)}, not the name of a notification`);
  const version = versionOf(own(body, 'version'));
  if (type !== 'TRIP_SCORED') return { kind: 'unknown_type', type, ...version, body };
  const driverId = readId(body, 'driver_id');
  if ('wrong' in driverId) return malformed(driverId.wrong);
  const tripId = readId(body, 'trip_id');
  if ('wrong' in tripId) return malformed(tripId.wrong);
  return { kind: 'trip_scored', driverId: driverId.id, tripId: tripId.id, ...version, ...dataOf(body) };
}

/** Names of the trip sections that a notification's `data` may contain (interface section 6). */
const SECTIONS = ['info', 'driving_behavior', 'score', 'events', 'simple_path', 'speed_profile'];

function dataOf(body: JsonObject): { readonly data?: JsonObject } {
  const data = own(body, 'data');
  if (!isObject(data)) return {};
  const holds = SECTIONS.some((name) => typeof (own(data, name) ?? undefined) === 'object');
  return holds ? { data } : {};
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function versionOf(value: unknown): { readonly version?: number } {
  const fits = typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= LARGEST_VERSION;
  return fits ? { version: value } : {};
}

type Id = { readonly id: string } | { readonly wrong: string };

function readId(body: JsonObject, name: string): Id {
  const value = own(body, name);
  if (typeof value === 'number') {
    const id = idOfNumber(value);
    return id === undefined
      ? { wrong: `\`${name}\` is a number that cannot be read exactly: send it as a string` }
      : { id };
  }
  if (typeof value !== 'string') return { wrong: `\`${name}\` is ${named(value)}, not a string or a number` };
  if (value.trim() === '' || value === 'NA') return { wrong: `\`${name}\` is ${named(value)}` };
  if (value.length > LONGEST_ID) return { wrong: `\`${name}\` is longer than ${LONGEST_ID} characters` };
  if (!isStorableId(value) || value.includes('\u{FFFD}'))
    return { wrong: `\`${name}\` contains a character that cannot be stored` };
  // URL parsers remove these path segments, so the service could neither be queried for a trip with this id nor delete it.
  if (value === '.' || value === '..')
    return { wrong: `\`${name}\` is "." or "..", which no URL can contain` };
  return { id: value };
}

function own(body: JsonObject, name: string): unknown {
  return Object.hasOwn(body, name) ? body[name] : undefined;
}

/** Returns a description of a value for error messages, without the value itself. */
function named(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (value === 'NA') return 'NA';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return value.trim() === '' ? 'empty' : 'a string';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function malformed(reason: string): Notification {
  return { kind: 'malformed', reason };
}
