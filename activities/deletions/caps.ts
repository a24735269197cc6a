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

/** Figures of a day to which the caps apply. */
export interface DayFigures {
  /** Deletions tried today for this rule, without this one. */
  readonly ruleDeletions: number;
  /** Deletions tried today in the fleet, without this one. */
  readonly fleetDeletions: number;
  /** The fleet's trips whose notifications were received today. */
  readonly fleetTrips: number;
}

/** Limits of a rule's deletions. */
export interface DeletionCaps {
  /** Deletions for a rule in a UTC day. */
  readonly maxPerDay: number;
  /** Share of the fleet's trips of a UTC day, from 20 trips on. */
  readonly maxShare: number;
}

/** The caps of an action that names none. */
export const DEFAULT_CAPS: DeletionCaps = { maxPerDay: 10, maxShare: 0.05 };

/** Trips a day from which a share is meaningful. */
const SHARE_FROM_TRIPS = 20;

const CAP_REACHED = 'daily_cap_reached';

const SHARE_REACHED = 'daily_share_reached';

/** Returns whether a reason only says that a daily limit of deletions is reached. */
export function isCap(reason: string): boolean {
  return reason === CAP_REACHED || reason === SHARE_REACHED;
}

/**
 * Returns whether a reason says that more than a share of the day's trips would be deleted. A rule's automatic deletions then
 * stop.
 */
export function isShare(reason: string): boolean {
  return reason === SHARE_REACHED;
}

/** Returns the limits that a rule's action sets for its deletions. */
export function capsOf(action: Extract<RuleAction, { type: 'delete_trip' }>): DeletionCaps {
  return {
    maxPerDay: action.max_per_day ?? DEFAULT_CAPS.maxPerDay,
    maxShare: action.max_share ?? DEFAULT_CAPS.maxShare,
  };
}

/** Returns the reason why a daily limit of deletions is reached, if one is. */
export function capGuard(figures: DayFigures, caps: DeletionCaps): string | undefined {
  if (figures.ruleDeletions >= caps.maxPerDay) return CAP_REACHED;
  if (
    figures.fleetTrips >= SHARE_FROM_TRIPS &&
    (figures.fleetDeletions + 1) / figures.fleetTrips > caps.maxShare
  )
    return SHARE_REACHED;
  return undefined;
}

/** Permission to send the DELETE, which is then recorded; otherwise a refusal, or the need for a person's approval. */
export type Permission =
  | { readonly kind: 'granted' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** Another attempt has claimed the deletion meanwhile, or it is no longer approved. */
  | { readonly kind: 'not_mine' }
  | { readonly kind: 'ask'; readonly reason: string };

/** The data of a deletion attempt that requests permission. */
export interface Attempt {
  readonly claim: number;
  readonly snapshotId: string;
  readonly scoreBefore: number | undefined;
}

/**
 * Makes the last checks before the DELETE (incidents, then the day's figures), and records that it is sent. Holds the lock of
 * the driver, whose trips are decided one by one. Holds the lock of the fleet's deletions too, so that no two take the last
 * free place.
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
      // A decision since the check may have left open whether the rule matches.
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

/** Returns the daily limit that is reached, or `undefined` for none. */
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
