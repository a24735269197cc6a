import { noteReread, tripsToReread, windowFingerprint } from '../../store/trips/index.ts';
import type { TripToRead } from '../../store/trips/index.ts';
import type { ReconcileWork } from './pace.ts';
import { deferToNextRun } from './unread.ts';
import { sideBySide } from './sideBySide.ts';
import type { StopCheck } from '../resilience/index.ts';

/** Trips read from the store at a time. */
const BATCH = 200;
/** A trip is read a second time once so much has passed: what scoring finds late, it has found by then. */
const AFTER_MS = 24 * 3_600_000;
/** The next walk is not to be held up: what is left after such a share of the time until then is left to it. */
const SHARE_OF_INTERVAL = 2 / 3;

/**
 * Reads each decided trip a second time, once, a day later: events that were found late show in no list. One whose events or end
 * are others now is looked at again, and so is one whose events came only now. One that cannot be read is left to the next walk,
 * which takes it after the others. Repeated, it goes on with what is left.
 * @returns whether the walk may end; false: the slice of time is over
 */
export async function rereadTrips(
  work: ReconcileWork,
  args: { readonly lanes: number; readonly stopCheck: StopCheck; readonly isOver: () => boolean },
): Promise<boolean> {
  const { deps, run } = work;
  const leaveMs = run.startedAt.getTime() + (deps.reconcileEveryMs ?? 0) * SHARE_OF_INTERVAL;
  const keptBefore = new Date(run.startedAt.getTime() - AFTER_MS);
  const { fleetId, id, fromDate, toDate } = run;
  const range = { fleetId, id, fromDate, toDate, keptBefore };
  let triedBefore = false;
  while (deps.now().getTime() < leaveMs) {
    const trips = await tripsToReread(deps.db, { ...range, triedBefore, limit: BATCH });
    if (trips.length === 0) {
      if (triedBefore) return true;
      triedBefore = true;
      continue;
    }
    await sideBySide(trips, { ...args, work: (trip, pace) => readAgain({ ...work, pace }, trip) });
    if (args.isOver()) return false;
  }
  return true;
}

async function readAgain(work: ReconcileWork, trip: TripToRead): Promise<void> {
  const { deps, run, caller, client, pace } = work;
  const { driverId, tripId } = trip;
  const { fleetId, id: runId } = run;
  const answer = await caller.askOfTrip(() => client.trip(driverId, tripId, { fields: ['info', 'events'] }));
  await pace.rest();
  if (answer.kind === 'refused') return deferToNextRun(work, { driverId, tripId, reason: answer.reason });
  const now = answer.kind === 'ok' && answer.value.trip.events !== undefined ? answer.value.trip : undefined;
  if (now && windowFingerprint(now) !== trip.windowHash)
    await deps.trips.lookAgain({ fleet: fleetId, driverId, tripId, runId });
  await noteReread(deps.db, { fleetId, driverId, tripId, at: deps.now() });
}
