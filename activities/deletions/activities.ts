import type { ApplicationFailure } from '@temporalio/common';
import { stillAsks } from '../../rules/evaluation/index.ts';
import { tripDue } from '../../store/assessment/index.ts';
import {
  NO_LONGER_MATCHED,
  SETTLED_STATES,
  getDeletion,
  listDeletions,
  noteDeletionSnapshot,
  settleDeletionAsks,
} from '../../store/deletions/index.ts';
import type { Deletion } from '../../store/deletions/index.ts';
import { getDelivery, skipHeldDelivery } from '../../store/deliveries/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { getTrip, latestDecision } from '../../store/trips/index.ts';
import type { DeletionInput, DeletionResult } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies, DeliveryInput } from '../dependencies/index.ts';
import { CLAIM_LEASE_MS, holdClaim } from '../deliveries/index.ts';
import type { RuleLoader } from '../facts/index.ts';
import { isPermanent, reasonOf, retryLater } from '../failures/index.ts';
import { settled } from '../trips/index.ts';
import type { DueDelivery } from '../trips/index.ts';
import { ask } from './approvalRequest.ts';
import { endDeletion, rowOf } from './end.ts';
import { executeDeletion } from './execute.ts';
import type { DeletionRest } from './execute.ts';
import { checkBeforeDeletion } from './precheck.ts';
import type { DeletionWork } from './precheck.ts';
import { deletingRuleOf, requestFor } from './request.ts';

/**
 * Outcome of a deletion activity: the final state of the deletion (or `held`, while it waits for approval), and the work that
 * remains.
 */
export interface DeletionOutcome {
  readonly state: DeletionResult['state'] | 'held' | 'settled';
  readonly reason?: string;
  /** Deliveries to send now: approval requests, or alerts of a trip that changed. */
  readonly deliveries: readonly DueDelivery[];
  /** Times at which held deliveries are released (ISO 8601, UTC). */
  readonly releases?: readonly string[];
  /** Id of the deletion whose messages must be updated with its final state; absent if no approval was requested. */
  readonly asked?: string;
  /** Id of the deletion after which the driver's score has to be read; absent if that is not necessary. */
  readonly baseline?: string;
}

/** Creates the activities that delete trips from the analytics service. Deleting is the only action that cannot be undone. */
export function createDeletions(deps: ActivityDependencies, loadRules: RuleLoader) {
  const work: DeletionWork = { deps, loadRules };
  return {
    /**
     * Begins a deletion that a rule requested. With `approval: auto`, deletes the trip. Otherwise stores a snapshot, requests
     * approval, and holds the delivery until a person decides.
     */
    async deleteTrip(input: DeliveryInput): Promise<DeletionOutcome> {
      const key = { fleetId: input.fleet, id: input.deliveryId };
      const claim = await deps.ledger.claim({ ...key, at: deps.now(), leaseMs: CLAIM_LEASE_MS });
      // The trip was removed or its driver erased since the delivery was planned.
      if (claim.kind === 'missing') return { state: 'settled', deliveries: [] };
      if (claim.kind === 'settled') return settledBefore(deps, key);
      if (claim.kind === 'busy')
        return retryLater(
          'delivery_busy',
          'Another attempt at this deletion is under way.',
          claim.retryAfterMs,
        );
      const mine = { ...key, attempt: claim.attempt };
      const held = holdClaim(deps, mine);
      try {
        return await begin(work, claim.delivery, mine);
      } catch (error) {
        if (isPermanent(error)) return await endForGood(deps, { delivery: claim.delivery, mine, error });
        // Releases the claim without an unknown outcome: the deletion records its own attempts, and every attempt reads the trip
        // first.
        await deps.ledger.release({ ...mine, error: (error as Error).message, at: deps.now() });
        throw error;
      } finally {
        held.end();
      }
    },

    /** Carries out a deletion that a person approved. For a rejected or expired deletion, only returns the remaining work. */
    async executeDeletion(input: DeletionInput): Promise<DeletionOutcome> {
      return outcomeOf(deps, input, await executeDeletion(work, input));
    },
  };
}

