import { describe, expect, it } from 'vitest';
import type { Pages } from '../../analytics/index.ts';
import { clientOf, startStubService } from './stubService.ts';
import type { Reply } from './stubService.ts';
import { useStarted } from '../support/run/useStarted.ts';

const stub = useStarted(startStubService);

/** Rows `from` up to but not including `to`. */
const rows = (from: number, to: number): { trip_id: string }[] =>
  Array.from({ length: to - from }, (_, index) => ({ trip_id: String(from + index) }));
const page = (trips: unknown[], nextOffset?: unknown): Reply => ({
  body: { trips, next_offset: nextOffset },
});
const offsets = (): (string | null)[] =>
  stub.requests.map((request) => new URL(request.split(' ')[1]!, stub.url).searchParams.get('offset'));

async function collect<Row>(
  pages: Pages<Row>,
  idOf: (row: Row) => string,
): Promise<{ ids: string[]; kinds: string[] }> {
  const ids: string[] = [];
  const kinds: string[] = [];
  for await (const outcome of pages) {
    kinds.push(outcome.kind);
    if (outcome.kind === 'ok') ids.push(...outcome.value.rows.map(idOf));
  }
  return { ids, kinds };
}
const tripIds = (query = {}): Promise<{ ids: string[]; kinds: string[] }> =>
  collect(clientOf(stub).tripsPages('d', query), (trip) => trip.tripId);
const upTo = (count: number): string[] => rows(0, count).map(({ trip_id }) => trip_id);

describe('following a list', () => {
  it('by next_offset, also when pages are short', async () => {
    stub.script(page(rows(0, 10), 10), page(rows(10, 20), 20), page(rows(20, 25)), page([]));
    expect((await tripIds()).ids).toEqual(upTo(25));
    expect(offsets()).toEqual(['0', '10', '20', '25']);
  });

  it('without next_offset, by counting what came', async () => {
    stub.script(page(rows(0, 50)), page(rows(50, 100)), page(rows(100, 103)), page([]));
    expect((await tripIds()).ids).toEqual(upTo(103));
    expect(offsets()).toEqual(['0', '50', '100', '103']);
    expect(stub.requests[0]).toContain('limit=50');
  });

  it('without next_offset, to an empty page', async () => {
    stub.script(page(rows(0, 50)), page([]));
    expect(await tripIds()).toEqual({ ids: upTo(50), kinds: ['ok'] });
    expect(stub.requests).toHaveLength(2);
  });

  it('without next_offset, to a page without a new id: a server that ignores offset', async () => {
    stub.script(page(rows(0, 50)));
    expect((await tripIds()).ids).toEqual(upTo(50));
    expect(stub.requests).toHaveLength(2);
  });

  it('goes on after a page that is not full, because a service may give fewer rows than it was asked for', async () => {
    stub.script(page(rows(0, 49)), page(rows(49, 60)), page([]));
    expect((await tripIds()).ids).toEqual(upTo(60));
    expect(stub.requests).toHaveLength(3);
  });

  it('gives an empty list one page', async () => {
    stub.script(page([]));
    expect(await tripIds()).toEqual({ ids: [], kinds: ['ok'] });
    expect(stub.requests).toHaveLength(1);
  });

  it('gives each row once when data moves between pages', async () => {
    stub.script(page(rows(0, 50)), page(rows(48, 98)), page(rows(97, 99)));
    expect((await tripIds()).ids).toEqual(upTo(99));
  });

  it('counts rows without a usable id as well', async () => {
    stub.script(page([{}, ...rows(0, 49)]), page(rows(49, 51)), page([]));
    expect((await tripIds()).ids).toEqual(upTo(51));
    expect(offsets()).toEqual(['0', '50', '52']);
  });

  it('respects the limit and the offset asked for', async () => {
    stub.script(page(rows(7, 9)), page(rows(9, 10)), page([]));
    expect((await tripIds({ limit: 2, offset: 7, startDate: '2026-03-01' })).ids).toEqual(['7', '8', '9']);
    expect(offsets()).toEqual(['7', '9', '10']);
    expect(stub.requests[1]).toContain('start_date=2026-03-01&limit=2');
  });
});

describe('a next_offset that leads nowhere', () => {
  it.each([0, -1, '50', null, 1.5, Number.NaN])('%j: goes on by counting', async (nextOffset) => {
    stub.script(page(rows(0, 50), nextOffset), page(rows(50, 52)), page([]));
    expect((await tripIds()).ids).toEqual(upTo(52));
    expect(offsets()).toEqual(['0', '50', '52']);
  });

  it('that does not advance goes on by counting', async () => {
    stub.script(page(rows(0, 5), 5), page(rows(5, 8), 5), page([], 5));
    expect((await tripIds()).ids).toEqual(upTo(8));
    expect(offsets()).toEqual(['0', '5', '8']);
  });

  it('that advances for ever over the same rows ends the list', async () => {
    let asked = 0;
    stub.script((_request, response) => {
      asked += 10;
      response.end(JSON.stringify({ trips: rows(0, 10), next_offset: asked }));
    });
    expect((await tripIds()).ids).toEqual(upTo(10));
    expect(stub.requests).toHaveLength(4);
  });

  it('on an empty page is followed: the rows behind it belong to the list', async () => {
    stub.script(page(rows(0, 10), 10), page([], 20), page(rows(10, 15)), page([]));
    expect((await tripIds()).ids).toEqual(upTo(15));
    expect(offsets()).toEqual(['0', '10', '20', '25']);
  });
});

describe('a page that fails', () => {
  it('is the last outcome, so that a list cut short is not taken for a whole one', async () => {
    stub.script(page(rows(0, 50)), { status: 503 }, page(rows(50, 60)));
    expect(await tripIds()).toEqual({ ids: upTo(50), kinds: ['ok', 'unavailable'] });
    expect(stub.requests).toHaveLength(2);
  });
});

describe('drivers', () => {
  it('are paged alike, and asked for only as far as the caller goes', async () => {
    stub.script(
      { body: { drivers: [{ driver_id: 'a' }, { driver_id: 'b' }], next_offset: 2 } },
      { body: { drivers: [{ driver_id: 'b' }, { driver_id: 3 }] } },
    );
    expect((await collect(clientOf(stub).driversPages(), (driver) => driver.driverId)).ids).toEqual([
      'a',
      'b',
      '3',
    ]);
    stub.script({ body: { drivers: [{ driver_id: 'a' }], next_offset: 1 } });
    for await (const outcome of clientOf(stub).driversPages({ groupId: 'north' })) {
      expect(outcome.kind).toBe('ok');
      break;
    }
    expect(stub.requests).toHaveLength(1);
  });
});
