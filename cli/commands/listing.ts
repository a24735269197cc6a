import { CommandError, clockOf, endIn, instantIn } from '../terminal/index.ts';
import type { ApiClient, Terminal } from '../terminal/index.ts';

/** Options of a long list: a range of time, and how many. */
export interface RangeOptions {
  readonly fleet?: string;
  readonly json?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

/** A list as the API returns it. */
export interface ListAnswer<Item> {
  readonly items: readonly Item[];
  /** Absent at the end. */
  readonly next_cursor?: string;
}

/** Most items that the API returns at once. */
const LARGEST_PAGE = 200;

/**
 * Lists what the filters and the range of time leave, page by page until the limit.
 * @param asked.filters as the API calls them; absent ones are left out
 * @throws CommandError for a limit or a time that is none
 */
export async function listAll<Item>(
  api: ApiClient,
  asked: {
    readonly path: string;
    readonly filters: Readonly<Record<string, string | undefined>>;
    readonly options: RangeOptions;
  },
): Promise<ListAnswer<Item>> {
  const { path, options } = asked;
  const limit = limitOf(options.limit);
  const filters = { ...asked.filters, ...(await rangeOf(api, options)) };
  const given = Object.entries(filters).filter((each): each is [string, string] => each[1] !== undefined);
  const items: Item[] = [];
  let { cursor } = options;
  do {
    const query = new URLSearchParams(given);
    query.set('limit', String(Math.min(LARGEST_PAGE, limit - items.length)));
    if (cursor !== undefined) query.set('cursor', cursor);
    const page = await api.call<ListAnswer<Item>>('GET', `${path}?${query.toString()}`);
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== undefined && items.length < limit);
  return { items, ...(cursor !== undefined && { next_cursor: cursor }) };
}

function limitOf(text = '50'): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new CommandError(`--limit ${text}: write a whole number from 1.`);
}

async function rangeOf(
  api: ApiClient,
  { from, to }: RangeOptions,
): Promise<{ readonly from?: string; readonly to?: string }> {
  if (from === undefined && to === undefined) return {};
  const reading = { zone: await clockOf(api), now: new Date(), isPast: true };
  return {
    ...(from !== undefined && { from: instantIn('--from', from, reading) }),
    ...(to !== undefined && { to: endIn('--to', to, reading) }),
  };
}

/** Says how to go on where the list is longer. */
export function printMore(terminal: Terminal, { next_cursor: cursor }: ListAnswer<unknown>): void {
  if (cursor !== undefined)
    terminal.line(
      terminal.colors.dim(`There are more: repeat it with --cursor ${cursor}, or with a larger --limit.`),
    );
}

/** Whether a list was narrowed down, so that what is missing may be elsewhere. */
export function isNarrowed(options: object): boolean {
  const free = new Set(['fleet', 'json', 'utc', 'limit']);
  return Object.entries(options).some(([name, value]) => value !== undefined && !free.has(name));
}

/** A word of a command line as a shell reads it back. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
