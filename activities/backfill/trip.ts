import type { Trip } from '../../rules/vocabulary/index.ts';
import { countStoredTrip, isSettled, keepBackfilledTrip } from '../../store/backfill/index.ts';
import type { KnownTrip } from '../../store/backfill/index.ts';
import { withDriverLock } from '../../store/db/index.ts';
import { fingerprint } from '../facts/index.ts';
import { decideBackfilled, sendUnsent } from './decide.ts';
import type { BackfillWork } from './healthProbe.ts';
import type { BackfillRefusals } from './refusals.ts';

/** A driver's work with what the service refuses of the driver. */
interface DriverWork extends BackfillWork {
  readonly refusals: BackfillRefusals;
}

/** A trip that the service lists, with what is known of it here. */
interface ListedTrip {
  readonly driverId: string;
  readonly tripId: string;
  readonly known: KnownTrip | undefined;
}

/**
 * Whether a refused trip holds up the driver's later ones; `checking_later_trips`: it does, and which of those are refused too is still to
 * be found out.
 */
export type Hold = 'free' | 'checking_later_trips' | 'held';

/**
 * Decides about trips in the order in which they were driven, since rules look back at a driver's trips: behind one that is refused
 * the later ones wait until it can be read or is given up, and no longer. Meanwhile they are asked for, up to one that can be read:
 * so a row of refused ones is waited for once, and not for one after the other.
 * @returns the hold after them
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

/** What a trip needs, by what is known of it. */
function whatToDo({ backfill }: BackfillWork, { known }: ListedTrip): 'fetch' | 'send' | 'nothing' {
  if (!known || !isSettled(known)) return 'fetch';
  if (!backfill.alerts || known.state === 'deleted' || known.state === 'gone') return 'nothing';
  // Whatever its state: also of one that waits or is parked a backfill may have kept the content, and nothing was decided.
  return known.revision === 0 ? 'fetch' : 'send';
}

function fetchTrip(work: DriverWork, { driverId, tripId }: ListedTrip) {
  const { caller, client, refusals } = work;
  return refusals.attempt(tripId, () => caller.askOfTrip(() => client.trip(driverId, tripId)));
}

/** Fetches a trip unless it is there, and keeps it or decides about it. @returns whether it has to be asked for again */
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