/**
 * Ends the deletion with a reason that people see, because a retry would change nothing. Ends only the delivery if no deletion is
 * open.
 */
async function endForGood(
  deps: ActivityDependencies,
  it: { readonly delivery: Delivery; readonly mine: Mine; readonly error: ApplicationFailure },
): Promise<DeletionOutcome> {
  const { delivery, mine, error } = it;
  const deletion = await deletionOf(deps, delivery);
  if (deletion && deletion.settledAt === null) {
    const rest = await endDeletion(deps, deletion, { state: 'refused', reason: reasonOf(error) });
    return outcomeOf(
      deps,
      { fleet: delivery.fleetId, deletionId: deletion.id },
      { ...rest, state: 'refused' },
    );
  }
  await deps.ledger.fail({ ...mine, reason: error.message, at: deps.now() });
  return { state: 'settled', ...(await stillDue(deps, delivery, delivery.id)) };
}

type Mine = { readonly fleetId: string; readonly id: string; readonly attempt: number };

async function begin(work: DeletionWork, delivery: Delivery, mine: Mine): Promise<DeletionOutcome> {
  const { deps } = work;
  const trip = await getTrip(deps.db, rowOf(delivery));
  // Completes a deletion whose DELETE was sent, even if the trip was found gone meanwhile.
  if (trip?.state === 'deleted' || (trip?.state === 'gone' && !(await isBeingDeleted(deps, delivery))))
    return tooLate(deps, `trip_${trip.state}`, { delivery, mine });
  if (!(await stillWanted(deps, delivery))) return tooLate(deps, NO_LONGER_MATCHED, { delivery, mine });
  const { action } = await deletingRuleOf(deps, delivery);
  const deletion = await requestFor(deps, delivery, action);
  const input = { fleet: delivery.fleetId, deletionId: deletion.id };
  if (deletion.state !== 'requested') {
    const rest = await executeDeletion(work, input);
    // Gives the delivery the deletion's final state, because the deletion was settled while the trip could not be read.
    if (SETTLED_STATES.has(deletion.state)) await endAs(deps, mine, rest);
    if (rest.state !== 'asks') return outcomeOf(deps, input, rest);
  }
  return askPerson(work, input, mine);
}

async function endAs({ ledger, now }: ActivityDependencies, mine: Mine, rest: DeletionRest): Promise<void> {
  if (rest.state === 'deleted') await ledger.confirm({ ...mine, at: now() });
  else await ledger.skip({ ...mine, reason: rest.reason ?? rest.state, at: now() });
}

/**
 * Returns whether the deletion is still wanted: the rule still requests it, or its DELETE was already sent. A sent DELETE is
 * completed, regardless of later decisions.
 */
async function stillWanted(deps: ActivityDependencies, delivery: Delivery): Promise<boolean> {
  const latest = await latestDecision(deps.db, rowOf(delivery));
  return stillAsks(latest?.rules ?? [], delivery.rule) !== 'no' || isBeingDeleted(deps, delivery);
}

async function isBeingDeleted(deps: ActivityDependencies, delivery: Delivery): Promise<boolean> {
  const state = (await deletionOf(deps, delivery))?.state;
  return state === 'deleting' || state === 'unknown_outcome';
}

/** Skips the delivery, because the trip is gone or its re-evaluation no longer requests the deletion. */
async function tooLate(
  deps: ActivityDependencies,
  reason: string,
  { delivery, mine }: { readonly delivery: Delivery; readonly mine: Mine },
): Promise<DeletionOutcome> {
  await deps.ledger.skip({ ...mine, reason, at: deps.now() });
  return { state: 'settled', ...(await stillDue(deps, delivery, delivery.id)) };
}

