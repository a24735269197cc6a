import { ApplicationFailure } from '@temporalio/common';
import type { Trip } from '../../rules/vocabulary/index.ts';
import { finishBackfillDriver, knownTrips } from '../../store/backfill/index.ts';
import type { BackfillDriver, BackfillProblem } from '../../store/backfill/index.ts';
import { isStorableId } from '../../store/db/index.ts';
import { tombstonedAmong, tripEndedAt } from '../../store/trips/index.ts';
import type { Answer } from '../facts/index.ts';
import type { BackfillWork } from './healthProbe.ts';
import { createBackfillRefusals } from './refusals.ts';
import type { BackfillRefusals } from './refusals.ts';
import { backfillTrip, decideInOrder } from './trip.ts';
import type { Hold } from './trip.ts';
import { rangeOf } from './range.ts';

/** Trips looked up in the store at a time. */
const BATCH = 50;

/**
 * Fetches the missing trips of one driver, and records that the driver is done. Defers the driver behind the others where the
 * service refuses something. A repeat continues with the rest.
 */
export async function backfillDriver(work: BackfillWork, driver: BackfillDriver): Promise<void> {
  const refusals = createBackfillRefusals(work, driver);
  try {
    await goThrough(work, driver, refusals);
  } catch (error) {
    // The other drivers must not wait for this failure, whatever its cause.
    if (isOfService(error)) await refusals.delayed('other_drivers_done');
    throw error;
  }
}

/** Returns whether a failure is the service's and passes. */
export function isOfService(error: unknown): error is ApplicationFailure {
  return error instanceof ApplicationFailure && error.type?.startsWith('analytics_') === true;
}

async function goThrough(
  work: BackfillWork,
  driver: BackfillDriver,
  refusals: BackfillRefusals,
): Promise<void> {
  const { driverId } = driver;
  const { deps, backfill, caller } = work;
  const { fleetId, id } = backfill;
  const listed = await listTrips(work, driverId, refusals);
  const refused = new Set(driver.refused.map((each) => each.trip_id));
  const others = listed.tripIds.filter((tripId) => !refused.has(tripId));
  work.healthProbe.offer(others.map((tripId) => ({ driverId, tripId })));
  let hold: Hold = 'free';
  for (let first = 0; first < listed.tripIds.length; first += BATCH) {
    const tripIds = listed.tripIds.slice(first, first + BATCH);
    const known = await knownTrips(deps.db, { fleetId, driverId, tripIds });
    const erased = await tombstonedAmong(deps.db, {
      fleetId,
      driverId,
      trips: tripIds.map((tripId) => ({ tripId, endedAt: listed.ends.get(tripId) })),
    });
    refusals.dropOver((tripId) => erased.has(tripId));
    const wanted = tripIds
      .filter((tripId) => !erased.has(tripId))
      .map((tripId) => ({ driverId, tripId, known: known.get(tripId) }));
    if (backfill.alerts) hold = await decideInOrder({ ...work, refusals }, wanted, hold);
    else await allOf(wanted.map((trip) => caller.inSlot(() => backfillTrip({ ...work, refusals }, trip))));
    await refusals.keep();
    await caller.flush();
  }
  if (refusals.areOpen()) return refusals.delayed('asked_again');
  const problems = [...listed.problems, ...refusals.problems()];
  const found = listed.tripIds.length + listed.problems.length;
  await finishBackfillDriver(deps.db, { fleetId, id, driverId, found, problems, at: deps.now() });
}

interface Listed {
  readonly tripIds: readonly string[];
  /** End of each trip, where the list has it. */
  readonly ends: ReadonlyMap<string, Date | undefined>;
  /** Trips that cannot be stored. */
  readonly problems: readonly BackfillProblem[];
}

/** Returns the ids of the driver's trips in the range, sorted by end, and the problems of the list. */
async function listTrips(work: BackfillWork, driverId: string, refusals: BackfillRefusals): Promise<Listed> {
  let read: readonly Trip[] = [];
  const attempt = await refusals.attempt(undefined, async () => {
    const { rows, answer } = await readList(work, driverId);
    read = rows;
    return answer;
  });
  // An incomplete list does not give the order.
  const rows = attempt.kind === 'waits' && work.backfill.alerts ? [] : read;
  const message = 'The trip id cannot be stored.';
  const problems = rows
    .filter(({ tripId }) => !isStorableId(tripId))
    .map(({ tripId }) => ({ driver_id: driverId, trip_id: shownId(tripId), message }));
  const usable = rows.filter(({ tripId }) => isStorableId(tripId));
  usable.sort((one, other) => endOf(one) - endOf(other));
  const ends = new Map(usable.map((row) => [row.tripId, tripEndedAt(row)]));
  if (attempt.kind !== 'waits') refusals.dropOver((tripId) => !ends.has(tripId));
  return { tripIds: usable.map(({ tripId }) => tripId), ends, problems };
}

function endOf({ endTime }: Trip): number {
  return Date.parse(endTime ?? '') || 0;
}

/** Reads the list, and once more from the start when it is interrupted, because a partial list is of no use. */
async function readList(
  work: BackfillWork,
  driverId: string,
  isSecond = false,
): Promise<{ readonly rows: readonly Trip[]; readonly answer: Answer<'all'> }> {
  const { backfill, caller, client } = work;
  const rows: Trip[] = [];
  const { startDate, endDate, includes } = rangeOf(backfill);
  const query = { startDate, endDate, fields: ['info'] as const };
  for await (const outcome of client.tripsPages(driverId, query)) {
    if (outcome.kind === 'invalid' && outcome.notFound === true) break;
    const answer = await caller.classify(outcome);
    if (answer.kind === 'ok') rows.push(...answer.value.rows.filter(includes));
    else if (answer.kind === 'refused') return isSecond ? { rows, answer } : readList(work, driverId, true);
  }
  return { rows, answer: { kind: 'ok', value: 'all' } };
}

/** Returns the part of an unstorable id that can be shown. */
export function shownId(id: string): string {
  return id.replace(/[\0\p{Surrogate}]/gu, '\uFFFD').slice(0, 100);
}

/** Waits for all of them, and only then throws the first error, so that no work continues behind a failed activity. */
async function allOf(work: readonly Promise<unknown>[]): Promise<void> {
  const settled = await Promise.allSettled(work);
  for (const result of settled) if (result.status === 'rejected') throw result.reason;
}
