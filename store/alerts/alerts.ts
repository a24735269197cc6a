import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Unsuppressed } from '../../rules/admission/index.ts';
import type { Severity } from '../../rules/evaluation/index.ts';
import { getRow, newestFirst, ofDriversIn, whereGiven } from '../db/index.ts';
import type { Db, Listed, Page } from '../db/index.ts';
import type { AlertState, AlertsTable, TripKey } from '../tables/index.ts';
import { SUPPRESSED } from './suppressed.ts';

/**
 * A condition on `alerts`: according to the ledger, a message about the alert was sent, may have been sent, or is about to be.
 * This includes a message of another alert into which this alert is grouped.
 */
export const ANYONE_NOTIFIED = sql<boolean>`coalesce((
  select bool_or(delivery.state in ('pending', 'sent', 'unconfirmed') or delivery.grouped_into is not null or delivery.reason = 'grouped'
    or delivery.sent_attempt is not null or delivery.claimed_at is not null or delivery.unknown_outcome_attempts <> '{}')
  from deliveries delivery where delivery.fleet_id = alerts.fleet_id and delivery.alert_id = alerts.id), false)`;

export type { AlertState } from '../tables/index.ts';

/** One rule matched by one trip. */
export type Alert = Selectable<AlertsTable>;

/**
 * A condition on `alerts`: the alert was resolved before anyone was notified. A later message about it is therefore no repeat.
 */
const RESOLVED_UNTOLD = sql<boolean>`(alerts.state = 'stopped' and alerts.reason = 'resolved' and not ${ANYONE_NOTIFIED})`;

/**
 * Records that a rule matched a trip. Each trip and rule have one alert, whatever the revision. An alert that was suppressed, or
 * resolved before anyone was notified, is reopened with the new data.
 */
export async function recordAlert(
  db: Db,
  args: TripKey & {
    readonly rule: string;
    readonly version: number;
    readonly revision: number;
    readonly severity: Severity;
    readonly state: AlertState;
    readonly reason?: string;
    readonly detail?: string;
    readonly groups?: readonly string[] | undefined;
    /** Default of `passedThrottle` and `passedBudget`: true. */
    readonly passedThrottle?: boolean;
    readonly passedBudget?: boolean;
    /** Whether the rule was in shadow. Default: whether `reason` is `shadow`. */
    readonly inShadow?: boolean;
    /** The former suppression of the alert; absent if it was never suppressed. */
    readonly unsuppressed?: Unsuppressed | undefined;
    readonly at: Date;
  },
): Promise<{ id: string; isNew: boolean }> {
  const { fleetId, driverId, tripId, rule, version, revision, severity, state, at } = args;
  const row = {
    fleetId,
    driverId,
    tripId,
    rule,
    version,
    revision,
    severity,
    state,
    at,
    reason: args.reason ?? null,
    detail: args.detail ?? null,
    groups: args.groups ? [...args.groups] : null,
    passedThrottle: args.passedThrottle ?? true,
    passedBudget: args.passedBudget ?? true,
    inShadow: args.inShadow ?? args.reason === 'shadow',
    suppressedBy: args.unsuppressed?.by ?? null,
    suppressionEnded: args.unsuppressed?.ended ?? null,
  };
  const inserted = await db
    .insertInto('alerts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['fleetId', 'driverId', 'tripId', 'rule'])
        .doUpdateSet(row)
        .where(sql<boolean>`(${RESOLVED_UNTOLD} or ${SUPPRESSED})`),
    )
    .returning('id')
    .executeTakeFirst();
  if (inserted !== undefined) return { id: inserted.id, isNew: true };
  const earlier = await db
    .selectFrom('alerts')
    .select('id')
    .where((row) => row.and({ fleetId, driverId, tripId, rule }))
    .executeTakeFirstOrThrow();
  return { id: earlier.id, isNew: false };
}

/** Returns the suppression that ended because the suppressing alert was not sent, or undefined if there was none. */
export function unsuppressedOf({
  suppressedBy,
  suppressionEnded,
}: Pick<Alert, 'suppressedBy' | 'suppressionEnded'>): Unsuppressed | undefined {
  return suppressedBy === null ? undefined : { by: suppressedBy, ended: suppressionEnded ?? 'not_sent' };
}

/** Changes the state and the reason of an alert. */
export async function setAlertState(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly id: string;
    readonly state: AlertState;
    readonly reason?: string;
  },
): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ state: args.state, reason: args.reason ?? null })
    .where('fleetId', '=', args.fleetId)
    .where('id', '=', args.id)
    .execute();
}

/** Returns one alert, or undefined if it is not stored. */
export function getAlert(
  db: Db,
  key: { readonly fleetId: string; readonly id: string },
): Promise<Alert | undefined> {
  return getRow(db, 'alerts', key);
}

/** Returns alerts, newest first. `from` is inclusive, `to` exclusive. */
export async function listAlerts(
  db: Db,
  args: Page & {
    readonly fleetId: string;
    readonly driverId?: string;
    readonly tripId?: string;
    readonly rule?: string;
    readonly severity?: Severity;
    readonly state?: AlertState;
    readonly reason?: string;
    readonly from?: Date;
    readonly to?: Date;
    /** Lists only alerts of drivers in one of these groups. */
    readonly groups?: readonly string[];
  },
): Promise<Listed<Alert>> {
  const ofFleet = db.selectFrom('alerts').selectAll().where('fleetId', '=', args.fleetId);
  let query = whereGiven(ofFleet, args, ['driverId', 'tripId', 'rule', 'severity', 'state', 'reason']);
  if (args.groups !== undefined) query = query.where(ofDriversIn('alerts', args.groups));
  if (args.from !== undefined) query = query.where('at', '>=', args.from);
  if (args.to !== undefined) query = query.where('at', '<', args.to);
  return newestFirst(query, { ...args, list: 'alerts', by: 'id' });
}

/**
 * A condition on `alerts`: the rule has matched the trip before. An alert that was resolved before anyone was notified does not
 * qualify.
 */
export const MATCHED_BEFORE = sql<boolean>`(not ${RESOLVED_UNTOLD})`;
