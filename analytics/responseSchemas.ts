import { z } from 'zod';
import { elementsOf } from './fieldReader.ts';
import { isRecord, own } from './jsonValue.ts';

/**
 * The least each answer must hold to be that answer at all. Loose on purpose: unknown fields pass, and single values
 * of a wrong type are the normaliser's matter, so that one bad field never costs the rest.
 */
export const groupsResponse = z.looseObject({ group_ids: z.array(z.union([z.string(), z.number()])) });
export const driversResponse = z.looseObject({ drivers: listOf('driver_id') });
export const tripsResponse = z.looseObject({ trips: listOf('trip_id') });
export const sessionsResponse = z.looseObject({ sessions: listOf('session_id') });
export const deletedResponse = z.looseObject({ success: z.literal(true) });

/** A driver or group without data may be answered by its dates alone: that is a reading, with an unknown score. */
export const scoreResponse = z.union([
  withOneOf(['info', 'driving_behavior', 'daily_driving_behavior']),
  z.looseObject({ start_date: z.string(), end_date: z.string() }),
]);
/** A trip has a section at least: an empty object would be decided once, with everything unknown, and never checked again. */
export const tripResponse = withOneOf([
  'info',
  'driving_behavior',
  'simple_path',
  'speed_profile',
  'events',
  'score',
]);

/**
 * Why a body is not of the shape, as a phrase without any of its values; undefined when it is.
 */
export function shapeMistake(shape: z.ZodType, body: unknown): string | undefined {
  const issue = shape.safeParse(body).error?.issues[0];
  if (!issue) return undefined;
  const at = issue.path.length === 0 ? 'the body' : `/${issue.path.map(String).join('/')}`;
  return `${at}: ${issue.code === 'custom' ? issue.message : `another type than expected (${issue.code})`}`;
}

/**
 * Whether a body is a list's answer with nothing in the place of the list: some encoders write an empty list as `null`,
 * others leave it out. Only the page before it shows whether it is an end or an unknown list.
 */
export function lacksList(body: unknown, list: string): boolean {
  if (!isRecord(body)) return false;
  const rows = own(body, list);
  return rows === null || (rows === undefined && typeof own(body, 'start_date') === 'string');
}

/** What a page is read from: see `elementsOf`. */
function listOf(id: string): z.ZodType {
  return z.unknown().refine((value) => elementsOf(value, [id]) !== undefined, 'another type than a list');
}

function withOneOf(names: readonly string[]): z.ZodType {
  return z
    .looseObject({})
    .refine((body) => names.some((name) => isSection(own(body, name))), `has none of ${names.join(', ')}`);
}

function isSection(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
