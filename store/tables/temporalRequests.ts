import type { Generated } from 'kysely';

/** The request to Temporal: start or signal a workflow. */
export type RequestKind =
  /** The workflow of an incident that has changed ticks. */
  | 'tick_incident'
  /** The same where nothing has changed, and a step or a message is late. */
  | 'tick_overdue_incident'
  /** A deletion that a person approved or rejected starts. */
  | 'start_deletion'
  /** People are notified of an alarm that has been open, or resolved, for long enough. */
  | 'notify_alarm'
  | 'start_alarm_message'
  /** Schedules are compared with what they should be. */
  | 'sync_digest_schedules'
  | 'sync_fleet_schedules'
  /** An alert ended without being sent: what it suppressed is admitted. */
  | 'admit_suppressed';

/** One row for each thing that Temporal has to be asked to do, however often it was requested meanwhile. Ids only. */
export interface TemporalRequestsTable {
  fleetId: string;
  kind: RequestKind;
  /**
   * The subject in the fleet: the id of an incident, a deletion, an alert or an alarm's message, `kind/subject` of an alarm,
   * else empty.
   */
  subject: string;
  /** A new id for each request, so that finishing an earlier request does not remove this one. */
  id: Generated<string>;
  /** Since when it waits. */
  requestedAt: Date;
  /** When it is tried next. */
  dueAt: Date;
  /** Until then one process is at work on it. */
  claimedUntil: Date | null;
  /** Tries that failed since it was requested. */
  attempts: Generated<number>;
  lastError: string | null;
}
