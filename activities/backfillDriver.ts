import type { AnalyticsClient } from '../analytics/client.ts';
import type { Trip } from '../rules/trip.ts';
import { isSettled, keepBackfilledTrip, knownTrips } from '../store/backfilledTrips.ts';
import type { KnownTrip } from '../store/backfilledTrips.ts';
import { countKeptTrip, finishBackfillDriver } from '../store/backfillDrivers.ts';
import type { Backfill, BackfillProblem } from '../store/backfills.ts';
import { forgottenAmong } from '../store/forgotten.ts';
import { isStorableId } from '../store/ids.ts';
import { withDriverLock } from '../store/locks.ts';
import { isOnlyKept } from '../store/trips.ts';
import { tripEndedAt } from '../store/tripTime.ts';
import type { BackfillCaller } from './backfillCaller.ts';
import { decideBackfilled, tellAgain } from './backfillAlerts.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { fingerprint } from './fingerprint.ts';
import type { RuleLoader } from './publishedRules.ts';

/** One backfill at work, with what it works with. */
export interface BackfillWork {
  readonly deps: ActivityDependencies;
  readonly loadRules: RuleLoader;
  readonly client: AnalyticsClient;
  readonly caller: BackfillCaller;
  readonly backfill: Backfill;
}

/** Trips looked up in the store at a time. */
const BATCH = 50;

/** Fetches what is missing of one driver's trips, and notes that the driver is done. Repeated, it takes up what is left. */
export async function backfillDriver(work: BackfillWork, driverId: string): Promise<void> {
  const { deps, backfill, caller } = work;
  const listed = await listTrips(work, driverId);
  const problems: BackfillProblem[] = [...listed.problems];
  for (let first = 0; first < listed.tripIds.length; first += BATCH) {
    const tripIds = listed.tripIds.slice(first, first + BATCH);
    const { fleetId } = backfill;
    const known = await knownTrips(deps.db, { fleetId, driverId, tripIds });
    const forgotten = await forgottenAmong(deps.db, {
      ...{ fleetId, driverId },
      trips: tripIds.map((tripId) => ({ tripId, endedAt: listed.ends.get(tripId) })),
    });
    const fetch = async (tripId: string): Promise<void> => {
      const message = await backfillTrip(work, { driverId, tripId }, known.get(tripId));
      if (message !== undefined) problems.push({ driver_id: driverId, trip_id: tripId, message });
    };
    // What is told is decided in the order in which it was driven.
    const wanted = tripIds.filter((tripId) => !forgotten.has(tripId));
    if (backfill.alerts) for (const tripId of wanted) await fetch(tripId);
    else await allOf(wanted.map((tripId) => caller.inTurn(() => fetch(tripId))));
    await caller.flush();
  }
  const { fleetId, id } = backfill;
  const found = listed.tripIds.length + listed.problems.filter((each) => each.trip_id !== undefined).length;
  await finishBackfillDriver(deps.db, { fleetId, id, driverId, found, problems, at: deps.now() });
}

interface Listed {
  readonly tripIds: readonly string[];
  /** When each ended, as far as the list says. */
  readonly ends: ReadonlyMap<string, Date | undefined>;
  readonly problems: readonly BackfillProblem[];
}

/** Ids of the driver's trips in the range, by their end, and what of the list cannot be used. */
async function listTrips(work: BackfillWork, driverId: string): Promise<Listed> {
  const { rows, refused } = await readList(work, driverId);
  const problems: BackfillProblem[] =
    refused === undefined ? [] : [{ driver_id: driverId, message: `The list of trips: ${refused}` }];
  const message = 'The trip id cannot be kept.';
  for (const { tripId } of rows)
    if (!isStorableId(tripId)) problems.push({ driver_id: driverId, trip_id: shownId(tripId), message });
  const usable = rows.filter(({ tripId }) => isStorableId(tripId));
  usable.sort((one, other) => endOf(one) - endOf(other));
  const ends = new Map(usable.map((row) => [row.tripId, tripEndedAt(row)]));
  return { tripIds: usable.map(({ tripId }) => tripId), ends, problems };
}

function endOf({ endTime }: Trip): number {
  return Date.parse(endTime ?? '') || 0;
}

/** The list, read a second time when it breaks off: half a list is no list. */
async function readList(
  work: BackfillWork,
  driverId: string,
  isSecond = false,
): Promise<{ readonly rows: readonly Trip[]; readonly refused?: string }> {
  const { backfill, caller, client } = work;
  const rows: Trip[] = [];
  const query = { startDate: backfill.fromDate, endDate: backfill.toDate, fields: ['info'] as const };
  for await (const outcome of client.tripsPages(driverId, query)) {
    if (outcome.kind === 'invalid' && outcome.notFound === true) return { rows };
    const answer = await caller.judge(outcome);
    if (answer.kind === 'ok') rows.push(...answer.value.rows);
    else if (answer.kind === 'refused')
      return isSecond ? { rows, refused: answer.reason } : readList(work, driverId, true);
  }
  return { rows };
}

/** An id that cannot be kept, as far as it can be shown. */
export function shownId(id: string): string {
  return id.replace(/[\0\p{Surrogate}]/gu, '\uFFFD').slice(0, 100);
}

/** Fetches a trip unless it is there. @returns what was wrong with it, when something was */
async function backfillTrip(
  work: BackfillWork,
  ids: { readonly driverId: string; readonly tripId: string },
  known: KnownTrip | undefined,
): Promise<string | undefined> {
  const { deps, backfill, caller, client } = work;
  const { fleetId, id, alerts } = backfill;
  if (known && isSettled(known)) {
    if (!alerts || known.state === 'deleted' || known.state === 'gone') return undefined;
    if (!isOnlyKept(known)) return tellAgain(work, ids);
  }
  const answer = await caller.ask(() => client.trip(ids.driverId, ids.tripId));
  if (answer.kind === 'refused') return answer.reason;
  if (answer.kind === 'missing') return undefined;
  const { trip } = answer.value;
  if (alerts) return decideBackfilled(work, trip);
  await withDriverLock(deps.db, { fleetId, driverId: ids.driverId }, async (tx) => {
    const kept = { fleetId, trip, contentHash: fingerprint(trip), at: deps.now() };
    if (await keepBackfilledTrip(tx, kept)) await countKeptTrip(tx, { fleetId, id, driverId: ids.driverId });
  });
  return undefined;
}

/** Waits for all of them, and only then throws what one of them threw: nothing works on behind a failed activity. */
async function allOf(work: readonly Promise<void>[]): Promise<void> {
  const settled = await Promise.allSettled(work);
  for (const result of settled) if (result.status === 'rejected') throw result.reason;
}
