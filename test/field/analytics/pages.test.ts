import { afterEach, describe, expect, it } from 'vitest';
import { createAnalyticsClient } from '../../../analytics/index.ts';
import type { AnalyticsClient, Outcome } from '../../../analytics/index.ts';
import { startHttpStandIn } from '../../support/stand-ins/http.ts';
import type { HttpStandIn } from '../../support/stand-ins/http.ts';

/** Returns one answer of a list for `offset` and `limit`. */
type Answer = (offset: number, limit: number) => { readonly status?: number; readonly body: object | string };

const servers: HttpStandIn[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

/** Starts a service whose lists all answer like this. Its `asked` returns the number of requests. */
async function serviceOf(answer: Answer): Promise<{ client: AnalyticsClient; asked: () => number }> {
  const server = await startHttpStandIn(({ path }) => {
    const query = new URL(path, 'http://service').searchParams;
    const { status = 200, body } = answer(Number(query.get('offset')), Number(query.get('limit')));
    return { status, headers: { 'content-type': 'application/json' }, body };
  });
  servers.push(server);
  return {
    client: createAnalyticsClient({ baseUrl: server.url, apiKey: 'k'.repeat(12), retries: 0 }),
    asked: () => server.received.length,
  };
}

/** Returns the rows of a list, each with the id field of every kind of list, under the names of all lists. */
const listOf = (ids: readonly number[] | null, more: object = {}): object => {
  const rows = ids?.map((id) => ({ trip_id: `${id}`, driver_id: `${id}`, session_id: `${id}` })) ?? null;
  return { trips: rows, drivers: rows, sessions: rows, ...more };
};
const span = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(to - from, 0) }, (_each, at) => from + at);

const LISTS = {
  trips: async (client: AnalyticsClient) => gather(client.tripsPages('d'), (trip) => trip.tripId),
  drivers: async (client: AnalyticsClient) => gather(client.driversPages(), (driver) => driver.driverId),
  'drivers of a group': async (client: AnalyticsClient) =>
    gather(client.driversPages({ groupId: 'north' }), (driver) => driver.driverId),
};

interface Gathered {
  readonly ids: readonly number[];
  readonly end: string;
}

/** Collects the ids of a list in the order of reading, and `whole` or the failure that ended it. */
async function gather<Row>(
  pages: AsyncIterable<Outcome<{ readonly rows: readonly Row[] }>>,
  idOf: (row: Row) => string,
): Promise<Gathered> {
  const ids: number[] = [];
  for await (const page of pages) {
    if (page.kind !== 'ok') return { ids, end: page.kind };
    ids.push(...page.value.rows.map((row) => Number(idOf(row))));
  }
  return { ids, end: 'whole' };
}

