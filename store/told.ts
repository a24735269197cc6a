import { sql } from 'kysely';

/**
 * In a statement about `alerts`: whether somebody was told of the alert, is about to be, or may have been, as far as the
 * ledger knows; by a message of its own or by one that tells it too.
 */
export const SOMEBODY_TOLD = sql<boolean>`coalesce((
  select bool_or(told.state in ('pending', 'sent', 'unconfirmed') or told.carried_by is not null or told.reason = 'grouped'
    or told.sent_attempt is not null or told.claimed_at is not null or told.unclear_attempts <> '{}')
  from deliveries told where told.fleet_id = alerts.fleet_id and told.alert_id = alerts.id), false)`;
