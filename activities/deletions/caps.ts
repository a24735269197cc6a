import { stillAsks } from '../../rules/evaluation/index.ts';
import type { RuleAction } from '../../rules/lint/index.ts';
import { withDriverLock, withFleetLock } from '../../store/db/index.ts';
import type { Tx } from '../../store/db/index.ts';
import {
  NO_LONGER_MATCHED,
  askInstead,
  countDeletedOn,
  countTripsOn,
  hasOpenIncident,
  recordDeletionAttempt,
  willEscalate,
} from '../../store/deletions/index.ts';
import type { Deletion } from '../../store/deletions/index.ts';
import { latestDecision } from '../../store/trips/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { rowOf } from './end.ts';
import { OPEN_INCIDENT } from './guards.ts';
import { deletingRuleOf, expiryOf } from './request.ts';

/** Numbers of the current UTC day that are compared with the caps (daily limits of deletions). */
export interface DayFigures {
  /** Deletions that this rule attempted today, without the current one. */
  readonly ruleDeletions: number;
  /** Deletions that all of the fleet's rules attempted today, without the current one. */
  readonly fleetDeletions: number;
  /** Trips of the fleet for which a notification was received today. */
  readonly fleetTrips: number;
}

/** Daily limits for the deletions of a rule. */
export interface DeletionCaps {
  /** Largest number of deletions by one rule in a UTC day. */
  readonly maxPerDay: number;
  /** Largest share of the fleet's trips in a UTC day that may be deleted. Applies from 20 trips on. */
  readonly maxShare: number;
}

/** Daily limits of an action that sets none. */
export const DEFAULT_CAPS: DeletionCaps = { maxPerDay: 10, maxShare: 0.05 };

/** Number of trips in a day from which on a share is meaningful. */
const SHARE_FROM_TRIPS = 20;

const CAP_REACHED = 'daily_cap_reached';

const SHARE_REACHED = 'daily_share_reached';

/** Returns whether the reason of a refusal is that a daily limit of deletions is reached. */
export function isCap(reason: string): boolean {
  return reason === CAP_REACHED || reason === SHARE_REACHED;
}

/**
 * Returns whether the reason of a refusal is that too large a share of the day's trips would be deleted. A rule's automatic
 * deletions then stop.
 */
export function isShare(reason: string): boolean {
  return reason === SHARE_REACHED;
}

/** Returns the daily limits that a rule's action sets, or their defaults. */
export function capsOf(action: Extract<RuleAction, { type: 'delete_trip' }>): DeletionCaps {
  return {
    maxPerDay: action.max_per_day ?? DEFAULT_CAPS.maxPerDay,
    maxShare: action.max_share ?? DEFAULT_CAPS.maxShare,
  };
}

/** Returns which daily limit is reached, as the reason of a refusal; `undefined` when none is. */
export function capGuard(figures: DayFigures, caps: DeletionCaps): string | undefined {
  if (figures.ruleDeletions >= caps.maxPerDay) return CAP_REACHED;
  if (
    figures.fleetTrips >= SHARE_FROM_TRIPS &&
    (figures.fleetDeletions + 1) / figures.fleetTrips > caps.maxShare
  )
    return SHARE_REACHED;
  return undefined;
}

/**
 * Answer to an attempt that requests permission to send its DELETE. `granted`: the attempt is recorded. The last kind: a person
 * has to approve the deletion first.
 */
export type Permission =
  | { readonly kind: 'granted' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** Another attempt claimed the deletion meanwhile, or the deletion is no longer approved. */
  | { readonly kind: 'not_mine' }
  | { readonly kind: 'ask'; readonly reason: string };

/** Data of a deletion attempt that requests permission. */
export interface Attempt {
  readonly claim: number;
  readonly snapshotId: string;
  readonly scoreBefore: number | undefined;
}

/**
 * Makes the last checks before the DELETE (open incidents, decision, daily limits), and records that it is sent. Uses the
 * driver's lock, so that the trip is not decided meanwhile. Uses the lock of the fleet's deletions, so that two attempts do not
 * share the last free deletion of the day.
 */
export async function permit(
  deps: ActivityDependencies,
  deletion: Deletion,
  attempt: Attempt,
): Promise<Permission> {
  const row = rowOf(deletion);
  const { action } = await deletingRuleOf(deps, deletion);
  const at = deps.now();
  return withDriverLock(deps.db, row, (held) =>
    withFleetLock(held, { fleetId: row.fleetId, purpose: 'deletion-caps' }, async (tx) => {
      if ((await hasOpenIncident(tx, row)) || (await willEscalate(tx, row)))
        return { kind: 'refused', reason: OPEN_INCIDENT };
      // Reads the decision again, because a decision since the last check may have left open whether the rule matches.
      const latest = await latestDecision(tx, row);
      if (stillAsks(latest?.rules ?? [], deletion.rule) !== 'yes')
        return { kind: 'refused', reason: NO_LONGER_MATCHED };
      const key = { fleetId: row.fleetId, id: deletion.id, at };
      const reason =
        deletion.attempts === 0 ? await reached(tx, deletion, { at, caps: capsOf(action) }) : undefined;
      if (reason !== undefined && isShare(reason)) {
        const asks = await askInstead(tx, { ...key, reason, expiresAt: expiryOf(action, at) });
        if (asks) return { kind: 'ask', reason };
      }
      if (reason !== undefined) return { kind: 'refused', reason };
      const noted = await recordDeletionAttempt(tx, { ...key, ...attempt });
      return noted === undefined ? { kind: 'not_mine' } : { kind: 'granted' };
    }),
  );
}

/** Returns the daily limit that is reached, or `undefined` if none is. */
async function reached(
  tx: Tx,
  { fleetId, rule }: Deletion,
  { at, caps }: { readonly at: Date; readonly caps: DeletionCaps },
): Promise<string | undefined> {
  const utcDate = at.toISOString().slice(0, 10);
  const figures = {
    ruleDeletions: await countDeletedOn(tx, { fleetId, rule, utcDate }),
    fleetDeletions: await countDeletedOn(tx, { fleetId, utcDate }),
    fleetTrips: await countTripsOn(tx, { fleetId, utcDate }),
  };
  return capGuard(figures, caps);
}
