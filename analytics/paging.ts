import type { Outcome } from './outcome.ts';
import type { Page } from './pages.ts';
import type { PageQuery } from './queries.ts';

/** Rows asked for at a time: the most a live service is known to give. */
const PAGE_SIZE = 50;

/** Pages in a row without any new id after which a list is taken to be over, whatever `next_offset` says. */
const MAX_STALE_PAGES = 2;

/** What following a list needs. */
export interface PageSource<Row, Query extends PageQuery> {
  readonly query: Query;
  readonly fetchPage: (query: Query & Required<PageQuery>) => Promise<Outcome<Page<Row>>>;
  readonly idOf: (row: Row) => string;
}

/**
 * Follows a list to its end. Each page is an outcome; the first that is not `ok` is the last, so that a list cut short
 * is never taken for a whole one. A row is given once, however often moving data repeats it.
 *
 * `next_offset` is followed while it advances. Without it (the trips list need not send it) a full page means there
 * may be more: the next is asked for, until one is empty or holds no new id.
 */
export async function* followPages<Row, Query extends PageQuery>(
  source: PageSource<Row, Query>,
): AsyncGenerator<Outcome<Page<Row>>, void, undefined> {
  const limit = source.query.limit ?? PAGE_SIZE;
  const seen = new Set<string>();
  let offset = source.query.offset ?? 0;
  for (let first = true, stale = 0; ; first = false) {
    const outcome = await source.fetchPage({ ...source.query, limit, offset });
    if (outcome.kind !== 'ok') {
      yield outcome;
      return;
    }
    const page = outcome.value;
    const fresh = page.rows.filter((row) => isNew(source.idOf(row), seen));
    stale = fresh.length === 0 ? stale + 1 : 0;
    if (first || fresh.length > 0) yield { kind: 'ok', value: { ...page, rows: fresh } };
    const advances = page.nextOffset !== undefined && page.nextOffset > offset;
    const more = advances ? stale < MAX_STALE_PAGES : stale === 0 && page.received >= limit;
    if (page.received === 0 || !more) return;
    offset = advances ? page.nextOffset : offset + page.received;
  }
}

function isNew(id: string, seen: Set<string>): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  return true;
}
