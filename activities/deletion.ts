import { ApplicationFailure } from '@temporalio/common';
import { parseDuration } from '../rules/duration.ts';
import type { Rule } from '../rules/schema.ts';
import type { Trip } from '../rules/trip.ts';
import { latestDecision } from '../store/decisions.ts';
import { countDeletedOn, countTripsOn } from '../store/deletionCaps.ts';
import { getDeletion, recordDeletionAttempt, requestDeletion, setDeletionState } from '../store/deletions.ts';
import type { Deletion } from '../store/deletions.ts';
import { getDelivery, resumeDelivery } from '../store/deliveries.ts';
import type { Delivery } from '../store/deliveries.ts';
import { getVersion } from '../store/documentReads.ts';
import { withFleetLock } from '../store/locks.ts';
import { keepSnapshot } from '../store/snapshots.ts';
import { getTrip, setTripState } from '../store/trips.ts';
import type { DeletionInput, DeletionResult } from '../workflows/contract.ts';
import { DEFAULT_CAPS, capGuard, tripGuard } from './deletionGuards.ts';
import type { DeletionCaps } from './deletionGuards.ts';
import { CLAIM_LEASE_MS } from './claimedDelivery.ts';
import type { DeliveryInput } from './claimedDelivery.ts';
import { analyticsOf } from './dependencies.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { retryLater } from './failure.ts';
import { fingerprint } from './fingerprint.ts';
import { readTrip } from './readTrip.ts';

type DeleteAction = Extract<Rule['actions'][number], { type: 'delete_trip' }>;

const DEFAULT_EXPIRY = '14d';

/** Activities that take a trip out of the service, the one thing that cannot be undone. */
export function createDeletions(deps: ActivityDependencies) {
  return {
    /**
     * Begins a rule's deletion: with `approval: auto` it is carried out, otherwise a person is asked and the delivery
     * is held until then.
     */
    async deleteTrip(input: DeliveryInput): Promise<string> {
      const key = { fleetId: input.fleet, id: input.deliveryId };
      const claim = await deps.ledger.claim({ ...key, at: deps.now(), leaseMs: CLAIM_LEASE_MS });
      if (claim.kind === 'missing')
        throw ApplicationFailure.nonRetryable(
          `Delivery ${input.deliveryId} is not in the ledger.`,
          'no_such_delivery',
        );
      if (claim.kind === 'settled') return claim.state;
      if (claim.kind === 'busy')
        return retryLater(
          'delivery_busy',
          'Another attempt at this deletion is under way.',
          claim.retryAfterMs,
        );
      const mine = { ...key, attempt: claim.attempt };
      try {
        const deletion = await request(deps, claim.delivery, await actionOf(deps, claim.delivery));
        if (deletion.state !== 'requested')
          return (await carryOutDeletion(deps, { fleet: input.fleet, deletionId: deletion.id })).state;
        await deps.ledger.hold({ ...mine, reason: 'awaiting_approval', at: deps.now() });
        return 'held';
      } catch (error) {
        // The deletion has a record of its own attempts, and every try reads first: the claim holds no doubt.
        await deps.ledger.release({ ...mine, error: (error as Error).message, at: deps.now() });
        throw error;
      }
    },

    /** Carries out a deletion that a person approved. */
    carryOutDeletion: (input: DeletionInput): Promise<DeletionResult> => carryOutDeletion(deps, input),
  };
}

async function actionOf(
  deps: ActivityDependencies,
  of: { fleetId: string; rule: string; version: number },
): Promise<DeleteAction> {
  const version = await getVersion(deps.db, {
    fleetId: of.fleetId,
    kind: 'rule',
    id: of.rule,
    version: of.version,
  });
  const action = (version?.body as Rule | undefined)?.actions.find((each) => each.type === 'delete_trip');
  if (!action)
    throw ApplicationFailure.nonRetryable(
      `Rule ${of.rule} version ${of.version} deletes nothing.`,
      'no_such_action',
    );
  return action;
}

async function request(
  deps: ActivityDependencies,
  delivery: Delivery,
  action: DeleteAction,
): Promise<{ id: string; state: Deletion['state'] }> {
  const { fleetId, driverId, tripId, rule, version } = delivery;
  const decision = await latestDecision(deps.db, { fleetId, driverId, tripId });
  const cause = decision?.rules.find((each) => each.rule === rule)?.sentence;
  const at = deps.now();
  return requestDeletion(deps.db, {
    ...{ fleetId, driverId, tripId, rule, version, at, deliveryId: delivery.id },
    approval: action.approval ?? 'required',
    expiresAt: new Date(at.getTime() + parseDuration(action.expires_after ?? DEFAULT_EXPIRY) * 1000),
    ...(cause === undefined ? {} : { cause }),
  });
}

