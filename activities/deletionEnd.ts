import { getDelivery, resumeDelivery, skipHeldDeletions } from '../store/deliveries.ts';
import { setDeletionState } from '../store/deletions.ts';
import type { Deletion } from '../store/deletions.ts';
import { setTripState } from '../store/trips.ts';
import type { DeletionResult } from '../workflows/contract.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** The trip a deletion is about, in the store's words. */
export function rowOf(of: { fleetId: string; driverId: string; tripId: string }): {
  fleetId: string;
  driverId: string;
  tripId: string;
} {
  return { fleetId: of.fleetId, driverId: of.driverId, tripId: of.tripId };
}

/** Settles the deletion, the trip, the delivery that asked for it, and those of other rules that asked for the same. */
export async function endDeletion(
  deps: ActivityDependencies,
  deletion: Deletion,
  result: DeletionResult & { readonly snapshotId?: string },
): Promise<DeletionResult> {
  const { state, reason, snapshotId } = result;
  const at = deps.now();
  const why = reason === undefined ? {} : { reason };
  if (state !== 'refused') await setTripState(deps.db, { ...rowOf(deletion), state, at, ...why });
  if (deletion.deliveryId)
    await settleDelivery(deps, { fleetId: deletion.fleetId, id: deletion.deliveryId, state, ...why });
  await skipHeldDeletions(deps.db, { ...rowOf(deletion), reason: reason ?? `trip_${state}`, at });
  await setDeletionState(deps.db, {
    fleetId: deletion.fleetId,
    id: deletion.id,
    state,
    at,
    ...why,
    ...(snapshotId ? { snapshotId } : {}),
  });
  deps.log.info({ fleet: deletion.fleetId, deletion: deletion.id, state, reason }, 'deletion ended');
  return { state, ...why };
}

/** A delivery that was held for approval is claimed again to be settled; one of an automatic deletion is claimed already. */
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
