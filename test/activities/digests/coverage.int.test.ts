import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DigestContent } from '../../../messages/digests/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { claimTrip, recordNotification, setTripState } from '../../../store/trips/index.ts';
import {
  beginReconcile,
  endReconcile,
  reconciledSince,
  noteListedTrips,
  noteTripGone,
} from '../../../store/reconcile/index.ts';
import type { TripState } from '../../../store/tables/index.ts';
import { digestDocument, digestRun } from '../../support/digests/run.ts';
import { fleetStub, stubDriver } from '../../support/digests/fleetStub.ts';
import type { FleetStub } from '../../support/digests/fleetStub.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const NOW = { from: '2026-06-01', to: '2026-06-07' };
const BEFORE = { from: '2026-05-25', to: '2026-05-31' };
const MONDAY = new Date('2026-06-08T04:30:00Z');
const inTest = useDatabase();
let stub: FleetStub;
let fleetId: string;
beforeEach(() => {
  stub = fleetStub();
  fleetId = randomUUID();
});

/** Stores a reconciliation run over dates, with the trips that it listed by driver. */
async function reconcile(
  options: {
    readonly from?: string;
    readonly to?: string;
    readonly at?: Date;
    readonly problem?: string;
    readonly state?: 'done' | 'failed';
    readonly lists?: Readonly<Record<string, readonly string[]>>;
  } = {},
): Promise<void> {
  const { from = NOW.from, to = '2026-06-08', at = MONDAY, state = 'done', lists = {} } = options;
  const range = { fromDate: from, toDate: to, isWide: true, isFirst: false };
  const id = await beginReconcile(inTest.db, { fleetId, ...range, at });
  for (const [driverId, tripIds] of Object.entries(lists))
    await noteListedTrips(inTest.db, {
      fleetId,
      id,
      driverId,
      at,
      trips: tripIds.map((tripId) => ({ tripId, day: '2026-06-03', isHistory: tripId.startsWith('old') })),
    });
  const problem = options.problem === undefined ? {} : { problem: options.problem };
  await endReconcile(inTest.db, { fleetId, id, state, at, ...problem });
}

async function known(driverId: string, tripId: string, state: TripState, revision = 1): Promise<void> {
  const at = new Date('2026-06-03T12:00:00Z');
  const key = { fleetId, driverId, tripId };
  await claimTrip(inTest.db, { ...key, workflowId: 'w', at, receivedFrom: 'webhook' });
  if (state !== 'waiting') await setTripState(inTest.db, { ...key, state, at });
  await inTest.db.updateTable('trips').set({ revision }).where((row) => row.and(key)).execute(); // prettier-ignore
}

/** Sets the trips of each driver in the service's list of drivers. */
function counts(trips: Readonly<Record<string, number>>): void {
  const drivers = Object.entries(trips).map(([id, count]) => stubDriver(id, { trips: count }));
  stub.drivers.set(NOW.from, drivers);
  stub.drivers.set(BEFORE.from, drivers);
}

async function coverage(document: JsonObject = {}): Promise<NonNullable<DigestContent['coverage']>> {
  const run = await digestRun(inTest.db, {
    fleetId,
    now: NOW,
    before: BEFORE,
    createdAt: MONDAY,
    clock: () => MONDAY,
    analytics: { baseUrl: 'http://service.example', apiKey: 'planted-key', fetch: stub.fetch },
    document: digestDocument(document),
  });
  return (await run.content()).coverage!;
}

/** Returns the value of each figure by its name. */
function values(of: object): Record<string, number | null> {
  const figures = Object.entries(of as Readonly<Record<string, unknown>>).flatMap(([name, figure]) =>
    typeof figure === 'object' && figure !== null && 'value' in figure ? [[name, figure.value]] : [],
  );
  return Object.fromEntries(figures) as Record<string, number | null>;
}

