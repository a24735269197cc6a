import { withDriverLock } from '../../store/db/index.ts';
import { getDeletion, setDeletionState } from '../../store/deletions/index.ts';
import type { Deletion } from '../../store/deletions/index.ts';
import { getDelivery, resumeDelivery, skipHeldDeletions } from '../../store/deliveries/index.ts';
import { markScoreReadingsStale } from '../../store/facts/index.ts';
import { getTrip, setTripState } from '../../store/trips/index.ts';
import type { DeletionResult } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

/** Returns the store's key of the deletion's trip. */
export function rowOf(of: { fleetId: string; driverId: string; tripId: string }): {
  fleetId: string;
  driverId: string;
  tripId: string;
} {
  return { fleetId: of.fleetId, driverId: of.driverId, tripId: of.tripId };
}

/**
 * Ends a deletion. Settles the deletion, its trip, its delivery, and deliveries of other rules that requested the same deletion.
 */
export async function endDeletion(
  deps: ActivityDependencies,
  deletion: Deletion,
  result: DeletionResult,
): Promise<DeletionResult> {
  const { state, reason } = result.state === 'refused' ? await whyRefused(deps, deletion, result) : result;
  const at = deps.now();
  const why = reason === undefined ? {} : { reason };
  const row = rowOf(deletion);
  // Takes the driver's lock, so that the trip is not decided at the same time.
  if (state !== 'refused')
    await withDriverLock(deps.db, row, (tx) => setTripState(tx, { ...row, state, at, ...why }));
  if (state === 'deleted') await markScoresStale(deps, row);
  if (deletion.deliveryId)
    await settleDelivery(deps, { fleetId: deletion.fleetId, id: deletion.deliveryId, state, ...why });
  await skipHeldDeletions(deps.db, { ...rowOf(deletion), reason: reason ?? `trip_${state}`, at });
  await setDeletionState(deps.db, {
    fleetId: deletion.fleetId,
    id: deletion.id,
    state,
    at,
    ...why,
  });
  deps.log.info({ fleet: deletion.fleetId, deletion: deletion.id, state, reason }, 'deletion ended');
  return { state, ...why };
}

/**
 * Returns the result. If the deletion was already refused for another reason meanwhile, that reason replaces the result's own.
 */
async function whyRefused(
  deps: ActivityDependencies,
  { fleetId, id }: Deletion,
  result: DeletionResult,
): Promise<DeletionResult> {
  const present = await getDeletion(deps.db, { fleetId, id });
  return present?.state === 'refused' && present.reason !== null
    ? { ...result, reason: present.reason }
    : result;
}

/** Marks the scores of the fleet and its groups as stale from the trip's day on, because the deletion changes them. */
async function markScoresStale(deps: ActivityDependencies, row: ReturnType<typeof rowOf>): Promise<void> {
  const trip = await getTrip(deps.db, row);
  const from = (trip?.endedAt ?? deps.now()).toISOString().slice(0, 10);
  await markScoreReadingsStale(deps.db, { fleetId: row.fleetId, from });
}

/**
 * Settles the delivery of a deletion. Claims the delivery again if it was held for approval. The delivery of an automatic
 * deletion is already claimed.
 */
async function settleDelivery(
  deps: ActivityDependencies,
  args: {
    readonly fleetId: string;
    readonly id: string;
    readonly state: DeletionResult['state'];
    readonly reason?: string;
  },
): Promise<void> {
  const at = deps.now();
  const delivery = await getDelivery(deps.db, args);
  if (!delivery || (delivery.state !== 'held' && delivery.state !== 'pending')) return;
  if (delivery.state === 'held') await resumeDelivery(deps.db, args);
  const claim =
    delivery.claimedAt === null || delivery.state === 'held'
      ? await deps.ledger.claim({ fleetId: args.fleetId, id: args.id, at })
      : undefined;
  const mine = {
    fleetId: args.fleetId,
    id: args.id,
    attempt: claim?.kind === 'go' ? claim.attempt : delivery.attempt,
    at,
  };
  if (args.state === 'deleted') await deps.ledger.confirm(mine);
  else await deps.ledger.skip({ ...mine, reason: args.reason ?? args.state });
}
