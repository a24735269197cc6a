import * as z from 'zod';
import { JsonText, LARGEST_PAGE } from '../../../store/db/index.ts';
import type { Listed } from '../../../store/db/index.ts';
import { storableText } from './input.ts';

const PAGE = {
  limit: z.coerce.number().int().min(1).max(LARGEST_PAGE).optional().meta({
    description: 'Maximum number of items; a page of large items has fewer.',
    example: 50,
  }),
  cursor: storableText(200).optional().meta({ description: '`next_cursor` of the previous page.' }),
};

/** Query parameters of a list: the page, and the list's own filters. Others are refused, so that a typo is no filter. */
export function listQuery<Filters extends z.ZodRawShape>(filters: Filters) {
  return z.strictObject({ ...PAGE, ...filters });
}

/** A filter by an exact text. */
export function textFilter(description: string) {
  return storableText(512).optional().meta({ description });
}

/** The language of an answer's sentences; its other words are data. */
export const languageAsked = z
  .enum(['en', 'de'])
  .default('en')
  .meta({ description: 'Of the sentences: English or German.' });

/** A parameter that is on or off. */
export function flag(description: string) {
  return z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: `${description} Default: false.` });
}

/** A filter by time: an instant with offset, or a date, which means its midnight in UTC. */
export function timeFilter(description: string) {
  return z
    .union([z.iso.datetime({ offset: true }), z.iso.date()])
    .optional()
    .transform((text) => (text === undefined ? undefined : new Date(text)))
    .meta({ description, type: 'string', example: '2026-01-31' });
}

/** The schema of a list. */
export function listOf(item: z.ZodType) {
  return z.object({
    items: z.array(item),
    next_cursor: z.string().optional().meta({ description: 'Absent on the last page.' }),
  });
}

/** A page on the wire. */
export function listAnswer<Row>(
  listed: Listed<Row>,
  toWire: (row: Row) => unknown,
): { items: unknown[]; next_cursor?: string } {
  const items = listed.items.map(toWire);
  return listed.nextCursor === undefined ? { items } : { items, next_cursor: listed.nextCursor };
}

/** Fields of an answer: what is null, undefined or absent is left out, instants become ISO 8601. */
export function fields(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(
    kept.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
}

/** An answer with one more member, which is JSON text already. @param values at least one */
export function withMember(values: Readonly<Record<string, unknown>>, name: string, json: string): JsonText {
  return new JsonText(`${JSON.stringify(values).slice(0, -1)},${JSON.stringify(name)}:${json}}`);
}

/** Returns the given fields of a checked query: undefined fields become absent, as the store requires. */
export function given<T extends object>(query: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as never;
}
