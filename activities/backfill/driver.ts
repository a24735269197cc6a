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

/** Number of trips that one query looks up in the store. */
const BATCH = 50;

/**
 * Fetches one driver's missing trips, and records that the driver is done. Defers the driver until after the other drivers if the
 * service refuses a request. A repeated call continues with the missing trips.
 */
export async function backfillDriver(work: BackfillWork, driver: BackfillDriver): Promise<void> {
  const refusals = createBackfillRefusals(work, driver);
  try {
    await goThrough(work, driver, refusals);
  } catch (error) {
    // Defers this driver, so that the other drivers do not wait for the failure, whatever its cause.
    if (isOfService(error)) await refusals.delayed('other_drivers_done');
    throw error;
  }
}

/** Returns whether an error is a temporary failure of the analytics service. */
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
  /** End of each trip, `undefined` where the service's list has none. */
  readonly ends: ReadonlyMap<string, Date | undefined>;
  /** Listed trips that cannot be stored, because of their ids. */
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
  // Uses no trip of an incomplete list when rules decide, because such a list does not show the order of the trips.
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

/**
 * Reads the driver's list of trips. Reads it once more from the start if the service interrupts it, because a partial list is of
 * no use.
 */
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

/** Returns an id that cannot be stored in a form that can be shown: invalid characters replaced, at most 100 characters. */
export function shownId(id: string): string {
  return id.replace(/[\0\p{Surrogate}]/gu, '\uFFFD').slice(0, 100);
}

/** Waits until all promises are settled, then throws the first error, so that no work continues after the activity failed. */
async function allOf(work: readonly Promise<unknown>[]): Promise<void> {
  const settled = await Promise.allSettled(work);
  for (const result of settled) if (result.status === 'rejected') throw result.reason;
}
