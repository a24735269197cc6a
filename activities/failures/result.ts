/**
 * How an attempt to reach someone ended. The one vocabulary of all integrations:
 * - `sent`: it went out; `reference` finds it again at the receiver.
 * - `not_sent`: it surely did not; worth a retry, after `afterMs` when the receiver named a time. `alarm` names a
 *   fault of the whole fleet, such as a revoked token, that a person has to fix.
 * - `refused`: it surely did not, and the same attempt would be refused again. Only answers about this very message or
 *   receiver are sorted so.
 * - `unknown_outcome`: it may have been sent. Look it up before sending again, or mark the repeat; not before `afterMs`, when given.
 *
 * `unavailable`: the receiver itself did not answer, or said that it cannot now; nothing of this one message is to blame.
 * `unasked`: it ended on this side, and says nothing of the receiver.
 */
export type SendResult =
  | {
      readonly kind: 'sent';
      readonly reference?: Readonly<Record<string, string>>;
      /** What the message is about: its subject, or its first line. */
      readonly title?: string;
    }
  | {
      readonly kind: 'not_sent';
      readonly reason: string;
      readonly afterMs?: number;
      readonly alarm?: string;
      readonly unavailable?: boolean;
      readonly unasked?: boolean;
      /** The receiver answered no, for a reason that may pass. */
      readonly refusal?: Refusal;
      /** It answered with an error after it had read the message, so the next attempt is marked as a possible duplicate. */
      readonly mayHaveArrived?: true;
      /** A shorter message may be accepted. */
      readonly tooLong?: true;
    }
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly unasked?: boolean;
      /** A shorter message may be accepted. */
      readonly tooLong?: true;
      /** The receiver's address is out of use. */
      readonly gone?: true;
    }
  | {
      readonly kind: 'unknown_outcome';
      readonly reason: string;
      readonly afterMs?: number;
      readonly unavailable?: boolean;
      readonly unasked?: boolean;
    };

/** How long a delivery is retried that its receiver refuses, and when people are notified. */
export interface Refusal {
  readonly alarm: 'slack_refused' | 'smtp_refused' | 'webhook_refused';
  /** The alarm is raised from this refusal in a row on. */
  readonly alarmFrom: number;
  /** The delivery fails so long after its first refusal in a row; absent: it is retried without end. */
  readonly endsAfterMs?: number;
  /** Pauses double up to this, in milliseconds; absent: the profile's pauses. */
  readonly longestPauseMs?: number;
}

/** Refused for so long, it is not retried any more: whoever could have repaired the receiver had a day. */
export const REFUSED_FOR_MS = 86_400_000;

/** The longest title that is stored, in characters. */
const LONGEST_TITLE = 200;

/** The result with what the message is about, if it went out. @param text its subject, or all of it */
export function titled(result: SendResult, text: string): SendResult {
  if (result.kind !== 'sent') return result;
  return { ...result, title: (text.trim().split('\n', 1)[0] ?? '').slice(0, LONGEST_TITLE) };
}

/** Whether the receiver did not answer, or cannot answer now. */
export function isUnavailable(result: SendResult): boolean {
  return (result.kind === 'not_sent' || result.kind === 'unknown_outcome') && result.unavailable === true;
}

/** Whether the receiver refused the length of a message: it sent nothing, and a shorter one may be accepted. */
export function isTooLong(result: SendResult): boolean {
  return (result.kind === 'refused' || result.kind === 'not_sent') && result.tooLong === true;
}

/** Whether the receiver answered no in words that it would repeat: another message, or another place, may fare better. */
export function isRefused(result: SendResult): boolean {
  return result.kind === 'refused' || (result.kind === 'not_sent' && result.refusal !== undefined);
}
