import type { Channel } from '../../rules/channels/index.ts';

/** The values that are put into an alarm's text. */
export type AlarmDetails = Readonly<Record<string, string | number>>;

/** The state of a backfill. */
export type BackfillState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** Something of the history that could not be fetched, without which the backfill went on. */
export interface BackfillProblem {
  readonly driver_id: string;
  readonly trip_id?: string;
  /** The service's message, or the fault; no secrets and no positions. */
  readonly message: string;
}

/** A request that the service has refused so far: a trip of a driver or, without one, the list of them. Instants are ISO 8601. */
export interface BackfillRefusal {
  readonly trip_id?: string;
  /** The first time. */
  readonly since: string;
  /** The last time. */
  readonly asked: string;
  /** The reason for giving up, after which this backfill requests it no more. */
  readonly given_up?: string;
}

/** `waiting`: asked, and no worker has begun. */
export type BacktestState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** `raised`: sent. `held`: sent later. `stopped`: not sent, and `reason` says why. */
export type AlertState = 'raised' | 'held' | 'stopped';

/** The state of a delivery in the ledger. */
export type DeliveryState = 'pending' | 'sent' | 'held' | 'skipped' | 'unconfirmed' | 'failed';

/**
 * The subject of a delivery: an alert; a coaching e-mail to the driver about one; that a rule is over its budget, or at the day's end what that budget kept back; that an
 * incident needs an answer, or what became of it; that a deletion waits for approval; a digest; that something is wrong
 * for the whole fleet. The last two belong to no trip and no rule: `driverId`, `tripId` and `rule` are empty.
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

/** The action of a delivery. */
export type DeliveryAction = Channel | 'escalate' | 'delete_trip';

/** The state of a trip's deletion. `unknown_outcome`: a DELETE was sent and its outcome is not known. */
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
 * The service's answer to a DELETE. `no_answer`: it may have happened. `not_reached`: it surely did not. `refused`: the service
 * itself rejected it.
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

/** `gathering`: figures are read. `sending`: its messages are on their way. */
export type DigestRunState = 'gathering' | 'sending' | 'done' | 'failed';

/** The origin of a run: its schedule, a person who sends it, or a preview. */
export type DigestOrigin = 'scheduled' | 'on_demand' | 'preview';

/** The period itself, or the one before it that it is compared with. */
export type DigestRange = 'now' | 'before';

/** Result of reading the drivers of one range. */
export interface DigestGathering {
  /** False: the service stopped answering, and nothing may be concluded from the drivers that are stored. */
  readonly complete: boolean;
  readonly drivers: number;
  /** Reason that it is not complete, in the service's words. */
  readonly reason?: string;
  /** Groups that the service does not know. */
  readonly unknownGroups?: readonly string[];
}

/** The kinds of documents that share one life: draft, published version, history, rollback. */
export type DocumentKind =
  'rule' | 'condition' | 'escalation-policy' | 'rotation' | 'route' | 'digest' | 'settings';

/** A user's role in a fleet. */
export type UserRole = 'viewer' | 'editor' | 'admin';

/**
 * The kind of a timeline entry. `paged`: a step's receivers are notified. `step_skipped`: outside its hours. `unanswered`: the
 * escalation ended without an answer. `snoozed`: acknowledged for some minutes. `paging_resumed`: the assignee was silent too
 * long, or the snooze is over, so people are paged again.
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

/** `refused`: an incident or a deletion of the driver was not over. */
export type ErasureState = 'running' | 'done' | 'refused';

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

/** The key of a trip. It has the driver's id, because trip ids repeat across drivers. */
export interface TripKey {
  readonly fleetId: string;
  readonly driverId: string;
  readonly tripId: string;
}

/** The state of a trip. `deleted` (by us) is final; `gone` means it vanished upstream. */
export type TripState = 'waiting' | 'decided' | 'parked' | 'deleted' | 'gone';

/** Error of the clock of a trip's device: the trip ended after its receipt, or longer before it than any upload takes. */
export type TripClock = 'ahead' | 'behind';

/** Source that made a trip known. */
export type NotificationSource = 'webhook' | 'replay' | 'reconciler';
