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
 * Asks for each trip that was listed before and was not met now, and notes those that the service says it has not. Repeated,
 * it asks for what is left: no trip twice, also when it was not found or cannot be read.
 * @returns whether all were asked for; false: the slice of time is over
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
 * Takes trips as gone that the service says it has not, unless they are so many at once that it may be a mishap: then when
 * that has lasted for a day. They stay stored; windows leave them out.
 * @returns how many are gone now, and how many are waited for
 */
export async function settleGone(
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
    for (const trip of trips) await settle(work, trip);
    gone += trips.length;
  }
}

/** A trip whose notification still waits to be read goes its own way. */
async function settle(
  { deps, run: { fleetId } }: ReconcileWork,
  { driverId, tripId }: Pick<UnmetTrip, 'driverId' | 'tripId'>,
): Promise<void> {
  const key = { fleetId, driverId, tripId };
  const at = deps.now();
  const trip = await getTrip(deps.db, key);
  if (trip?.state === 'decided') await setTripState(deps.db, { ...key, state: 'gone', reason: VANISHED, at });
  await noteTripGone(deps.db, { ...key, at });
}

/** Goes on without a trip that cannot be read: this run asks for it no more, so that it holds up nothing behind it. */
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

/** What a run says about the trips that it went on without; undefined: there were none. */
export async function problemOfUnread({
  deps,
  run,
}: Pick<ReconcileWork, 'deps' | 'run'>): Promise<string | undefined> {
  const count = await countUnread(deps.db, run);
  if (count === 0) return undefined;
  const trips = count === 1 ? 'One trip' : `${count} trips`;
  return `${trips} could not be read; the next reconciliation run retries ${count === 1 ? 'it' : 'them'}.`;
}