/** Stores the snapshot, requests approval, and holds the delivery until a person decides. */
async function askPerson(work: DeletionWork, input: DeletionInput, mine: Mine): Promise<DeletionOutcome> {
  const { deps } = work;
  const deletion = await getDeletion(deps.db, { fleetId: input.fleet, id: input.deletionId });
  if (deletion?.state !== 'requested')
    return retryLater('deletion_decided', 'Someone has approved or rejected it meanwhile.', 1_000);
  if (deletion.snapshotId === null) {
    const check = await checkBeforeDeletion(work, deletion);
    if (check.kind === 'over') return outcomeOf(deps, input, check);
    const { snapshotId } = check;
    await noteDeletionSnapshot(deps.db, { fleetId: input.fleet, id: deletion.id, snapshotId });
  }
  // Sends no request if another rule's deletion of the same trip is open, because one answer settles both.
  const asks = deletion.deliveryId === mine.id ? await ask(deps, deletion) : [];
  await deps.ledger.hold({ ...mine, reason: 'awaiting_approval', at: deps.now() });
  const present = await getDeletion(deps.db, { fleetId: input.fleet, id: deletion.id });
  if (present && SETTLED_STATES.has(present.state)) {
    // Ends the delivery here. The deletion was settled (by an answer or a new revision) before the delivery was held, so nothing
    // else ends it.
    const rest = await executeDeletion(work, input);
    const reason = rest.reason ?? `trip_${rest.state}`;
    await skipHeldDelivery(deps.db, { ...mine, reason, at: deps.now() });
    return outcomeOf(deps, input, rest);
  }
  return { state: 'held', ...(await releasesOf(deps, deletion, asks)) };
}

/**
 * Returns the outcome of a delivery that was already settled, with the remaining work that an earlier attempt may not have
 * returned.
 */
async function settledBefore(
  deps: ActivityDependencies,
  key: { readonly fleetId: string; readonly id: string },
): Promise<DeletionOutcome> {
  const delivery = await getDelivery(deps.db, key);
  if (!delivery) return { state: 'settled', deliveries: [] };
  const due = await stillDue(deps, delivery, delivery.id);
  const deletion = await deletionOf(deps, delivery);
  if (!deletion) return { state: 'settled', ...due };
  return { state: 'settled', ...due, ...(await leftOver(deps, deletion)) };
}

async function outcomeOf(
  deps: ActivityDependencies,
  input: DeletionInput,
  rest: Omit<DeletionRest, 'state'> & { readonly state: DeletionRest['state'] },
): Promise<DeletionOutcome> {
  const deletion = await getDeletion(deps.db, { fleetId: input.fleet, id: input.deletionId });
  const { reason } = rest;
  const state = rest.state === 'asks' ? 'refused' : rest.state;
  const left = deletion ? await leftOver(deps, deletion) : {};
  const due =
    state === 'refused' && deletion
      ? await stillDue(deps, deletion, deletion.deliveryId)
      : { deliveries: [] };
  return { state, ...(reason !== undefined && { reason }), ...due, ...left };
}

/** Returns the remaining work of a deletion that ended: messages to update, and a score to read. */
async function leftOver(
  deps: ActivityDependencies,
  deletion: Deletion,
): Promise<Pick<DeletionOutcome, 'asked' | 'baseline'>> {
  if (deletion.state === 'requested' || deletion.state === 'approved') return {};
  const asked = await settleDeletionAsks(deps.db, {
    fleetId: deletion.fleetId,
    deletionId: deletion.id,
    at: deps.now(),
  });
  const needsBaseline = deletion.state === 'deleted' && deletion.baselineAt === null;
  return { ...(asked && { asked: deletion.id }), ...(needsBaseline && { baseline: deletion.id }) };
}

/** Returns the deletion that a delivery started most recently. */
async function deletionOf(deps: ActivityDependencies, delivery: Delivery): Promise<Deletion | undefined> {
  const { items } = await listDeletions(deps.db, { ...rowOf(delivery), limit: 200 });
  return items.find(({ deliveryId }) => deliveryId === delivery.id);
}

/** Returns the trip's unsent deliveries, except the deletion's own (`own`). */
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

async function releasesOf(
  deps: ActivityDependencies,
  deletion: Deletion,
  deliveries: readonly DueDelivery[],
): Promise<Pick<DeletionOutcome, 'deliveries' | 'releases'>> {
  const { releases } = await tripDue(deps.db, rowOf(deletion));
  return { deliveries, ...(releases.length > 0 && { releases: releases.map((at) => at.toISOString()) }) };
}
