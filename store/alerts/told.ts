import { sql } from 'kysely';

/**
 * In a statement about `alerts`: whether somebody was told of the alert, is about to be, or may have been, as far as the
 * ledger knows; by a message of its own or by one that tells it too.
 */
export const ANYONE_NOTIFIED = sql<boolean>`coalesce((
  select bool_or(told.state in ('pending', 'sent', 'unconfirmed') or told.carried_by is not null or told.reason = 'grouped'
    or told.sent_attempt is not null or told.claimed_at is not null or told.unclear_attempts <> '{}')
  from deliveries told where told.fleet_id = alerts.fleet_id and told.alert_id = alerts.id), false)`;

/**
 * In a statement about `trial_alerts`: the rule that counts raised an alert for this trip too, and that was left out before
 * anybody was told. The version on trial would have held its own until then, and left it out likewise.
 */
export const LEFT_OUT_LIVE = sql<boolean>`exists (
  select from alerts where alerts.fleet_id = trial_alerts.fleet_id and alerts.driver_id = trial_alerts.driver_id
    and alerts.trip_id = trial_alerts.trip_id and alerts.rule = trial_alerts.rule
    and alerts.state = 'stopped' and alerts.reason in ('resolved', 'silenced')
    and not alerts.passed_throttle and not alerts.passed_budget)`;