describe('where the service’s lists were compared', () => {
  beforeEach(async () => {
    counts({ ann: 9, ben: 2 });
    await reconcile({
      lists: {
        ann: ['a', 'b', 'kept', 'old', 'parked', 'deleted', 'gone', 'gone upstream', 'new'],
        ben: ['b1', 'b2'],
      },
    });
    await known('ann', 'a', 'decided');
    await known('ann', 'b', 'waiting');
    await known('ann', 'kept', 'decided', 0);
    await known('ann', 'parked', 'parked');
    await known('ann', 'deleted', 'deleted');
    await known('ann', 'gone', 'gone');
    await known('ben', 'b1', 'decided');
    await known('ben', 'announced only', 'decided');
    await noteTripGone(inTest.db, { fleetId, driverId: 'ann', tripId: 'gone upstream', at: MONDAY });
  });

  it('every trip is counted by name, in one lot', async () => {
    const found = await coverage();
    // a, b, kept, old, parked, new; b1, b2, announced only. Deleted and gone trips are not included.
    expect(values(found)).toEqual({ known: 9, evaluated: 4, history: 1, waiting: 3, parked: 1, counted: 11 });
    expect(found.comparison).toEqual({ days: 7, compared: 7, at: MONDAY.toISOString(), isOff: true });
    expect(found.known.source).toBe('query coverageDays: trips that began 2026-06-01 to 2026-06-07 (UTC)');
  });

  it('a digest of a group counts the trips of its drivers alone', async () => {
    stub.groups = ['south', 'north'];
    stub.ofGroup.set('south', ['ben']).set('north', ['ann']);
    const found = await coverage({ groups: ['south'] });
    expect(values(found)).toEqual({ known: 3, evaluated: 2, history: 0, waiting: 1, parked: 0, counted: 2 });
  });
});

describe('a date', () => {
  beforeEach(() => counts({ ann: 5 }));

  it.each([
    ['is not compared by a run that began before it was over', { at: new Date('2026-06-07T23:59:00Z') }, 6],
    ['is not compared by a run that could not read a list', { problem: 'The list broke off.' }, 0],
    ['is not compared by a run that failed', { state: 'failed' }, 0],
    ['is not compared by a run over other dates', { from: '2026-06-04', to: '2026-06-06' }, 3],
  ] as const)('%s', async (_what, options, compared) => {
    await reconcile(options);
    const found = await coverage();
    expect(found.comparison).toMatchObject({ days: 7, compared });
    // The count in the list of drivers then replaces the trips, because they are in no list.
    expect(values(found)).toEqual({ known: 5, evaluated: 0, history: 0, waiting: 0, parked: 0, counted: 5 });
    expect(found.known.source).toMatch(/digestTotals.*GET \/v3\/drivers.*coverageDays/);
  });

  it('may be compared by several reconciliation runs, the oldest of which shows how fresh all are', async () => {
    const early = new Date('2026-06-06T03:00:00Z');
    await reconcile({ to: '2026-06-06', at: early });
    await reconcile({ from: '2026-06-05' });
    expect((await coverage()).comparison).toMatchObject({ compared: 7, at: early.toISOString() });
  });
});

describe('a fleet that is new', () => {
  it('has only history where the whole period is from before, walked or not', async () => {
    counts({ ann: 771 });
    await reconciledSince(inTest.db, { fleetId, at: MONDAY });
    expect(values(await coverage())).toMatchObject({ known: 771, evaluated: 0, history: 771 });
    await reconcile({ lists: { ann: ['old 1', 'old 2'] } });
    const found = await coverage();
    expect(values(found)).toMatchObject({ known: 2, evaluated: 0, history: 2, counted: 771 });
    expect(found.since).toBe(MONDAY.toISOString());
  });

  it('knows a part of the trips by their number alone where it began in mid-period', async () => {
    counts({ ann: 20 });
    const since = new Date('2026-06-03T12:00:00Z');
    await recordNotification(inTest.db, {
      fleetId,
      type: 'TRIP_SCORED',
      receivedAt: since,
      source: 'webhook',
    });
    await known('ann', 'a', 'decided');
    const found = await coverage();
    expect(values(found)).toEqual({
      known: 20,
      evaluated: 1,
      history: 0,
      waiting: 0,
      parked: 0,
      counted: 20,
    });
    expect(found.since).toBe(since.toISOString());
  });

  it('never shows fewer trips than it looked at', async () => {
    counts({ ann: 1 });
    for (const tripId of ['a', 'b', 'c']) await known('ann', tripId, 'decided');
    expect(values(await coverage())).toMatchObject({ known: 3, evaluated: 3, counted: 1 });
  });
});
