import type { Trip } from '../../rules/vocabulary/index.ts';
import { countStoredTrip } from '../../store/backfill/index.ts';
import { withDriverLock } from '../../store/db/index.ts';
import { getTrip, rowKey } from '../../store/trips/index.ts';
import type { BackfilledTripInput, TripKey } from '../../workflows/contracts/index.ts';
import type { BackfillWork } from './healthProbe.ts';
import { decideTrip, decidedBefore } from '../trips/index.ts';
import type { Settled } from '../trips/index.ts';
import { markClock, serviceFactsFor } from '../facts/index.ts';

/** Decides about a backfilled trip like a live one, and starts a workflow that carries out the decision. */
export async function decideBackfilled(work: BackfillWork, fetched: Trip): Promise<undefined> {
  const { deps, backfill, caller } = work;
  const { fleetId, id } = backfill;
  const key: TripKey = { fleet: fleetId, driverId: fetched.driverId, tripId: fetched.tripId };
  const trip = await markClock(deps, key, fetched);
  const rules = await work.loadRules(deps.db, fleetId);
  const readings = await serviceFactsFor(deps, { key, trip, rules, timing: 'now' });
  caller.count(readings.readings.size);
  const outcome = await withDriverLock(deps.db, rowKey(key), async (tx) => {
    const before = await getTrip(tx, rowKey(key));
    const decided = await decideTrip(
      { ...deps, db: tx },
      { key, trip, trigger: 'notification', rules, readings },
    );
    if (decided.revision > (before?.revision ?? 0))
      await countStoredTrip(tx, { fleetId, id, driverId: trip.driverId });
    return decided;
  });
  await recordOutcome(work, key, outcome);
  return undefined;
}

/**
 * Starts the sending of a decided trip's unsent messages, because a worker may have died between the decision and the sending.
 */
export async function sendUnsent(
  work: BackfillWork,
  ids: { readonly driverId: string; readonly tripId: string },
): Promise<undefined> {
  const key: TripKey = { fleet: work.backfill.fleetId, ...ids };
  await recordOutcome(work, key, await decidedBefore(work.deps, { key, revision: 0 }));
  return undefined;
}

/**
 * Starts the workflow that sends a trip's messages, without waiting for them. A repeated call starts no second workflow, because
 * Temporal refuses an id that it already has.
 */
async function recordOutcome(work: BackfillWork, key: TripKey, outcome: Settled): Promise<void> {
  const { deliveries, releases, incomplete = false } = outcome;
  if (deliveries.length === 0 && !releases?.length && !incomplete) return;
  const input: BackfilledTripInput = {
    ...key,
    backfillId: work.backfill.id,
    deliveries,
    ...(releases && { releases }),
    incomplete,
  };
  await work.deps.trips.startBackfilled(input);
}
