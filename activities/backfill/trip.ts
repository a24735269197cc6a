import type { Trip } from '../../rules/vocabulary/index.ts';
import { countStoredTrip, isSettled, keepBackfilledTrip } from '../../store/backfill/index.ts';
import type { KnownTrip } from '../../store/backfill/index.ts';
import { withDriverLock } from '../../store/db/index.ts';
import { fingerprint } from '../facts/index.ts';
import { decideBackfilled, sendUnsent } from './decide.ts';
import type { BackfillWork } from './healthProbe.ts';
import type { BackfillRefusals } from './refusals.ts';

/** Work on one driver of a backfill, with the requests that the service refused. */
interface DriverWork extends BackfillWork {
  readonly refusals: BackfillRefusals;
}

/** A trip from the service's list, with its stored facts, if any. */
interface ListedTrip {
  readonly driverId: string;
  readonly tripId: string;
  readonly known: KnownTrip | undefined;
}

/**
 * Effect of a refused trip on the driver's later trips. `free`: no trip was refused. `checking_later_trips`: later trips wait,
 * and it is not known yet which of them are refused too. `held`: later trips wait, and one of them could be read.
 */
export type Hold = 'free' | 'checking_later_trips' | 'held';

/**
 * Decides about trips in the order in which they were driven, because rules use a driver's earlier trips. Trips after a refused
 * trip wait until it is read or given up. Meanwhile they are requested until one can be read, so that several refused trips wait
 * at the same time, not one after another.
 * @returns the hold for the driver's later trips
 */
export async function decideInOrder(
  work: DriverWork,
  trips: readonly ListedTrip[],
  before: Hold,
): Promise<Hold> {
  let hold = before;
  for (const trip of trips) {
    if (hold === 'free' || whatToDo(work, trip) !== 'fetch') {
      if ((await backfillTrip(work, trip)) === 'waits') hold = 'checking_later_trips';
    } else if (hold === 'checking_later_trips' && (await fetchTrip(work, trip)).kind === 'ok') hold = 'held';
  }
  return hold;
}

/** Returns the next step for a trip, according to its stored facts. */
function whatToDo({ backfill }: BackfillWork, { known }: ListedTrip): 'fetch' | 'send' | 'nothing' {
  if (!known || !isSettled(known)) return 'fetch';
  if (!backfill.alerts || known.state === 'deleted' || known.state === 'gone') return 'nothing';
  // Checks the revision in every state, because an earlier backfill may have stored the content of a trip without a decision.
  return known.revision === 0 ? 'fetch' : 'send';
}

function fetchTrip(work: DriverWork, { driverId, tripId }: ListedTrip) {
  const { caller, client, refusals } = work;
  return refusals.attempt(tripId, () => caller.askOfTrip(() => client.trip(driverId, tripId)));
}

/**
 * Fetches a trip unless it is stored, then stores it or decides about it.
 * @returns `waits` if the trip has to be requested again
 */
export async function backfillTrip(work: DriverWork, listed: ListedTrip): Promise<'over' | 'waits'> {
  const { backfill, refusals } = work;
  const { driverId, tripId } = listed;
  const toDo = whatToDo(work, listed);
  if (toDo !== 'fetch') refusals.dropOver((each) => each === tripId);
  if (toDo === 'send') await sendUnsent(work, { driverId, tripId });
  if (toDo !== 'fetch') return 'over';
  const answer = await fetchTrip(work, listed);
  if (answer.kind === 'waits') return 'waits';
  if (answer.kind !== 'ok') return 'over';
  const { trip } = answer.value;
  if (backfill.alerts) await decideBackfilled(work, trip);
  else await keep(work, trip);
  return 'over';
}

async function keep({ deps, backfill }: BackfillWork, trip: Trip): Promise<void> {
  const { fleetId, id } = backfill;
  const { driverId } = trip;
  await withDriverLock(deps.db, { fleetId, driverId }, async (tx) => {
    const kept = { fleetId, trip, contentHash: fingerprint(trip), at: deps.now() };
    if (await keepBackfilledTrip(tx, kept)) await countStoredTrip(tx, { fleetId, id, driverId });
  });
}
