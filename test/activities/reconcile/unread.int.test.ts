import { ApplicationFailure } from '@temporalio/common';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { createServiceEvidence } from '../../../activities/dependencies/index.ts';
import { createBackfillCaller } from '../../../activities/facts/index.ts';
import {
  askForUnmet,
  problemOfUnread,
  rereadTrips,
  markGoneTrips,
} from '../../../activities/reconcile/index.ts';
import type { ReconcileWork } from '../../../activities/reconcile/index.ts';
import { createAnalyticsClient } from '../../../analytics/index.ts';
import { beginReconcile, getReconcile, noteListedTrips } from '../../../store/reconcile/index.ts';
import { claimTrip } from '../../../store/trips/index.ts';
import { standInTrip } from '../../support/stand-ins/analytics.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const test = useDatabase();
const fleetId = 'north';
const at = new Date('2026-06-03T12:00:00Z');
const range = { fromDate: '2026-06-01', toDate: '2026-06-03', isWide: false, isFirst: false };
const nothing = (): Promise<void> => Promise.resolve();

/** Rethrows an error unless Temporal retries it. */
function tryAgain(error: unknown): false {
  if (error instanceof ApplicationFailure && !error.nonRetryable) return false;
  throw error;
}

afterEach(async () => {
  for (const table of ['trips', 'serviceTrips', 'reconcileRuns'] as const)
    await test.db.deleteFrom(table).execute();
});

const idsOf = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_each, index) => `${name}${String(index).padStart(3, '0')}`);

const begin = (): Promise<string> => beginReconcile(test.db, { fleetId, ...range, at });

async function listed(tripIds: readonly string[]): Promise<void> {
  const trips = tripIds.map((tripId) => ({ tripId, day: '2026-06-02', isHistory: false }));
  await noteListedTrips(test.db, { fleetId, id: await begin(), driverId: 'd', trips, at });
}

/** Lists trips and stores them as decided two days before. */
async function decided(
  tripIds: readonly string[],
  kept: { readonly eventsKnown: boolean; readonly windowHash: string | null },
): Promise<void> {
  await listed(tripIds);
  const storedAt = new Date(at.getTime() - 48 * 3_600_000);
  for (const tripId of tripIds)
    await claimTrip(test.db, { fleetId, driverId: 'd', tripId, workflowId: 'w', at });
  await test.db
    .updateTable('trips')
    .set({ ...kept, storedAt, state: 'decided', revision: 1 })
    .execute();
}

/** More refusals than one attempt attributes to the trips themselves. */
const MANY = 30;

type Served = { readonly status: number; readonly body: object };
const NOT_THERE: Served = { status: 404, body: { error: 'trip id is not valid' } };
const STUMBLES: Served = { status: 500, body: { error: 'cannot render that' } };
const ODD: Served = { status: 200, body: { error: 'something odd' } };
const wellServed = (tripId: string): Served => ({
  status: 200,
  body: standInTrip(tripId, { endedAt: new Date('2026-06-02T10:00:00Z') }),
});

/** Works on a run, attempt after attempt, against a service that answers each trip's call as given. */
async function reconcileWith(answer: (tripId: string) => Served) {
  const key = { fleetId, id: await begin() };
  const run = (await getReconcile(test.db, key))!;
  const asked: string[] = [];
  const raised: string[] = [];
  const reevaluated: string[] = [];
  const deps = {
    db: test.db,
    now: () => at,
    reconcileEveryMs: 3_600_000,
    pulse: createServiceEvidence(() => at),
    log: { info: () => undefined, warn: () => undefined },
    alarms: {
      note: nothing,
      clear: nothing,
      raise: (_fleet: string, kind: string) => void raised.push(kind),
    },
    trips: { reevaluate: ({ tripId }: { tripId: string }) => void reevaluated.push(tripId) },
  };
  const client = createAnalyticsClient({
    baseUrl: 'http://service.example',
    apiKey: 'key',
    retries: 0,
    fetch: (input) => {
      const tripId = new URL(input).pathname.split('/').at(-1)!;
      asked.push(tripId);
      const { status, body } = answer(tripId);
      return Promise.resolve(new Response(JSON.stringify(body), { status }));
    },
  });
  /** Repeats a step until it is through, as its workflow does. */
  async function through(
    step: (work: ReconcileWork, isOver: () => boolean) => Promise<boolean>,
    callsASlice = Infinity,
  ): Promise<void> {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const from = asked.length;
      const stopCheck = (): void => undefined;
      const caller = createBackfillCaller(deps as never, { key, stopCheck });
      const work = { deps, run, client, caller, concurrency: { rest: nothing }, since: at };
      const isOver = (): boolean => asked.length - from >= callsASlice;
      if (await step(work as unknown as ReconcileWork, isOver).catch(tryAgain)) return;
    }
    throw new Error('The walk never came to its end.');
  }
  const slice = { stopCheck: () => undefined, lanes: 2 };
  return {
    run,
    asked,
    raised,
    reevaluated,
    unmet: (callsASlice?: number) =>
      through((work, isOver) => askForUnmet(work, { ...slice, isOver }), callsASlice),
    readAgain: (callsASlice?: number) =>
      through((work, isOver) => rereadTrips(work, { ...slice, isOver }), callsASlice),
    problem: () => problemOfUnread({ deps, run } as unknown as ReconcileWork),
    async settle() {
      let found: Awaited<ReturnType<typeof markGoneTrips>> | undefined;
      await through(async (work) => {
        found = await markGoneTrips(work);
        return true;
      });
      return found;
    },
  };
}

