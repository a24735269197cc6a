import type { Generated, GeneratedAlways } from 'kysely';
import type { AnswerWay, Disposition, IncidentState, PlaceAddress } from '../../rules/escalation/index.ts';
import type { Severity } from '../../rules/evaluation/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import type { TripClock } from './trips.ts';

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

export interface IncidentsTable {
  id: GeneratedAlways<string>;
  fleetId: string;
  policy: string;
  /** The version at the opening, which stays. */
  policyVersion: number;
  /** The rule of the alert that opened it. */
  rule: string;
  ruleVersion: number;
  severity: Severity;
  driverId: string;
  tripId: string;
  /** Null: not known, or by a clock that was wrong. */
  tripEndedAt: Date | null;
  /** How the clock of the trip's device was wrong; null: it may have been right. */
  tripClock: TripClock | null;
  /** The trip came so late that the policy's chain for late ones runs. */
  late: boolean;
  state: IncidentState;
  openedAt: Date;
  /** The number of pages of the escalation that are done, skipped ones included. */
  position: Generated<number>;
  /** When the workflow is due to act without a signal; null: never. */
  dueAt: Date | null;
  /** The assignee. */
  assignee: string | null;
  acknowledgedAt: Date | null;
  acknowledgedBy: string | null;
  /** Until then the assignee wants no page; null: it is not snoozed. */
  snoozedUntil: Date | null;
  /**
   * The instant at which the escalation ended without an answer; null again once the incident is reopened after an
   * acknowledgement.
   */
  unansweredAt: Date | null;
  /** The time since which a full round of the policy has ended without an answer; null: none has, or a person answered. */
  unansweredSince: Generated<Date | null>;
  resolvedAt: Date | null;
  resolvedBy: string | null;
  disposition: Disposition | null;
  note: string | null;
  /** The street address of its place, as the geocoder had it; null: none was asked for, or it went with the trip's positions. */
  placeAddress: Generated<PlaceAddress | null>;
  reopened: Generated<number>;
  /** Grows with every change, and is the `seq` of its newest event: messages show the newest. */
  changes: Generated<number>;
}

/** Each alert whose `escalate` opened the incident or joined it. */
export interface IncidentAlertsTable {
  fleetId: string;
  deliveryId: string;
  incidentId: string;
  alertId: string;
  rule: string;
  version: number;
  severity: Severity;
  driverId: string;
  tripId: string;
  at: Date;
}

/** The timeline; `seq` counts from 1 for each incident. */
export interface IncidentEventsTable {
  fleetId: string;
  incidentId: string;
  seq: number;
  at: Date;
  kind: IncidentEventKind;
  /** The name of the token, `slack:U01`, an address, or `tripline`. */
  who: string;
  /** The person’s name. */
  by: string | null;
  via: AnswerWay | 'tripline';
  note: string | null;
  details: JsonObject | null;
  /** A key that identifies repeated presses as one answer. */
  answerKey: string | null;
}
