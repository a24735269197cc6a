import type { Channel } from '../../rules/channels/index.ts';

/** Values that are inserted into an alarm's text. */
export type AlarmDetails = Readonly<Record<string, string | number>>;

/** The state of a backfill. */
export type BackfillState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** A part of the history that could not be fetched. The backfill continued without it. */
export interface BackfillProblem {
  readonly driver_id: string;
  readonly trip_id?: string;
  /** The service's message, or the error. Contains no secrets and no positions. */
  readonly message: string;
}

/**
 * A request that the service has refused so far: for a trip or, without `trip_id`, for the driver's list of trips. Times are in
 * ISO 8601.
 */
export interface BackfillRefusal {
  readonly trip_id?: string;
  /** Time of the first refusal. */
  readonly since: string;
  /** Time of the last refusal. */
  readonly asked: string;
  /** Reason for giving up. This backfill does not repeat the request. */
  readonly given_up?: string;
}

/** The state of a back-test. `waiting`: requested, and no worker has begun. */
export type BacktestState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** The state of an alert: `raised` (sent), `held` (sent later) or `stopped` (not sent, for the alert's `reason`). */
export type AlertState = 'raised' | 'held' | 'stopped';

/** The state of a delivery in the ledger. */
export type DeliveryState = 'pending' | 'sent' | 'held' | 'skipped' | 'unconfirmed' | 'failed';

/**
 * The subject of a delivery.
 *
 * - `alert`: an alert
 * - `coaching`: an e-mail to the driver about an alert
 * - `budget_notice`: a rule is over its budget
 * - `budget_summary`: the day's alerts over a rule's budget
 * - `incident_page`: an incident needs an answer
 * - `incident_note`: the progress of an incident
 * - `deletion_request`: a deletion waits for approval
 * - `digest`: a digest
 * - `alarm`: something is wrong in the whole fleet
 *
 * The last two belong to no trip and no rule, so `driverId`, `tripId` and `rule` are empty.
 */
export type DeliveryKind =
  | 'alert'
  | 'coaching'
  | 'budget_notice'
  | 'budget_summary'
  | 'incident_page'
  | 'incident_note'
  | 'deletion_request'
  | 'digest'
  | 'alarm';

/** The action of a delivery: a message over a channel, an escalation, or the deletion of a trip. */
export type DeliveryAction = Channel | 'escalate' | 'delete_trip';

/** The state of a trip's deletion. `unknown_outcome`: a DELETE was sent, and its outcome is unknown. */
export type DeletionState =
  | 'requested'
  | 'approved'
  | 'rejected'
  | 'expired'
  | 'deleting'
  | 'deleted'
  | 'refused'
  | 'gone'
  | 'unknown_outcome';

/**
 * The service's answer to a DELETE.
 *
 * - `no_answer`: the trip may have been deleted.
 * - `not_reached`: the trip certainly was not deleted.
 * - `refused`: the service rejected the request.
 */
export type ServiceAnswer =
  | 'accepted'
  | 'no_such_trip'
  | 'refused'
  | 'unauthorised'
  | 'limited'
  | 'invalid'
  | 'no_answer'
  | 'not_reached';

/** The state of a digest's run. `gathering`: its figures are being read. `sending`: its messages are being sent. */
export type DigestRunState = 'gathering' | 'sending' | 'done' | 'failed';

/** The origin of a digest's run: its schedule, a person who sends it now, or a preview. */
export type DigestOrigin = 'scheduled' | 'on_demand' | 'preview';

/** The dates of a digest: its period (`now`), or the period before, with which it is compared. */
export type DigestRange = 'now' | 'before';

/** The result of reading the drivers of one range. */
export interface DigestGathering {
  /** False if the service stopped answering. The stored drivers are then incomplete and must not be used for conclusions. */
  readonly complete: boolean;
  readonly drivers: number;
  /** The service's reason why the reading is incomplete. */
  readonly reason?: string;
  /** Groups that the service does not know. */
  readonly unknownGroups?: readonly string[];
}

/** The kinds of documents. All have the same life cycle: draft, published version, history, rollback. */
export type DocumentKind =
  'rule' | 'condition' | 'escalation-policy' | 'rotation' | 'route' | 'digest' | 'settings';

/** A user's role in a fleet. */
export type UserRole = 'viewer' | 'editor' | 'admin';

/**
 * The kind of a timeline entry.
 *
 * - `paged`: a step's receivers are notified
 * - `step_skipped`: a step was outside its hours
 * - `unanswered`: the escalation ended without an answer
 * - `snoozed`: acknowledged for some minutes
 * - `paging_resumed`: the assignee was silent too long, or the snooze ended, so people are paged again
 */
export type IncidentEventKind =
  | 'opened'
  | 'joined'
  | 'paged'
  | 'step_skipped'
  | 'unanswered'
  | 'paging_resumed'
  | 'acknowledged'
  | 'snoozed'
  | 'escalated'
  | 'reassigned'
  | 'noted'
  | 'resolved'
  | 'reopened'
  | 'late_answer';

/** The subject of a live event. */
export type LiveEventKind = 'incident' | 'alert' | 'delivery' | 'alarm';

/** The state of an erasure. `refused`: the driver had an open incident or deletion. */
export type ErasureState = 'running' | 'done' | 'refused';

/** The kind of a Temporal request: which workflow or schedule to start or signal. */
export type RequestKind =
  /** Tick the workflow of an incident that has changed. */
  | 'tick_incident'
  /** Tick the workflow of an unchanged incident whose next step or message is overdue. */
  | 'tick_overdue_incident'
  /** Start a deletion after a person approved or rejected it. */
  | 'start_deletion'
  /** Notify people of an alarm that has been open, or resolved, for long enough. */
  | 'notify_alarm'
  | 'start_alarm_message'
  /** Compare the schedules in Temporal with those that should exist. */
  | 'sync_digest_schedules'
  | 'sync_fleet_schedules'
  /** Admit alerts again that another alert suppressed, because that alert ended without being sent. */
  | 'admit_suppressed';

/** The key of a trip. It includes the driver's id, because trip ids repeat across drivers. */
export interface TripKey {
  readonly fleetId: string;
  readonly driverId: string;
  readonly tripId: string;
}

/** The state of a trip. `deleted` (by Tripline) is final. `gone`: the service no longer has the trip. */
export type TripState = 'waiting' | 'decided' | 'parked' | 'deleted' | 'gone';

/**
 * The error of the clock of a trip's device. `ahead`: the trip ended after its receipt. `behind`: it ended longer before its
 * receipt than any upload takes.
 */
export type TripClock = 'ahead' | 'behind';

/** The source through which Tripline learned of a trip. */
export type NotificationSource = 'webhook' | 'replay' | 'reconciler';
