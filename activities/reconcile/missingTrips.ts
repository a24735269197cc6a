import { endedBefore, serviceDay } from '../../rules/reconcile/index.ts';
import type { Trip } from '../../rules/vocabulary/index.ts';
import { isStorableId } from '../../store/db/index.ts';
import {
  finishReconcileDriver,
  noteListedTrips,
  noteTripStarted,
  tripsToTake,
} from '../../store/reconcile/index.ts';
import type { TripToTake } from '../../store/reconcile/index.ts';
import { tombstonedAmong, tripEndedAt, withClockMark } from '../../store/trips/index.ts';
import type { ReconcileWork } from './concurrency.ts';
import { reevaluateRescored } from './rescored.ts';

/** Milliseconds after a trip's end during which its notification may still arrive. The next run checks the trip again. */
const ON_ITS_WAY_MS = 15 * 60_000;

/**
 * Compares the service's list of a driver's trips with the stored ones, and starts workflows for trips without a notification.
 */
export async function reconcileDriver(work: ReconcileWork, driverId: string): Promise<void> {
  const { deps, run } = work;
  const { fleetId, id } = run;
  const found = await readList(work, driverId);
  await finishReconcileDriver(deps.db, { fleetId, id, driverId, ...found, at: deps.now() });
}

interface Found {
  readonly listed: number;
  readonly started: number;
  readonly problem?: string;
}

/**
 * Reads the list of a driver's trips, and recovers missing trips page by page. If the list is interrupted, the next run reads it
 * again.
 */
async function readList(work: ReconcileWork, driverId: string): Promise<Found> {
  const { client, caller, concurrency, run } = work;
  const { fromDate: startDate, toDate: endDate } = run;
  let listed = 0;
  let started = 0;
  const query = { startDate, endDate, fields: ['info', 'driving_behavior'] } as const;
  for await (const outcome of client.tripsPages(driverId, query)) {
    if (outcome.kind === 'invalid' && outcome.notFound === true) break;
    const answer = await caller.classify(outcome);
    if (answer.kind !== 'ok') {
      const why = answer.kind === 'refused' ? answer.reason : 'The service has no such list.';
      return { listed, started, problem: `The list of trips of a driver: ${why}` };
    }
    const { rows } = answer.value;
    listed += rows.length;
    started += await takeUp(
      work,
      driverId,
      rows.filter(({ tripId }) => isStorableId(tripId)),
    );
    await concurrency.rest();
  }
  return { listed, started };
}

/**
 * Records a page of listed trips, except erased ones, and starts the workflows that are missing. @returns the number of started
 * workflows
 */
async function takeUp(work: ReconcileWork, driverId: string, listed: readonly Trip[]): Promise<number> {
  const { deps, run, since } = work;
  const { fleetId, id } = run;
  const at = deps.now();
  const erased = await tombstonedAmong(deps.db, {
    fleetId,
    driverId,
    trips: listed.map((row) => ({ tripId: row.tripId, endedAt: tripEndedAt(row) })),
  });
  const rows = listed.filter(({ tripId }) => !erased.has(tripId));
  const trips = rows.map((row) => ({
    tripId: row.tripId,
    day: serviceDay(row, run.toDate),
    isHistory: run.isFirst && endedBefore(row, since),
  }));
  await noteListedTrips(deps.db, { fleetId, id, driverId, trips, at });
  const due = new Date(at.getTime() - ON_ITS_WAY_MS);
  const tripIds = rows.filter((row) => !mayStillBeNotified(row, due, at)).map(({ tripId }) => tripId);
  let begun = 0;
  for (const trip of await tripsToTake(deps.db, { fleetId, driverId, tripIds, at }))
    if (await take(work, driverId, trip)) begun += 1;
  return begun + (await reevaluateRescored(work, driverId, rows));
}

/**
 * Returns whether a trip ended so recently that its notification may still arrive. Returns false if the device's clock is so far
 * ahead that the end is meaningless.
 */
function mayStillBeNotified(trip: Trip, due: Date, at: Date): boolean {
  const isAhead = withClockMark(trip, at).clockAheadSeconds !== undefined;
  return !isAhead && Date.parse(trip.endTime ?? '') > due.getTime();
}

/**
 * Starts the workflow of a missing trip, or re-evaluates a parked one.
 * @returns whether the workflow started now; false if the notification arrived meanwhile
 */
async function take(
  work: ReconcileWork,
  driverId: string,
  { tripId, take: how }: TripToTake,
): Promise<boolean> {
  const { deps, run } = work;
  const { fleetId, id: runId } = run;
  const key = { fleet: fleetId, driverId, tripId };
  const began =
    how === 'new'
      ? await deps.trips.startTrip({ ...key, receivedAt: deps.now().toISOString(), source: 'reconciler' })
      : await deps.trips.reevaluate({ ...key, runId });
  if (began === 'started') await noteTripStarted(deps.db, { fleetId, driverId, tripId, at: deps.now() });
  return began === 'started';
}
