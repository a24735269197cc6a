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

/** A trip that has been decided, now or before, and what of it is still to be done. */
export interface Settled {
  readonly kind: 'settled';
  readonly state: 'decided' | 'deleted' | 'gone';
  readonly revision: number;
  readonly deliveries: readonly DueDelivery[];
  /** ISO 8601, UTC: when something of it that is held may go. Absent: nothing is held. */
  readonly releases?: readonly string[];
  /** Deletions that the decision ended, and whose messages have to say so. Absent: none. */
  readonly asked?: readonly string[];
  /** True when the service was unavailable for a part of what the rules ask: decide again once it is back. */
  readonly incomplete?: boolean;
}

/** The result of one assessment of a trip: small on purpose, because it is in the workflow's history. */
export type Assessment = Settled | NotReadable;

/** A trip that cannot be decided yet. */
export interface NotReadable {
  readonly kind: 'not_readable';
  readonly waitLimitMs: number;
  /** Not the service but Tripline itself failed on it, for longer than one waits: the error's short name. */
  readonly failedInside?: string;
}

/** What becomes of a trip that is no longer stored, or whose driver was erased: nothing, and nobody is notified. */
export const GONE: Settled = { kind: 'settled', state: 'gone', revision: 0, deliveries: [] };

/** A decided trip with what of it is still to be done. */
export async function settled(
  deps: ActivityDependencies,
  args: { readonly key: TripKey; readonly state: Settled['state']; readonly revision: number },
): Promise<Settled> {
  return settledWith(args, await tripDue(deps.db, rowKey(args.key)));
}

/** The same, when what is still to be done is known. */
export function settledWith(
  { state, revision }: Pick<Settled, 'state' | 'revision'>,
  { deliveries, releases }: Pick<TripDue, 'deliveries' | 'releases'>,
): Settled {
  return {
    ...{ kind: 'settled', state, revision, deliveries },
    ...(releases.length > 0 && { releases: releases.map((at) => at.toISOString()) }),
  };
}

/**
 * A trip that was decided before, perhaps by an attempt whose answer was lost or came too late. Whether something was missing then
 * shows what it left undecided: it is re-evaluated if that may be readable by now.
 */
export async function decidedBefore(
  deps: ActivityDependencies,
  args: { readonly key: TripKey; readonly revision: number },
): Promise<Settled> {
  const before = await settled(deps, { ...args, state: 'decided' });
  return { ...before, ...(await leftOpen(deps, args.key)) };
}

/** Whether the latest decision left a rule undecided for want of something that may be readable by now. */
export async function leftOpen(
  { db }: ActivityDependencies,
  key: TripKey,
): Promise<Pick<Settled, 'incomplete'>> {
  const latest = await latestDecision(db, rowKey(key));
  return isStillOpen(latest?.rules ?? []) ? { incomplete: true } : {};
}

/**
 * Has a workflow of its own decide again what was decided without all that the rules ask: whoever asked for the decision is not stored
 * waiting for it. Safe to repeat: `askedBy`, the decision's occasion with its id, begins one. Throws while Temporal does not answer.
 */
export async function completeByItself(
  { trips }: Pick<ActivityDependencies, 'trips'>,
  { fleet, driverId, tripId }: TripKey,
  askedBy: string,
): Promise<void> {
  await trips.reevaluate({ fleet, driverId, tripId, runId: askedBy });
}
