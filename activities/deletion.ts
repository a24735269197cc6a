import { ApplicationFailure } from '@temporalio/common';
import type { Rule } from '../rules/schema.ts';
import type { Trip } from '../rules/trip.ts';
import { countDeletedOn, countTripsOn } from '../store/deletionCaps.ts';
import { getDeletion, recordDeletionAttempt, setDeletionState } from '../store/deletions.ts';
import type { Deletion } from '../store/deletions.ts';
import { getDelivery } from '../store/deliveries.ts';
import { withFleetLock } from '../store/locks.ts';
import { keepSnapshot } from '../store/snapshots.ts';
import { getTrip } from '../store/trips.ts';
import type { DeletionInput, DeletionResult } from '../workflows/contract.ts';
import { CLAIM_LEASE_MS } from './claimedDelivery.ts';
import type { DeliveryInput } from './claimedDelivery.ts';
import { decideTrip } from './decide.ts';
import { endDeletion, rowOf } from './deletionEnd.ts';
import { DEFAULT_CAPS, capGuard, isCap, tripGuard } from './deletionGuards.ts';
import type { DeletionCaps } from './deletionGuards.ts';
import { deleteActionOf, requestFor } from './deletionRequest.ts';
import { analyticsOf } from './dependencies.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { retryLater } from './failure.ts';
import { fingerprint } from './fingerprint.ts';
import type { RuleLoader } from './publishedRules.ts';
import { readTrip } from './readTrip.ts';
import { serviceFactsFor } from './serviceFacts.ts';
import { settled } from './settled.ts';
import type { DueDelivery } from './settled.ts';

type DeleteAction = Extract<Rule['actions'][number], { type: 'delete_trip' }>;

/** How a deletion ended, or that it is held; with what a trip that turned out to have changed still calls for. */
export interface DeletionOutcome {
  readonly state: DeletionResult['state'] | 'held' | 'settled';
  readonly reason?: string;
  readonly deliveries: readonly DueDelivery[];
  /** ISO 8601, UTC: when what of them is held back goes. */
  readonly releases?: readonly string[];
}

/** Activities that take a trip out of the service, the one thing that cannot be undone. */
export function createDeletions(deps: ActivityDependencies, loadRules: RuleLoader) {
  const carryOut = (input: DeletionInput): Promise<DeletionOutcome> =>
    carryOutDeletion(deps, loadRules, input);
  return {
    /**
     * Begins a rule's deletion: with `approval: auto` it is carried out, otherwise a person is asked and the delivery
     * is held until then.
     */
    async deleteTrip(input: DeliveryInput): Promise<DeletionOutcome> {
      const key = { fleetId: input.fleet, id: input.deliveryId };
      const claim = await deps.ledger.claim({ ...key, at: deps.now(), leaseMs: CLAIM_LEASE_MS });
      if (claim.kind === 'missing')
        throw ApplicationFailure.nonRetryable(
          `Delivery ${input.deliveryId} is not in the ledger.`,
          'no_such_delivery',
        );
      if (claim.kind === 'settled') {
        const settledBefore = await getDelivery(deps.db, key);
        return {
          state: 'settled',
          ...(settledBefore ? await stillDue(deps, settledBefore, input.deliveryId) : { deliveries: [] }),
        };
      }
      if (claim.kind === 'busy')
        return retryLater(
          'delivery_busy',
          'Another attempt at this deletion is under way.',
          claim.retryAfterMs,
        );
      const mine = { ...key, attempt: claim.attempt };
      try {
        const deletion = await requestFor(deps, claim.delivery, await deleteActionOf(deps, claim.delivery));
        if (deletion.state !== 'requested')
          return await carryOut({ fleet: input.fleet, deletionId: deletion.id });
        await deps.ledger.hold({ ...mine, reason: 'awaiting_approval', at: deps.now() });
        return { state: 'held', deliveries: [] };
      } catch (error) {
        // The deletion has a record of its own attempts, and every try reads first: the claim holds no doubt.
        await deps.ledger.release({ ...mine, error: (error as Error).message, at: deps.now() });
        throw error;
      }
    },

    /** Carries out a deletion that a person approved. */
    carryOutDeletion: carryOut,
  };
}

/**
 * Reads the trip again, guards, keeps a snapshot, deletes and verifies. Every try reads first: a trip that our earlier
 * DELETE removed is found gone and never deleted a second time. A trip that has changed is decided again: what it now
 * shows may be something to tell.
 * @throws ApplicationFailure (worth a retry) while the outcome is not known
 */
