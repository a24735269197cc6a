import type { JsonObject } from '../vocabulary/index.ts';
import type { Identity } from './people.ts';
import type { PageReceiver } from '../recipients/index.ts';

/** `open`: not acknowledged. `acknowledged`: has an assignee who answered. `resolved`: over, with a disposition. */
export type IncidentState = 'open' | 'acknowledged' | 'resolved';

/** The result of an incident, as its resolver judges it. */
export type Disposition = 'confirmed' | 'false_alarm' | 'not_driver' | 'other';

/** The channel of an answer. */
export type AnswerWay = 'api' | 'slack' | 'email';

/** The kinds of answer to an incident. */
export type AnswerKind = 'acknowledge' | 'snooze' | 'escalate' | 'resolve' | 'reassign' | 'note' | 'reopen';

/** Minutes of a snooze: fewer are no pause, and more are an acknowledgement. */
export const SNOOZE_MINUTES = { least: 5, usual: 30, most: 240 } as const;

/** A person's answer to an incident, with its channel. */
export interface IncidentAnswer {
  readonly kind: AnswerKind;
  /** The token's name, `slack:U01`, or an address. */
  readonly who: string;
  /** The person's name. Without it, `who` names the person too. */
  readonly by?: string;
  readonly via: AnswerWay;
  /** All known identifiers of the answering person. Without them, the person is known by name alone. */
  readonly identity?: Identity;
  /** Answers with the same key are one answer. */
  readonly key?: string;
  readonly note?: string;
  /** The disposition of a resolution; `other` when absent. */
  readonly disposition?: Disposition;
  /** The length of a snooze; `SNOOZE_MINUTES.usual` when absent. */
  readonly minutes?: number;
  /** The new assignee of a reassignment. */
  readonly to?: string;
  /** The new assignee's known identifiers, for a reassignment; absent when only a name is known. */
  readonly toIdentity?: Identity;
  /** The receivers that notify the new assignee of a reassignment; empty: the new assignee is not notified. */
  readonly notify?: readonly PageReceiver[];
  /** The policy's `repage_after`: seconds of the assignee's silence after which paging resumes. */
  readonly repageAfterSeconds?: number;
  /** The place of a button press (ids only), kept to inform a person whose answer was late. */
  readonly origin?: JsonObject;
}

/** The reason that an answer is late: the state that the incident already has, or lacks. */
export type LateReason = 'acknowledged' | 'escalated' | 'resolved' | 'not_resolved';

/** The parts of an incident that decide what an answer does. */
export interface AnsweredIncident {
  readonly state: IncidentState;
  readonly assignee: string | null;
  readonly acknowledgedAt: Date | null;
  /** The end of the snooze: the assignee gets no page before it. Null: the incident is not snoozed. */
  readonly snoozedUntil: Date | null;
  readonly resolvedAt: Date | null;
  readonly resolvedBy: string | null;
  readonly disposition: Disposition | null;
  /** The number of times the incident was reopened. */
  readonly reopened: number;
}

/** The fields of an incident that an answer sets. */
interface IncidentChange extends Partial<AnsweredIncident> {
  readonly acknowledgedBy?: string | null;
  /** The time at which a tick is due without an answer; null: none is due. */
  readonly dueAt?: Date | null;
  /** The time at which the chain ended without an answer. */
  readonly unansweredAt?: Date | null;
  /** The end of the first full round without an answer; null: no round ended so, or the incident was answered since. */
  readonly unansweredSince?: Date | null;
  readonly note?: string | null;
  /** Number of the chain's pages that were taken. */
  readonly position?: number;
}

/** An escalation in the timeline. */
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
      /** The person who was first, and when. `given`: the incident was reassigned to this person. */
      readonly first?: { readonly person: string; readonly at: Date; readonly given?: true };
    };

/** The parts of an incident's timeline that decide what an answer does. */
export interface Before {
  readonly lastEscalated: Escalation | undefined;
  /** The assignee's known identifiers; undefined when only a name is known. */
  readonly holder: Identity | undefined;
  /** The time at which the acknowledged incident was reassigned to its assignee. */
  readonly given: Date | undefined;
}
