import { z } from 'zod';
import { elementsOf } from './fieldReader.ts';
import { isRecord, own } from './jsonValue.ts';

/**
 * Minimum content of each answer. Unknown fields are accepted, and the normaliser handles fields of a wrong type, so that one
 * invalid field does not invalidate the rest.
 */
export const groupsResponse = z.looseObject({ group_ids: z.array(z.union([z.string(), z.number()])) });
export const driversResponse = z.looseObject({ drivers: listOf('driver_id') });
export const tripsResponse = z.looseObject({ trips: listOf('trip_id') });
export const sessionsResponse = z.looseObject({ sessions: listOf('session_id') });
export const deletedResponse = z.looseObject({ success: z.literal(true) });

/** Schema of a score. The answer for a driver or group without data may contain only dates, which means an unknown score. */
export const scoreResponse = z.union([
  withOneOf(['info', 'driving_behavior', 'daily_driving_behavior']),
  z.looseObject({ start_date: z.string(), end_date: z.string() }),
]);
/**
 * Schema of a trip with at least one section. An empty object is refused, because it would be decided with every fact unknown and
 * never checked again.
 */
export const tripResponse = withOneOf([
  'info',
  'driving_behavior',
  'simple_path',
  'speed_profile',
  'events',
  'score',
]);

/** Returns the reason why a body does not match a schema, without any of its values, or `undefined` if it matches. */
export function shapeMistake(shape: z.ZodType, body: unknown): string | undefined {
  const issue = shape.safeParse(body).error?.issues[0];
  if (!issue) return undefined;
  const at = issue.path.length === 0 ? 'the body' : `/${issue.path.map(String).join('/')}`;
  return `${at}: ${issue.code === 'custom' ? issue.message : `another type than expected (${issue.code})`}`;
}

/**
 * Returns whether a body is a list's answer without the list. Some encoders write an empty list as `null`, others omit it. Only
 * the previous page shows whether it means the end of the list or an unknown list.
 */
export function lacksList(body: unknown, list: string): boolean {
  if (!isRecord(body)) return false;
  const rows = own(body, list);
  return rows === null || (rows === undefined && typeof own(body, 'start_date') === 'string');
}

/** Returns a schema that accepts values from which `elementsOf` reads a page's rows. */
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
