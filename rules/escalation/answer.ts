import type { JsonObject } from '../vocabulary/index.ts';
import type { Identity } from './people.ts';
import type { PageReceiver } from '../recipients/index.ts';

/** `open`: nobody has answered. `acknowledged`: somebody has it. `resolved`: over, with a disposition. */
export type IncidentState = 'open' | 'acknowledged' | 'resolved';

/** What an incident turned out to be. */
export type Disposition = 'confirmed' | 'false_alarm' | 'not_driver' | 'other';

/** The way by which an answer came. */
export type AnswerWay = 'api' | 'slack' | 'email';

/** What a person may say to an incident. */
export type AnswerKind = 'acknowledge' | 'snooze' | 'escalate' | 'resolve' | 'reassign' | 'note' | 'reopen';

/** For how many minutes an incident may be snoozed: less is no pause, and more is an acknowledgement. */
export const SNOOZE_MINUTES = { least: 5, usual: 30, most: 240 } as const;

/** What somebody says to an incident, and by which way. */
export interface IncidentAnswer {
  readonly kind: AnswerKind;
  /** Name of the token, `slack:U01`, or an address. */
  readonly who: string;
  /** The person, as people call them; without it, `who` stands for the person too. */
  readonly by?: string;
  readonly via: AnswerWay;
  /** Every way by which whoever answers is known; without it they are known by name alone. */
  readonly identity?: Identity;
  /** Two answers with the same key are one. */
  readonly key?: string;
  readonly note?: string;
  /** Of a resolution; `other` when absent. */
  readonly disposition?: Disposition;
  /** Of a snooze: how long; `SNOOZE_MINUTES.usual` when absent. */
  readonly minutes?: number;
  /** Of a reassignment: who has it from now on. */
  readonly to?: string;
  /** Of a reassignment: by what that person is known; absent where there is a name alone. */
  readonly toIdentity?: Identity;
  /** Of a reassignment: how they are notified; empty: not at all. */
  readonly notify?: readonly PageReceiver[];
  /** The policy's `repage_after`: silence of who has it that is taken for absence. */
  readonly repageAfterSeconds?: number;
  /** Where a press came from, kept for a word to who was late: ids only. */
  readonly origin?: JsonObject;
}

/** Why an answer came too late: what the incident is already, or is not. */
export type LateReason = 'acknowledged' | 'escalated' | 'resolved' | 'not_resolved';

/** An incident, as far as an answer depends on it. */
export interface AnsweredIncident {
  readonly state: IncidentState;
  /** Who has it. */
  readonly assignee: string | null;
  readonly acknowledgedAt: Date | null;
  /** Until then who has it wants no page; null: it is not snoozed. */
  readonly snoozedUntil: Date | null;
  readonly resolvedAt: Date | null;
  readonly resolvedBy: string | null;
  readonly disposition: Disposition | null;
  /** How often it was reopened. */
  readonly reopened: number;
}

/** What an answer sets of an incident. */
interface IncidentChange extends Partial<AnsweredIncident> {
  readonly acknowledgedBy?: string | null;
  /** When there is something to do without an answer; null: nothing. */
  readonly dueAt?: Date | null;
  /** When the chain had ended without an answer. */
  readonly unansweredAt?: Date | null;
  /** Since when a full round has ended without an answer; null: none has, or it was answered. */
  readonly unansweredSince?: Date | null;
  readonly note?: string | null;
  /** Pages of the chain that were taken. */
  readonly position?: number;
}

/** An escalation in the timeline. */
export interface Escalation {
  readonly at: Date;
  readonly who: string;
  readonly by: string | null;
}

/** What an answer does to an incident. */
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
      /** Who was first, and when; `given`: they did not take it, it was handed to them. */
      readonly first?: { readonly person: string; readonly at: Date; readonly given?: true };
    };

/** What of an incident's timeline counts for an answer. */
export interface Before {
  readonly lastEscalated: Escalation | undefined;
  /** By what who has it is known; undefined where they are known by name alone. */
  readonly holder: Identity | undefined;
  /** When who has it was given it, after it had been acknowledged. */
  readonly given: Date | undefined;
}
