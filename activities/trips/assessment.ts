import type { Channel } from '../../rules/channels/index.ts';
import { isStillOpen } from '../../rules/evaluation/index.ts';
import { tripDue } from '../../store/assessment/index.ts';
import type { TripDue } from '../../store/assessment/index.ts';
import { latestDecision, rowKey } from '../../store/trips/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

/** One delivery that still has to be carried out. */
export interface DueDelivery {
  readonly id: string;
  readonly action: Channel | 'escalate' | 'delete_trip';
}

/** A trip that has been decided, now or before, with what is still due. */
export interface Settled {
  readonly kind: 'settled';
  readonly state: 'decided' | 'deleted' | 'gone';
  readonly revision: number;
  readonly deliveries: readonly DueDelivery[];
  /** Times at which held deliveries may be released, ISO 8601 in UTC; absent: none is held. */
  readonly releases?: readonly string[];
  /** Deletions that the decision ended, and whose messages have to show it; absent: none. */
  readonly asked?: readonly string[];
  /** True when the service was unavailable for some facts that the rules need: the trip is re-evaluated once it is back. */
  readonly incomplete?: boolean;
}

/** The result of one assessment of a trip: small, because it is in the workflow's history. */
export type Assessment = Settled | NotReadable;

/** A trip that cannot be decided yet. */
export interface NotReadable {
  readonly kind: 'not_readable';
  readonly waitLimitMs: number;
  /** Short name of the error when Tripline itself, and not the service, failed on the trip for too long. */
  readonly failedInside?: string;
}

/** Result for a trip that is no longer stored, or whose driver was erased: nothing is sent. */
export const GONE: Settled = { kind: 'settled', state: 'gone', revision: 0, deliveries: [] };

/** Returns a decided trip with what is still due. */
export async function settled(
  deps: ActivityDependencies,
  args: { readonly key: TripKey; readonly state: Settled['state']; readonly revision: number },
): Promise<Settled> {
  return settledWith(args, await tripDue(deps.db, rowKey(args.key)));
}

/** Returns the same, when the due deliveries are known. */
export function settledWith(
  { state, revision }: Pick<Settled, 'state' | 'revision'>,
  { deliveries, releases }: Pick<TripDue, 'deliveries' | 'releases'>,
): Settled {
  return {
    kind: 'settled',
    state,
    revision,
    deliveries,
    ...(releases.length > 0 && { releases: releases.map((at) => at.toISOString()) }),
  };
}

/**
 * Returns a trip that was decided before, perhaps by an attempt whose answer was lost or came too late. Undecided rules show
 * that facts were missing then: it is re-evaluated if they may be readable by now.
 */
export async function decidedBefore(
  deps: ActivityDependencies,
  args: { readonly key: TripKey; readonly revision: number },
): Promise<Settled> {
  const before = await settled(deps, { ...args, state: 'decided' });
  return { ...before, ...(await leftOpen(deps, args.key)) };
}

/** Returns whether the latest decision left a rule undecided for want of a fact that may be readable by now. */
export async function leftOpen(
  { db }: ActivityDependencies,
  key: TripKey,
): Promise<Pick<Settled, 'incomplete'>> {
  const latest = await latestDecision(db, rowKey(key));
  return isStillOpen(latest?.rules ?? []) ? { incomplete: true } : {};
}

/**
 * Starts a workflow that completes a decision without all facts that the rules need, because the requester of the decision does
 * not wait for them. Safe to repeat: `askedBy`, the decision's occasion with its id, starts one. Throws while Temporal does not
 * answer.
 */
export async function completeByItself(
  { trips }: Pick<ActivityDependencies, 'trips'>,
  { fleet, driverId, tripId }: TripKey,
  askedBy: string,
): Promise<void> {
  await trips.reevaluate({ fleet, driverId, tripId, runId: askedBy });
}