async function carryOutDeletion(
  deps: ActivityDependencies,
  loadRules: RuleLoader,
  input: DeletionInput,
): Promise<DeletionOutcome> {
  const deletion = await getDeletion(deps.db, { fleetId: input.fleet, id: input.deletionId });
  if (!deletion)
    throw ApplicationFailure.nonRetryable(`There is no deletion ${input.deletionId}.`, 'no_such_deletion');
  if (deletion.state === 'deleted' || deletion.state === 'gone')
    return { state: deletion.state, deliveries: [] };
  if (['rejected', 'expired', 'refused', 'requested'].includes(deletion.state))
    return {
      state: 'refused',
      reason: deletion.reason ?? deletion.state,
      ...(await stillDue(deps, deletion, deletion.deliveryId)),
    };
  const end = async (result: Parameters<typeof endDeletion>[2]): Promise<DeletionOutcome> => ({
    ...(await endDeletion(deps, deletion, result)),
    deliveries: [],
  });
  const key = { fleet: input.fleet, driverId: deletion.driverId, tripId: deletion.tripId };
  const read = await readTrip(deps, key);
  if (read.kind === 'no_such_trip')
    return deletion.attempts > 0
      ? end({ state: 'deleted' })
      : end({ state: 'gone', reason: 'It was gone before we deleted it.' });
  const contents = await contentsOf(deps, deletion, read.trip);
  const refusal = tripGuard(read.trip, contents);
  if (refusal) {
    // Decided before the deletion ends, and what is due is looked up last: a retry comes to the same wherever it was cut off.
    if (contents.now !== contents.decided) await decideAgain(deps, loadRules, { deletion, trip: read.trip });
    return {
      ...(await end({ state: 'refused', reason: refusal })),
      ...(await stillDue(deps, deletion, deletion.deliveryId)),
    };
  }
  const snapshot = await keepSnapshot(deps.db, {
    ...rowOf(deletion),
    raw: read.raw,
    trip: read.trip,
    reason: `deletion ${deletion.id}`,
    at: deps.now(),
  });
  const attempted = await attempt(deps, deletion);
  if (attempted && deletion.approval === 'required' && isCap(attempted))
    return waitForTomorrow(deps, deletion, attempted);
  if (attempted) return end({ state: 'refused', reason: attempted });
  const outcome = await analyticsOf(deps, key.fleet).deleteTrip(key.driverId, key.tripId);
  const after = await readTrip(deps, key);
  if (after.kind === 'no_such_trip') return end({ state: 'deleted', snapshotId: snapshot.id });
  if (outcome.kind === 'no_such_trip') return end({ state: 'refused', reason: 'service_refused' });
  return retryLater('deletion_unverified', `The trip is still there after DELETE (${outcome.kind}).`);
}

/** Fingerprints of the trip as it was decided and as it is now. */
async function contentsOf(
  deps: ActivityDependencies,
  deletion: Deletion,
  trip: Trip,
): Promise<{ readonly decided: string | null; readonly now: string }> {
  const kept = await getTrip(deps.db, rowOf(deletion));
  return { decided: kept?.contentHash ?? null, now: fingerprint(trip) };
}

/** What of the trip is still to be done; `own` is the deletion's delivery, which is left out. */
async function stillDue(
  deps: ActivityDependencies,
  trip: { readonly fleetId: string; readonly driverId: string; readonly tripId: string },
  own: string | null,
): Promise<Pick<DeletionOutcome, 'deliveries' | 'releases'>> {
  const key = { fleet: trip.fleetId, driverId: trip.driverId, tripId: trip.tripId };
  const { deliveries, releases } = await settled(deps, { key, state: 'decided', revision: 0 });
  const others = deliveries.filter((due) => due.id !== own);
  return { deliveries: others, ...(releases && { releases }) };
}

/** Decides the trip's next revision. */
async function decideAgain(
  deps: ActivityDependencies,
  loadRules: RuleLoader,
  { deletion, trip }: { readonly deletion: Deletion; readonly trip: Trip },
): Promise<void> {
  const key = { fleet: deletion.fleetId, driverId: deletion.driverId, tripId: deletion.tripId };
  const rules = await loadRules(deps.db, key.fleet);
  const readings = await serviceFactsFor(deps, { key, trip, rules, patience: 'now' });
  await decideTrip(deps, { key, trip, trigger: 'replay', rules, readings });
}

const DAY_MS = 86_400_000;

/**
 * A person's approval outlives a day whose deletions have come to their end.
 * @throws ApplicationFailure always, to be tried again when the next UTC day has begun
 */
async function waitForTomorrow(
  deps: ActivityDependencies,
  { fleetId, id }: Deletion,
  reason: string,
): Promise<never> {
  const at = deps.now();
  await setDeletionState(deps.db, { fleetId, id, state: 'approved', reason, at });
  return retryLater(reason, 'The day’s deletions have come to their end.', DAY_MS - (at.getTime() % DAY_MS));
}

/** Counts and notes the attempt under one lock, so that two workers do not both find the last free place. */
async function attempt(deps: ActivityDependencies, deletion: Deletion): Promise<string | undefined> {
  const { fleetId, rule } = deletion;
  const caps = capsOf(await deleteActionOf(deps, deletion));
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