describe.each(Object.entries(LISTS))('the list of %s', (_name, read) => {
  describe.each([1, 7, 20, 49, 50, 100])('of a service that gives %i rows at a time', (cap) => {
    it.each([...new Set([0, 1, cap - 1, cap, cap + 1, 2 * cap, 45])])(
      'is read to its end of %i rows without next_offset',
      async (total) => {
        const { client } = await serviceOf((offset) => ({
          body: listOf(span(offset, Math.min(offset + cap, total))),
        }));
        expect(await read(client)).toEqual({ ids: span(0, total), end: 'whole' });
      },
    );

    it('is read to its end with a next_offset, also where the limit is lower than what is asked for', async () => {
      const { client } = await serviceOf((offset, limit) => {
        const end = Math.min(offset + Math.min(cap, limit), 120);
        return { body: listOf(span(offset, end), end < 120 ? { next_offset: end } : {}) };
      });
      expect(await read(client)).toEqual({ ids: span(0, 120), end: 'whole' });
    });
  });

  it.each<[string, Answer]>([
    [
      'that overlap',
      (offset) => ({ body: listOf(span(Math.max(offset - 3, 0), Math.min(offset + 17, 45))) }),
    ],
    ['that shrink', (offset) => ({ body: listOf(span(offset, Math.min(offset + 20 - offset / 3, 45))) })],
    ['that grow', (offset) => ({ body: listOf(span(offset, Math.min(offset + 2 + offset, 45))) })],
    [
      'that hide some rows after cutting',
      (offset) => ({ body: listOf(span(offset, Math.min(offset + 20, 45)).filter((id) => id % 5 !== 4)) }),
    ],
    [
      'that are empty in between and name a next_offset',
      (offset) => {
        const end = Math.min(offset + 15, 45);
        const more = end < 45 ? { next_offset: end } : {};
        return { body: listOf(offset === 15 ? [] : span(offset, end), more) };
      },
    ],
    [
      'of twenty with a next_offset for the fifty that were asked for',
      (offset, limit) => ({
        body: listOf(
          span(offset, Math.min(offset + 20, 45)),
          offset + limit < 45 ? { next_offset: offset + limit } : {},
        ),
      }),
    ],
    [
      'that name a next_offset on some pages only',
      (offset) => ({
        body: listOf(
          span(offset, Math.min(offset + 10, 45)),
          offset % 20 === 0 ? { next_offset: offset + 10 } : {},
        ),
      }),
    ],
    [
      'past whose end the list is null',
      (offset) => ({ body: listOf(offset < 45 ? span(offset, Math.min(offset + 20, 45)) : null) }),
    ],
    [
      'past whose end there is no list',
      (offset) => ({
        body: offset < 45 ? listOf(span(offset, Math.min(offset + 20, 45))) : { start_date: '2026-05-01' },
      }),
    ],
    [
      'past whose end the service knows no page',
      (offset) =>
        offset < 45
          ? { body: listOf(span(offset, Math.min(offset + 20, 45))) }
          : { status: 404, body: { detail: 'Invalid page.' } },
    ],
    [
      'past whose end an offset is refused',
      (offset) =>
        offset < 45
          ? { body: listOf(span(offset, Math.min(offset + 20, 45))) }
          : { status: 400, body: { error: 'offset is out of range' } },
    ],
    [
      'past whose end the range cannot be satisfied',
      (offset) =>
        offset < 45
          ? { body: listOf(span(offset, Math.min(offset + 20, 45))) }
          : { status: 416, body: { error: 'range not satisfiable' } },
    ],
  ])('holds every row once when it comes in pages %s', async (_how, answer) => {
    const { client } = await serviceOf(answer);
    const { ids, end } = await read(client);
    const served = span(0, 45).filter((id) => !_how.startsWith('that hide') || id % 5 !== 4);
    const without = _how.startsWith('that are empty') ? served.filter((id) => id < 15 || id >= 30) : served;
    expect(ids).toEqual([...new Set(ids)]);
    expect({ ids: [...ids].sort((one, other) => one - other), end }).toEqual({ ids: without, end: 'whole' });
  });

  it.each<[string, Answer]>([
    ['repeats its page for every offset', () => ({ body: listOf(span(0, 20)) })],
    [
      'names a next_offset for ever',
      (offset) => ({ body: listOf(span(0, 20), { next_offset: offset + 20 }) }),
    ],
    ['names the same next_offset for ever', () => ({ body: listOf(span(0, 20), { next_offset: 20 }) })],
    [
      'names a next_offset on empty pages too',
      (offset) => ({ body: listOf(offset < 20 ? span(offset, 20) : [], { next_offset: offset + 20 }) }),
    ],
  ])('ends after a few requests when the service %s', async (_how, answer) => {
    const { client, asked } = await serviceOf(answer);
    expect(await read(client)).toEqual({ ids: span(0, 20), end: 'whole' });
    expect(asked()).toBeLessThan(6);
  });

  it.each<[string, { status?: number; body: object | string }, string]>([
    ['a page of a proxy', { body: '<html>Bad gateway</html>' }, 'invalid'],
    ['an outage', { status: 503, body: { error: 'busy' } }, 'unavailable'],
    ['a rate limit', { status: 429, body: {} }, 'limited'],
    ['a refused key', { status: 401, body: {} }, 'unauthorised'],
    ['half a body', { body: '{"trips": [' }, 'invalid'],
    ['an empty body', { body: '' }, 'invalid'],
    ['another shape', { body: { trips: {}, drivers: {}, sessions: {} } }, 'invalid'],
  ])('is not taken for whole when %s answers for a later page', async (_what, reply, end) => {
    const { client } = await serviceOf((offset) => (offset === 0 ? { body: listOf(span(0, 20)) } : reply));
    expect(await read(client)).toEqual({ ids: span(0, 20), end });
  });

  it.each<[string, { status?: number; body: object }]>([
    ['null', { body: listOf(null) }],
    ['absent', { body: { start_date: '2026-05-01' } }],
    ['refused', { status: 400, body: { error: 'limit is out of range' } }],
  ])('is unknown, not empty, when its first page is %s', async (_what, reply) => {
    const { client } = await serviceOf(() => reply);
    expect(await read(client)).toEqual({ ids: [], end: 'invalid' });
  });
});
