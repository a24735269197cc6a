import * as z from 'zod';
import { LARGEST_PAGE } from '../../../store/db/index.ts';
import { storableText } from './input.ts';

const PAGE = {
  limit: z.coerce.number().int().min(1).max(LARGEST_PAGE).optional().meta({
    description: 'Maximum number of items; a page of large items has fewer.',
    example: 50,
  }),
  cursor: storableText(200).optional().meta({ description: '`next_cursor` of the previous page.' }),
};

/**
 * Returns the query parameters of a list: those of its pages, and the list's own filters. Other parameters
 * are refused, so that a typo does not disable a filter.
 */
export function listQuery<Filters extends z.ZodRawShape>(filters: Filters) {
  return z.strictObject({ ...PAGE, ...filters });
}

/** Returns the query field of a filter by an exact text. */
export function textFilter(description: string) {
  return storableText(512).optional().meta({ description });
}

/** Query field for the language of an answer's sentences. Other words in the answer are data. */
export const languageAsked = z
  .enum(['en', 'de'])
  .default('en')
  .meta({ description: 'Of the sentences: English or German.' });

/** Returns a query field that is `true` or `false`. */
export function flag(description: string) {
  return z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: `${description} Default: false.` });
}

/** Returns the query field of a filter by time: an instant with offset, or a date, which means its midnight in UTC. */
export function timeFilter(description: string) {
  return z
    .union([z.iso.datetime({ offset: true }), z.iso.date()])
    .optional()
    .transform((text) => (text === undefined ? undefined : new Date(text)))
    .meta({ description, type: 'string', example: '2026-01-31' });
}

/** Returns the schema of one page of a list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    next_cursor: z.string().optional().meta({ description: 'Absent on the last page.' }),
  });
}
