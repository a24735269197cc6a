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

/** Trips read from the store at a time. */
const BATCH = 100;

/**
 * Requests each trip that was listed before and was not met now, and records those that the service does not have. A repeat
 * requests the rest: no trip twice, also when it was not found or cannot be read.
 * @returns whether all were requested; false: the slice of time is over
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
 * Marks trips as gone that the service does not have. If they are so many at once that it may be a mishap, it marks them only
 * when that has lasted for a day. Gone trips stay stored; windows leave them out.
 * @returns how many are gone now, and how many are waited for
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

/** Marks a decided trip as gone. A trip whose notification still waits to be read is left to its own workflow. */
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

/** Defers a trip that cannot be read. This run does not request it again, so that it delays no trip behind it. */
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

/** Returns a run's note about the trips that it deferred, or `undefined` without any. */
export async function problemOfUnread({
  deps,
  run,
}: Pick<ReconcileWork, 'deps' | 'run'>): Promise<string | undefined> {
  const count = await countUnread(deps.db, run);
  if (count === 0) return undefined;
  const trips = count === 1 ? 'One trip' : `${count} trips`;
  return `${trips} could not be read; the next reconciliation run retries ${count === 1 ? 'it' : 'them'}.`;
}
