import type { Trip } from '../../rules/vocabulary/index.ts';
import { noteReread, noteScoresListed, storedScores, tripsToReread } from '../../store/reconcile/index.ts';
import type { ScoresCompared, StoredScores, TripToRead } from '../../store/reconcile/index.ts';
import { windowFingerprint } from '../../store/trips/index.ts';
import { scoresFingerprint } from '../facts/index.ts';
import type { StopCheck } from '../resilience/index.ts';
import { sideBySide } from './concurrency.ts';
import type { ReconcileWork } from './concurrency.ts';
import { deferToNextRun } from './markGone.ts';

/** Number of trips that one query reads from the store. */
const BATCH = 200;
/** Age at which a trip is read a second time, because by then the service has found late events. */
const AFTER_MS = 24 * 3_600_000;
/** Share of the time until the next run after which the remaining trips are left to that run, so that it is not delayed. */
const SHARE_OF_INTERVAL = 2 / 3;

/**
 * Reads each decided trip once more, a day later, because late events appear in no list. Re-evaluates the trip if its events or
 * its end have changed. A trip that cannot be read is left to the next run, which reads it after the others.
 *
 * A repeated call continues with the trips that were not read yet.
 * @returns true if the run may end; false if the time of the slice is over
 */
export async function rereadTrips(
  work: ReconcileWork,
  args: { readonly lanes: number; readonly stopCheck: StopCheck; readonly isOver: () => boolean },
): Promise<boolean> {
  const { deps, run } = work;
  const leaveMs = run.startedAt.getTime() + (deps.reconcileEveryMs ?? 0) * SHARE_OF_INTERVAL;
  const storedBefore = new Date(run.startedAt.getTime() - AFTER_MS);
  const { fleetId, id, fromDate, toDate } = run;
  const range = { fleetId, id, fromDate, toDate, storedBefore };
  let triedBefore = false;
  while (deps.now().getTime() < leaveMs) {
    const trips = await tripsToReread(deps.db, { ...range, triedBefore, limit: BATCH });
    if (trips.length === 0) {
      if (triedBefore) return true;
      triedBefore = true;
      continue;
    }
    await sideBySide(trips, {
      ...args,
      work: (trip, concurrency) => readAgain({ ...work, concurrency }, trip),
    });
    if (args.isOver()) return false;
  }
  return true;
}

async function readAgain(work: ReconcileWork, trip: TripToRead): Promise<void> {
  const { deps, run, caller, client, concurrency } = work;
  const { driverId, tripId } = trip;
  const { fleetId, id: runId } = run;
  const answer = await caller.askOfTrip(() => client.trip(driverId, tripId, { fields: ['info', 'events'] }));
  await concurrency.rest();
  if (answer.kind === 'refused') return deferToNextRun(work, { driverId, tripId, reason: answer.reason });
  const now = answer.kind === 'ok' && answer.value.trip.events !== undefined ? answer.value.trip : undefined;
  if (now && windowFingerprint(now) !== trip.windowHash)
    await deps.trips.reevaluate({ fleet: fleetId, driverId, tripId, runId });
  await noteReread(deps.db, { fleetId, driverId, tripId, at: deps.now() });
}

/**
 * Milliseconds after a change of the list from which a read of the trip is the last one. If the trip does not show the listed
 * scores by then, it never will.
 */
const LAST_AFTER_MS = 24 * 3_600_000;
/** Factor by which the time between two reads of a trip grows, while the trip does not show the listed scores. */
const STEPS = 2;

/**
 * Re-evaluates listed trips whose scores have changed since the last comparison, or at first, differ from the stored ones. The
 * list may show new scores before the trip does. Later runs then read the trip again, with growing pauses, until it shows them.
 *
 * The comparison is recorded last, so that an interrupted run repeats it. If the list always differs from a trip, that costs a
 * few reads per trip: five with a run every hour.
 * @returns the number of started workflows
 */
export async function reevaluateRescored(
  { deps, run }: Pick<ReconcileWork, 'deps' | 'run'>,
  driverId: string,
  rows: readonly Trip[],
): Promise<number> {
  const { fleetId, id: runId } = run;
  const listed = new Map(rows.map((row) => [row.tripId, scoresFingerprint(row)]));
  const stored = await storedScores(deps.db, { fleetId, driverId, tripIds: [...listed.keys()] });
  const compared: ScoresCompared[] = [];
  let begun = 0;
  for (const trip of stored) {
    const { tripId } = trip;
    const scoresHash = listed.get(tripId);
    // Skips trips that are listed without scores, because there is nothing to compare.
    if (scoresHash === undefined) continue;
    const now = deps.now();
    const isNew = scoresHash !== trip.scoresHash;
    if (!isNew && (scoresHash === storedFingerprint(trip) || !isDueAgain(trip, now))) continue;
    const isToCompare = !isNew || scoresHash !== (trip.scoresHash ?? storedFingerprint(trip));
    if (isToCompare) {
      const began = await deps.trips.reevaluate({ fleet: fleetId, driverId, tripId, runId });
      if (began === 'started') begun += 1;
    }
    const listedAt = isNew ? now : trip.listedAt;
    compared.push({ tripId, scoresHash, ...(isToCompare ? { listedAt, checkedAt: now } : NEVER_CHECKED) });
  }
  await noteScoresListed(deps.db, { fleetId, driverId, trips: compared });
  return begun;
}

const NEVER_CHECKED = { listedAt: null, checkedAt: null } as const;

/** Returns whether a trip has to be read again, because it did not show the scores that are listed since `listedAt`. */
export function isDueAgain(
  { listedAt, checkedAt }: Pick<StoredScores, 'listedAt' | 'checkedAt'>,
  now: Date,
): boolean {
  if (listedAt === null || checkedAt === null) return false;
  const behindMs = checkedAt.getTime() - listedAt.getTime();
  return behindMs < LAST_AFTER_MS && now.getTime() - checkedAt.getTime() >= STEPS * behindMs;
}

function storedFingerprint({ score, scoreUnrated, ratings }: StoredScores): string | undefined {
  const isKnown = score !== null || scoreUnrated;
  return scoresFingerprint({ ...(isKnown && { score }), ratings: ratings ?? {} });
}
