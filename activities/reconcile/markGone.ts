import { areGone } from '../../rules/reconcile/index.ts';
import {
  countUnread,
  missingUpstream,
  noteTripGone,
  noteTripMet,
  noteTripNotFound,
  noteTripUnread,
  tripsNotFound,
  unmetTrips,
} from '../../store/reconcile/index.ts';
import type { UnmetTrip } from '../../store/reconcile/index.ts';
import { VANISHED, getTrip, setTripState } from '../../store/trips/index.ts';
import type { StopCheck } from '../resilience/index.ts';
import type { ReconcileWork } from './concurrency.ts';

/** Number of trips that one query reads from the store. */
const BATCH = 100;

/**
 * Requests each trip that an earlier run found in a list and this run did not. Records the trips that the service no longer has.
 * A repeated call continues with the trips that were not requested yet.
 * @returns true if all were requested; false if the time of the slice is over
 */
export async function askForUnmet(
  work: ReconcileWork,
  args: { readonly stopCheck: StopCheck; readonly isOver: () => boolean },
): Promise<boolean> {
  const { deps, run } = work;
  const range = { fleetId: run.fleetId, id: run.id, fromDate: run.fromDate, toDate: run.toDate };
  for (;;) {
    const trips = await unmetTrips(deps.db, { ...range, limit: BATCH });
    if (trips.length === 0) return true;
    for (const trip of trips) {
      args.stopCheck();
      await askFor(work, trip);
      if (args.isOver()) return false;
    }
  }
}

async function askFor(work: ReconcileWork, { driverId, tripId, isDeleted }: UnmetTrip): Promise<void> {
  const { deps, run, caller, client, concurrency } = work;
  const { fleetId, id } = run;
  const at = deps.now();
  if (isDeleted) return noteTripGone(deps.db, { fleetId, driverId, tripId, at });
  const answer = await caller.askOfTrip(() => client.trip(driverId, tripId, { fields: ['info'] }));
  await concurrency.rest();
  if (answer.kind === 'ok') await noteTripMet(deps.db, { fleetId, id, driverId, tripId });
  else if (answer.kind === 'missing') await noteTripNotFound(deps.db, { fleetId, id, driverId, tripId, at });
  else await deferToNextRun(work, { driverId, tripId, reason: answer.reason });
}

/**
 * Marks trips as gone that the service no longer has. If they are so many that the service's data may be faulty, raises an alarm
 * and marks them only after a day. Gone trips stay stored, but time windows of rules omit them.
 * @returns the number of trips that are now gone, and of those that are not marked yet
 */
export async function markGoneTrips(
  work: ReconcileWork,
): Promise<{ readonly gone: number; readonly doubted: number }> {
  const { deps, run } = work;
  const { fleetId, fromDate, toDate } = run;
  const { since, count, known } = await missingUpstream(deps.db, { fleetId, fromDate, toDate });
  if (since === null) return { gone: 0, doubted: 0 };
  if (!areGone({ count, known, since }, deps.now())) {
    await deps.alarms.raise(fleetId, 'analytics_trips_missing');
    return { gone: 0, doubted: count };
  }
  let gone = 0;
  for (;;) {
    const trips = await tripsNotFound(deps.db, { fleetId, fromDate, toDate, limit: BATCH });
    if (trips.length === 0) return { gone, doubted: 0 };
    for (const trip of trips) await markIfGone(work, trip);
    gone += trips.length;
  }
}

/** Marks a decided trip as gone. A trip that still waits for its data is left to its own workflow. */
async function markIfGone(
  { deps, run: { fleetId } }: ReconcileWork,
  { driverId, tripId }: Pick<UnmetTrip, 'driverId' | 'tripId'>,
): Promise<void> {
  const key = { fleetId, driverId, tripId };
  const at = deps.now();
  const trip = await getTrip(deps.db, key);
  if (trip?.state === 'decided') await setTripState(deps.db, { ...key, state: 'gone', reason: VANISHED, at });
  await noteTripGone(deps.db, { ...key, at });
}

/** Leaves a trip that cannot be read to the next run. This run does not request it again, so that it delays no other trip. */
export async function deferToNextRun(
  { deps, run: { fleetId, id } }: Pick<ReconcileWork, 'deps' | 'run'>,
  trip: { readonly driverId: string; readonly tripId: string; readonly reason: string },
): Promise<void> {
  const { driverId, tripId, reason } = trip;
  deps.log.warn(
    { fleet: fleetId, driver: driverId, trip: tripId, reason },
    'this trip cannot be read; the next reconciliation run retries it',
  );
  await noteTripUnread(deps.db, { fleetId, id, driverId, tripId });
}

/** Returns a run's note about the trips that it left to the next run, or `undefined` if there are none. */
export async function problemOfUnread({
  deps,
  run,
}: Pick<ReconcileWork, 'deps' | 'run'>): Promise<string | undefined> {
  const count = await countUnread(deps.db, run);
  if (count === 0) return undefined;
  const trips = count === 1 ? 'One trip' : `${count} trips`;
  return `${trips} could not be read; the next reconciliation run retries ${count === 1 ? 'it' : 'them'}.`;
}
