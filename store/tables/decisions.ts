import type { Generated, GeneratedAlways } from 'kysely';
import type { Channel } from '../../rules/channels/index.ts';
import type { Decision, Severity } from '../../rules/evaluation/index.ts';
import type { RecipientReason } from '../../rules/recipients/index.ts';
import type { Json, JsonObject } from '../../rules/vocabulary/index.ts';

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

export interface DecisionsTable {
  id: GeneratedAlways<string>;
  fleetId: string;
  driverId: string;
  tripId: string;
  revision: number;
  decision: Decision;
  decidedAt: Date;
  workflowId: string | null;
}

export interface AlertsTable {
  id: GeneratedAlways<string>;
  fleetId: string;
  driverId: string;
  tripId: string;
  rule: string;
  version: number;
  revision: number;
  severity: Severity;
  state: AlertState;
  reason: string | null;
  at: Date;
  /** The driver's groups at that time; null: not known. */
  groups: string[] | null;
  /** As if live for a rule in shadow, so that versions can be compared. */
  passedThrottle: boolean;
  passedBudget: boolean;
  /** More about the reason: a silence's id, the suppressing rule. */
  detail: string | null;
  /** Whether the rule was in shadow, whatever the reason is. */
  inShadow: Generated<boolean>;
  /** The rule that suppressed it until its own alert ended without being sent; null: none did. */
  suppressedBy: string | null;
  /** How that alert ended: a reason, or the state of its last message. */
  suppressionEnded: string | null;
}

export interface DeliveriesTable {
  id: GeneratedAlways<string>;
  fleetId: string;
  driverId: string;
  tripId: string;
  deliveryKey: string;
  alertId: string | null;
  rule: string;
  version: number;
  action: DeliveryAction;
  actionIndex: number;
  receiver: string;
  /** Why this receiver; null: the document names the receiver itself. */
  recipientReason: RecipientReason | null;
  revision: number;
  state: DeliveryState;
  reason: string | null;
  attempt: number;
  claimedAt: Date | null;
  unknownOutcomeAttempts: number[];
  /** The attempt that has sent nothing yet, and will say so before it does: dying meanwhile, its outcome is known. */
  unsentAttempt: number | null;
  sentAttempt: number | null;
  possibleRepeat: boolean;
  reference: Json;
  /** The subject or the first line of a sent message. */
  title: string | null;
  lastError: string | null;
  lastErrorAt: Date | null;
  /** Attempts in a row that the receiver refused for a reason that may pass, and when the first of them was. */
  refusals: Generated<number>;
  refusedSince: Date | null;
  plannedAt: Date;
  settledAt: Date | null;
  kind: Generated<DeliveryKind>;
  /** When quiet hours, the window of a batch, or the day of a budget, let it go; stays when it has gone. */
  releaseAt: Date | null;
  /** The delivery into whose message this one's alert is grouped. */
  groupedInto: string | null;
  /** The incident of a page or note, and the entry of the timeline that it reports. */
  incidentId: string | null;
  incidentSeq: number | null;
  /** The deletion of a request for approval. */
  deletionId: string | null;
  /** The change (`incidents.changes`) that a message updated in place shows; null: the one it was sent with. */
  shownChange: number | null;
  /** The run of a digest. */
  digestRunId: string | null;
  /** The message of a delivery about an alarm. */
  alarmMessageId: string | null;
}

export interface OutboxTable {
  id: GeneratedAlways<string>;
  fleetId: string;
  channel: string;
  receiver: string;
  subject: string | null;
  text: string;
  blocks: readonly JsonObject[] | null;
  html: string | null;
  picture: Buffer | null;
  deliveryId: string | null;
  deliveryKey: string | null;
  possibleRepeat: boolean;
  at: Date;
}