/**
 * Reads the trip again, guards, keeps a snapshot, deletes and verifies. Every try reads first: a trip that our earlier
 * DELETE removed is found gone and never deleted a second time.
 * @throws ApplicationFailure (worth a retry) while the outcome is not known
 */
async function carryOutDeletion(deps: ActivityDependencies, input: DeletionInput): Promise<DeletionResult> {
  const deletion = await getDeletion(deps.db, { fleetId: input.fleet, id: input.deletionId });
  if (!deletion)
    throw ApplicationFailure.nonRetryable(`There is no deletion ${input.deletionId}.`, 'no_such_deletion');
  if (deletion.state === 'deleted' || deletion.state === 'gone') return { state: deletion.state };
  if (['rejected', 'expired', 'refused', 'requested'].includes(deletion.state))
    return { state: 'refused', reason: deletion.reason ?? deletion.state };
  const key = { fleet: input.fleet, driverId: deletion.driverId, tripId: deletion.tripId };
  const read = await readTrip(deps, key);
  if (read.kind === 'no_such_trip')
    return end(
      deps,
      deletion,
      deletion.attempts > 0
        ? { state: 'deleted' }
        : { state: 'gone', reason: 'It was gone before we deleted it.' },
    );
  const refusal = await guarded(deps, deletion, read.trip);
  if (refusal) return end(deps, deletion, { state: 'refused', reason: refusal });
  const snapshot = await keepSnapshot(deps.db, {
    ...rowOf(deletion),
    raw: read.raw,
    trip: read.trip,
    reason: `deletion ${deletion.id}`,
    at: deps.now(),
  });
  const attempted = await attempt(deps, deletion);
  if (attempted) return end(deps, deletion, { state: 'refused', reason: attempted });
  const outcome = await analyticsOf(deps, key.fleet).deleteTrip(key.driverId, key.tripId);
  const after = await readTrip(deps, key);
  if (after.kind === 'no_such_trip')
    return end(deps, deletion, { state: 'deleted', snapshotId: snapshot.id });
  if (outcome.kind === 'no_such_trip')
    return end(deps, deletion, { state: 'refused', reason: 'service_refused' });
  return retryLater('deletion_unverified', `The trip is still there after DELETE (${outcome.kind}).`);
}

function rowOf(of: { fleetId: string; driverId: string; tripId: string }): {
  fleetId: string;
  driverId: string;
  tripId: string;
} {
  return { fleetId: of.fleetId, driverId: of.driverId, tripId: of.tripId };
}

/** What speaks against deleting this trip as it is now. */
async function guarded(
  deps: ActivityDependencies,
  deletion: Deletion,
  trip: Trip,
): Promise<string | undefined> {
  const kept = await getTrip(deps.db, rowOf(deletion));
  return tripGuard(trip, { decided: kept?.contentHash ?? null, now: fingerprint(trip) });
}

/** Counts and notes the attempt under one lock, so that two workers do not both find the last free place. */
async function attempt(deps: ActivityDependencies, deletion: Deletion): Promise<string | undefined> {
  const { fleetId, rule } = deletion;
  const caps = capsOf(await actionOf(deps, deletion));
  const at = deps.now();
  const utcDate = at.toISOString().slice(0, 10);
  return withFleetLock(deps.db, { fleetId, purpose: 'deletion-caps' }, async (tx) => {
    if (deletion.attempts === 0) {
      const reached = capGuard(
        {
          ruleDeletions: await countDeletedOn(tx, { fleetId, rule, utcDate }),
          fleetDeletions: await countDeletedOn(tx, { fleetId, utcDate }),
          fleetTrips: await countTripsOn(tx, { fleetId, utcDate }),
        },
        caps,
      );
      if (reached) return reached;
    }
    const noted = await recordDeletionAttempt(tx, { fleetId, id: deletion.id, at });
    return noted === undefined ? 'not_approved' : undefined;
  });
}

function capsOf(action: DeleteAction): DeletionCaps {
  return {
    maxPerDay: action.max_per_day ?? DEFAULT_CAPS.maxPerDay,
    maxShare: action.max_share ?? DEFAULT_CAPS.maxShare,
  };
}

/** Settles the deletion, the trip and the delivery that asked for it. */
async function end(
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