const timesAsked = (asked: readonly string[], name: string): number =>
  asked.filter((tripId) => tripId.startsWith(name)).length;

describe('trips that are listed no more', () => {
  it('are each asked for once, however many they are and however short a slice is', async () => {
    await listed(idsOf('missing', 250));
    const reconcile = await reconcileWith(() => NOT_THERE);
    await reconcile.unmet(7);
    expect(reconcile.asked).toHaveLength(250);
    expect(await reconcile.settle()).toEqual({ gone: 0, doubted: 250 });
    expect(reconcile.raised).toEqual(['analytics_trips_missing']);
    const next = await reconcileWith(() => NOT_THERE);
    await next.unmet(7);
    expect(next.asked).toHaveLength(250);
  });

  it.each([
    ['500 with words of its own', STUMBLES],
    ['200 with an error', ODD],
  ])(
    'and that the service answers %s are left to the next reconciliation run, and all behind are asked for',
    async (_what, poison) => {
      await listed(['first', ...idsOf('missing', 3), ...idsOf('poison', MANY), ...idsOf('there', 3)]);
      const reconcile = await reconcileWith((tripId) =>
        tripId === 'first' || tripId.startsWith('poison')
          ? poison
          : tripId.startsWith('there')
            ? wellServed(tripId)
            : NOT_THERE,
      );
      await reconcile.unmet();
      expect(timesAsked(reconcile.asked, 'missing')).toBe(3);
      expect(timesAsked(reconcile.asked, 'there')).toBe(3);
      expect(timesAsked(reconcile.asked, 'poison')).toBe(MANY + 1);
      expect(await reconcile.settle()).toEqual({ gone: 3, doubted: 0 });
      expect(await reconcile.problem()).toBe(
        '31 trips could not be read; the next reconciliation run retries them.',
      );
      const next = await reconcileWith((tripId) => wellServed(tripId));
      await next.unmet();
      expect([timesAsked(next.asked, 'poison'), timesAsked(next.asked, 'first')]).toEqual([MANY, 1]);
    },
  );
});

describe('the second reading', () => {
  const other = { eventsKnown: true, windowHash: 'other events' };

  it.each([
    ['500 with words of its own', STUMBLES],
    ['200 with an error', ODD],
  ])(
    'leaves what is answered %s to the next reconciliation run, behind the others',
    async (_what, poison) => {
      const trips = [...idsOf('poison', MANY), ...idsOf('well', 12)];
      await decided(trips, other);
      const reconcile = await reconcileWith((tripId) =>
        tripId.startsWith('poison') ? poison : wellServed(tripId),
      );
      await reconcile.readAgain();
      expect(reconcile.reevaluated.toSorted()).toEqual(idsOf('well', 12));
      expect(timesAsked(reconcile.asked, 'poison')).toBeGreaterThanOrEqual(MANY);
      expect(timesAsked(reconcile.asked, 'poison')).toBeLessThanOrEqual(MANY + 2);
      expect(await reconcile.problem()).toBe(
        '30 trips could not be read; the next reconciliation run retries them.',
      );
      await decided(idsOf('younger', 3), other);
      const next = await reconcileWith(wellServed);
      await next.readAgain();
      expect(next.reevaluated.toSorted()).toEqual([...idsOf('poison', MANY), ...idsOf('younger', 3)]);
      expect(next.asked.slice(0, 3).toSorted()).toEqual(idsOf('younger', 3));
    },
  );

  it('waits for a service that is unavailable, and leaves nothing out for that', async () => {
    await decided(idsOf('well', 4), other);
    let answers = 0;
    const reconcile = await reconcileWith((tripId) =>
      (answers += 1) <= 30 ? { status: 503, body: { error: 'later' } } : wellServed(tripId),
    );
    await reconcile.readAgain();
    expect(reconcile.reevaluated.toSorted()).toEqual(idsOf('well', 4));
  });

  it.each([
    ['whose events had not arrived', { eventsKnown: false, windowHash: 'not sent' }],
    ['of which nothing can be compared', { eventsKnown: true, windowHash: null }],
    ['of neither', { eventsKnown: false, windowHash: null }],
  ])('has a trip looked at again %s, once its events are there', async (_what, kept) => {
    await decided(['came', 'still none'], kept);
    const reconcile = await reconcileWith((tripId) => {
      const { status, body } = wellServed(tripId);
      return { status, body: tripId === 'came' ? body : { ...body, events: undefined } };
    });
    await reconcile.readAgain();
    expect(reconcile.reevaluated).toEqual(['came']);
    expect(await reconcile.problem()).toBeUndefined();
    const { rows } = await sql`select from service_trips where reread_at is null`.execute(test.db);
    expect(rows).toHaveLength(0);
  });
});
