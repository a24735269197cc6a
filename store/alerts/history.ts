import { sql } from 'kysely';
import type { PassedAlert, ThrottleScope } from '../../rules/admission/index.ts';
import type { Db } from '../db/index.ts';
import type { Alert } from './alerts.ts';

/** Selects the past alerts of one rule. `withShadow` includes alerts that the rule raised in shadow. */
export interface RuleHistory {
  readonly fleetId: string;
  readonly rule: string;
  readonly withShadow: boolean;
  /** Excludes the alerts of this trip, so that the result is the same before and after the trip is evaluated. */
  readonly without?: { readonly driverId: string; readonly tripId: string };
}

function alertsOfRule(db: Db, history: RuleHistory) {
  const { fleetId, rule, withShadow, without } = history;
  let query = db.selectFrom('alerts').where((row) => row.and({ fleetId, rule }));
  if (!withShadow) query = query.where(sql<boolean>`reason is distinct from 'shadow'`);
  if (!without) return query;
  return query.where((row) => row.not(row.and({ driverId: without.driverId, tripId: without.tripId })));
}

/** Returns the newest alert that passed its rule's throttle after an instant, within a scope such as one driver. */
export async function newestPassedAlert(
  db: Db,
  args: RuleHistory & { readonly after: Date; readonly scope: ThrottleScope },
): Promise<PassedAlert | undefined> {
  const { scope } = args;
  let query = alertsOfRule(db, args).where('passedThrottle', '=', true).where('at', '>', args.after);
  if (scope.of === 'driver' || scope.of === 'trip') query = query.where('driverId', '=', scope.driverId);
  if (scope.of === 'trip') query = query.where('tripId', '=', scope.tripId);
  if (scope.of === 'group') query = query.where(sql<boolean>`${scope.group} = any(groups)`);
  if (scope.of === 'no_group') query = query.where(sql<boolean>`groups = '{}'`);
  return query.select(['at', 'severity']).orderBy('at', 'desc').executeTakeFirst();
}

/** Counts a rule's alerts that passed its budget in a time range. `from` is inclusive, `to` exclusive. */
export async function countPassedAlerts(
  db: Db,
  args: RuleHistory & { readonly from: Date; readonly to: Date },
): Promise<number> {
  const row = await alertsOfRule(db, args)
    .where('passedBudget', '=', true)
    .where('at', '>=', args.from)
    .where('at', '<', args.to)
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/**
 * Returns the alerts of a rule that were over its budget in a time range, oldest first, up to `limit`. Also returns the total
 * number of these alerts and of their drivers.
 */
export async function alertsOverBudget(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly rule: string;
    readonly from: Date;
    readonly to: Date;
    readonly limit: number;
  },
): Promise<{ items: Alert[]; total: number; drivers: number }> {
  const stored = db
    .selectFrom('alerts')
    .where((row) => row.and({ fleetId: args.fleetId, rule: args.rule, reason: 'over_budget' }))
    .where('at', '>=', args.from)
    .where('at', '<', args.to);
  const items = await stored.selectAll().orderBy('id').limit(args.limit).execute();
  const counted = await stored
    .select((select) => [
      select.fn.countAll<string>().as('total'),
      select.fn.count<string>('driverId').distinct().as('drivers'),
    ])
    .executeTakeFirstOrThrow();
  return { items, total: Number(counted.total), drivers: Number(counted.drivers) };
}
