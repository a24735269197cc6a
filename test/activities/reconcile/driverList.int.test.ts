import { MockActivityEnvironment } from '@temporalio/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { listDrivers } from '../../../activities/reconcile/index.ts';
import type { ReconcileWork } from '../../../activities/reconcile/index.ts';
import { withSignOfLife } from '../../../activities/resilience/index.ts';
import { createAnalyticsClient } from '../../../analytics/index.ts';
import { beginReconcile, getReconcile, nextReconcileDrivers } from '../../../store/reconcile/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const test = useDatabase();
const fleetId = 'north';
const at = new Date('2026-06-03T10:00:00Z');
const DRIVERS = 230;

let offsets: number[];
beforeEach(() => {
  offsets = [];
});

/** Creates a service with many drivers that fails once before a page. */
function serviceThatFailsAt(offset: number | undefined) {
  let fails = offset;
  return createAnalyticsClient({
    baseUrl: 'http://service.example',
    apiKey: 'key',
    retries: 0,
    fetch: (input) => {
      const query = new URL(input).searchParams;
      const [from, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
      offsets.push(from);
      if (from === fails) {
        fails = undefined;
        return Promise.resolve(new Response('{}', { status: 503 }));
      }
      const ids = Array.from({ length: Math.min(limit, DRIVERS - from) }, (_each, index) => from + index);
      const drivers = ids.map((id) => ({ driver_id: `d${String(id).padStart(3, '0')}`, info: {} }));
      const more = from + limit < DRIVERS ? { next_offset: from + limit } : {};
      return Promise.resolve(new Response(JSON.stringify({ ...more, drivers })));
    },
  });
}

describe('the list of drivers', () => {
  it('is read on near where it broke off, and every driver is in it once', async () => {
    const range = { fromDate: '2026-06-01', toDate: '2026-06-03', isWide: false, isFirst: false };
    const id = await beginReconcile(test.db, { ...range, fleetId, at });
    const key = { fleetId, id };
    const run = (await getReconcile(test.db, key))!;
    const nothing = (): Promise<void> => Promise.resolve();
    const work = {
      run,
      client: serviceThatFailsAt(150),
      concurrency: { rest: nothing },
      deps: {
        db: test.db,
        now: () => at,
        alarms: { note: nothing, raise: nothing, clear: nothing },
        pulse: { trouble: () => false, answered: () => undefined },
      },
    } as unknown as ReconcileWork;
    let kept: unknown;
    const list = (): Promise<void> =>
      withSignOfLife<void, { offset: number }>((_stop, keep) => listDrivers(work, keep));
    const first = new MockActivityEnvironment();
    first.on('heartbeat', (details: unknown) => (kept = details));
    await expect(first.run(list)).rejects.toThrow('does not answer');
    expect(kept).toEqual({ offset: 150 });
    expect(offsets).toEqual([0, 50, 100, 150]);
    offsets = [];
    await new MockActivityEnvironment({ heartbeatDetails: kept, attempt: 2 }).run(list);
    expect(offsets).toEqual([50, 100, 150, 200, 230]);
    expect(await nextReconcileDrivers(test.db, { ...key, limit: 1_000 })).toHaveLength(DRIVERS);
    expect((await getReconcile(test.db, key))!.driversListedAt).toEqual(at);
  });
});
