import { ApiError } from './apiError.ts';
import type { Section } from './spelling.ts';
import { dateText, parseDate } from '../world/index.ts';
import type { DayRange } from '../trips/index.ts';

/** Position and size of a page of a list. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Sort order of a list. */
export interface Order<Name extends string> {
  readonly by: Name;
  readonly descending: boolean;
}

const DEFAULT_LIMIT = 10;
const MOST = 50;

/**
 * Returns the range of UTC dates from `start_date` and `end_date`, both included. Without them, it is the seven days up to today.
 * @throws ApiError 400 when a date is invalid, or the range is empty
 */
export function rangeOf(query: URLSearchParams, today: number): DayRange {
  const day = (name: string): number | undefined => {
    const text = query.get(name);
    if (text === null || text === '') return undefined;
    const parsed = parseDate(text);
    if (parsed === undefined) throw new ApiError(400, `${name} is not a valid date: YYYY-MM-DD is expected.`);
    return parsed;
  };
  const start = day('start_date');
  const last = day('end_date') ?? Math.max(today, start ?? today);
  const first = start ?? last - 6;
  if (first > last)
    throw new ApiError(400, `start_date ${dateText(first)} lies after end_date ${dateText(last)}.`);
  return { first, last };
}

/**
 * Returns `limit` (1 to 50, 10 by default) and `offset`. Reduces the limit to `rowsOfAPage` without an error.
 * @throws ApiError 400 when one of them is invalid
 */
export function pageOf(query: URLSearchParams, { rowsOfAPage }: { readonly rowsOfAPage: number }): Page {
  const whole = (name: string, otherwise: number): number => {
    const text = query.get(name);
    if (text === null || text === '') return otherwise;
    if (!/^\d{1,9}$/.test(text)) throw new ApiError(400, `${name} is not a valid number.`);
    return Number(text);
  };
  const page = { limit: whole('limit', DEFAULT_LIMIT), offset: whole('offset', 0) };
  if (page.limit < 1 || page.limit > MOST) throw new ApiError(400, `limit is out of range: 1 to ${MOST}.`);
  return { ...page, limit: Math.min(page.limit, rowsOfAPage) };
}

/** Returns the sections that `fields` names. @throws ApiError 400 when one of them is not allowed here */
export function sectionsOf(
  query: URLSearchParams,
  of: { readonly allowed: readonly Section[]; readonly otherwise: readonly Section[] },
): ReadonlySet<Section> {
  const names = listOf(query, 'fields');
  if (!names) return new Set(of.otherwise);
  for (const name of names)
    if (!of.allowed.some((section) => section === name))
      throw new ApiError(400, `fields holds an unknown section; allowed are ${of.allowed.join(', ')}.`);
  return new Set(names as Section[]);
}

/** Returns the items of a comma-separated parameter; undefined when it is absent or empty. */
export function listOf(query: URLSearchParams, name: string): string[] | undefined {
  const parts = (query.get(name) ?? '').split(',').filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts;
}

/**
 * Returns the sort order from `order_by` and `order_type` (`asc` by default). @throws ApiError 400 when one of them is invalid
 */
export function orderOf<Name extends string>(
  query: URLSearchParams,
  allowed: readonly Name[],
): Order<Name> | undefined {
  const by = query.get('order_by');
  const type = query.get('order_type') ?? 'asc';
  if (type !== 'asc' && type !== 'desc') throw new ApiError(400, 'order_type is neither asc nor desc.');
  if (by === null || by === '') return undefined;
  const name = allowed.find((candidate) => candidate === by);
  if (!name) throw new ApiError(400, `order_by is unknown; allowed are ${allowed.join(', ')}.`);
  return { by: name, descending: type === 'desc' };
}

/** Returns one page of a list, and the offset of the next page if there is one. */
export function cut<T>(
  list: readonly T[],
  page: Page,
): { readonly items: T[]; readonly nextOffset?: number } {
  const end = page.offset + page.limit;
  return { items: list.slice(page.offset, end), ...(end < list.length ? { nextOffset: end } : {}) };
}
