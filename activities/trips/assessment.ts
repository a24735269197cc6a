import type { Channel } from '../../rules/channels/index.ts';
import { isStillOpen } from '../../rules/evaluation/index.ts';
import { tripDue } from '../../store/assessment/index.ts';
import type { TripDue } from '../../store/assessment/index.ts';
import { latestDecision, rowKey } from '../../store/trips/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

/** A delivery that still has to be carried out. */
export interface DueDelivery {
  readonly id: string;
  readonly action: Channel | 'escalate' | 'delete_trip';
}

/** A trip that has been decided, now or earlier, with the work that is still due. */
export interface Settled {
  readonly kind: 'settled';
  readonly state: 'decided' | 'deleted' | 'gone';
  readonly revision: number;
  readonly deliveries: readonly DueDelivery[];
  /** Times at which held deliveries are released (ISO 8601, UTC); absent when none is held. */
  readonly releases?: readonly string[];
  /** Ids of deletions that the decision ended, and whose messages must be updated; absent when there are none. */
  readonly asked?: readonly string[];
  /**
   * True when the service was unavailable for some facts that the rules need. The trip is re-evaluated once the service is
   * available.
   */
  readonly incomplete?: boolean;
}

/** Result of one assessment of a trip. It is small, because it is stored in the workflow's history. */
export type Assessment = Settled | NotReadable;

/** A trip that cannot be decided yet, with the longest time to wait. */
export interface NotReadable {
  readonly kind: 'not_readable';
  readonly waitLimitMs: number;
  /** Short name of the error, if Tripline itself (not the service) failed on the trip for too long. */
  readonly failedInside?: string;
}

/** Result for a trip that is no longer stored, or whose driver was erased. Nothing is sent. */
export const GONE: Settled = { kind: 'settled', state: 'gone', revision: 0, deliveries: [] };

/** Looks up the deliveries that are still due for a decided trip, and returns the trip with them. */
export async function settled(
  deps: ActivityDependencies,
  args: { readonly key: TripKey; readonly state: Settled['state']; readonly revision: number },
): Promise<Settled> {
  return settledWith(args, await tripDue(deps.db, rowKey(args.key)));
}

/** Returns a decided trip with its due deliveries, if the caller already knows them. */
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
 * Returns a trip that was decided earlier, perhaps by an attempt whose result was lost or came too late. If a rule was left
 * undecided because facts were missing, the result is incomplete, so that the trip is re-evaluated.
 */
export async function decidedBefore(
  deps: ActivityDependencies,
  args: { readonly key: TripKey; readonly revision: number },
): Promise<Settled> {
  const before = await settled(deps, { ...args, state: 'decided' });
  return { ...before, ...(await leftOpen(deps, args.key)) };
}

/** Returns whether the latest decision left a rule undecided because of a fact that may be readable by now. */
export async function leftOpen(
  { db }: ActivityDependencies,
  key: TripKey,
): Promise<Pick<Settled, 'incomplete'>> {
  const latest = await latestDecision(db, rowKey(key));
  return isStillOpen(latest?.rules ?? []) ? { incomplete: true } : {};
}

/**
 * Starts a workflow that completes a decision for which facts were missing, because the caller does not wait for them. Safe to
 * repeat: only one workflow is started per `askedBy` (the decision's cause, with its id). Throws while Temporal does not answer.
 */
export async function completeByItself(
  { trips }: Pick<ActivityDependencies, 'trips'>,
  { fleet, driverId, tripId }: TripKey,
  askedBy: string,
): Promise<void> {
  await trips.reevaluate({ fleet, driverId, tripId, runId: askedBy });
}
