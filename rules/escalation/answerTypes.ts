import type { JsonObject } from '../vocabulary/index.ts';
import type { Identity } from './people.ts';
import type { PageReceiver } from '../recipients/index.ts';

/** `open`: not acknowledged. `acknowledged`: an assignee has answered. `resolved`: closed, with a disposition. */
export type IncidentState = 'open' | 'acknowledged' | 'resolved';

/** The verdict on an incident, given by the person who resolves it. */
export type Disposition = 'confirmed' | 'false_alarm' | 'not_driver' | 'other';

/** The channel through which an answer was given. */
export type AnswerWay = 'api' | 'slack' | 'email';

/** The kinds of answer to an incident. */
export type AnswerKind = 'acknowledge' | 'snooze' | 'escalate' | 'resolve' | 'reassign' | 'note' | 'reopen';

/** Limits and default of a snooze in minutes. Less is no useful pause, and more would be an acknowledgement. */
export const SNOOZE_MINUTES = { least: 5, usual: 30, most: 240 } as const;

/** A person's answer to an incident. */
export interface IncidentAnswer {
  readonly kind: AnswerKind;
  /** Sender of the answer: the token's name, `slack:U01`, or an e-mail address. */
  readonly who: string;
  /** The person's name. If absent, `who` also names the person. */
  readonly by?: string;
  readonly via: AnswerWay;
  /** All known identifiers of the answering person. If absent, only the name identifies the person. */
  readonly identity?: Identity;
  /** Idempotency key. Answers with the same key are treated as one answer. */
  readonly key?: string;
  readonly note?: string;
  /** The disposition of a resolution. Absent: `other`. */
  readonly disposition?: Disposition;
  /** The length of a snooze. Absent: `SNOOZE_MINUTES.usual`. */
  readonly minutes?: number;
  /** The new assignee, for a reassignment. */
  readonly to?: string;
  /** Known identifiers of the new assignee. Absent if only a name is known. */
  readonly toIdentity?: Identity;
  /** The receivers through which the new assignee is notified. Empty: the new assignee is not notified. */
  readonly notify?: readonly PageReceiver[];
  /** The policy's `repage_after`: paging resumes after the assignee has been silent for so many seconds. */
  readonly repageAfterSeconds?: number;
  /** The message in which a button was pressed (ids only), kept to inform a person whose answer was late. */
  readonly origin?: JsonObject;
}

/**
 * The reason why an answer is late: the state that the incident already has. For `not_resolved`, the incident is not in the
 * required state.
 */
export type LateReason = 'acknowledged' | 'escalated' | 'resolved' | 'not_resolved';

/** The fields of an incident that decide the effect of an answer. */
export interface AnsweredIncident {
  readonly state: IncidentState;
  readonly assignee: string | null;
  readonly acknowledgedAt: Date | null;
  /** End of the snooze, before which the assignee is not paged. Null: the incident is not snoozed. */
  readonly snoozedUntil: Date | null;
  readonly resolvedAt: Date | null;
  readonly resolvedBy: string | null;
  readonly disposition: Disposition | null;
  /** Number of times the incident was reopened. */
  readonly reopened: number;
}

/** The fields of an incident that an answer changes. */
interface IncidentChange extends Partial<AnsweredIncident> {
  readonly acknowledgedBy?: string | null;
  /** The time at which the next tick is due if no answer arrives. Null: no tick is due. */
  readonly dueAt?: Date | null;
  /** The time at which the chain ended without an answer. */
  readonly unansweredAt?: Date | null;
  /**
   * The end of the first complete round without an answer. Null if no round has ended without an answer, or if the incident was
   * answered since.
   */
  readonly unansweredSince?: Date | null;
  readonly note?: string | null;
  /** Number of the chain's pages that were handled. */
  readonly position?: number;
}

/** An escalation recorded in the timeline. */
export interface Escalation {
  readonly at: Date;
  readonly who: string;
  readonly by: string | null;
}

/** The effect of an answer on an incident. */
export type Transition =
  | {
      readonly kind: 'done';
      readonly event:
        'acknowledged' | 'snoozed' | 'escalated' | 'resolved' | 'reassigned' | 'noted' | 'reopened';
      readonly set: IncidentChange;
      readonly details?: JsonObject;
    }
  | {
      readonly kind: 'late';
      readonly because: LateReason;
      /** The person who answered first, and when. `given` is true if the incident was reassigned to this person. */
      readonly first?: { readonly person: string; readonly at: Date; readonly given?: true };
    };

/** The entries of an incident's timeline that decide the effect of an answer. */
export interface Before {
  readonly lastEscalated: Escalation | undefined;
  /** Known identifiers of the assignee. Undefined if only a name is known. */
  readonly holder: Identity | undefined;
  /** The time at which the incident was reassigned to its current assignee. */
  readonly given: Date | undefined;
}
