/** Outcome of an attempt to reach a receiver, in the one vocabulary of all integrations. */
export type SendResult =
  | {
      readonly kind: 'sent';
      /** Finds the message again at the receiver. */
      readonly reference?: Readonly<Record<string, string>>;
      /** Title of the message: its subject, or its first line. */
      readonly title?: string;
    }
  /** The message was certainly not sent, and a retry may succeed. */
  | {
      readonly kind: 'not_sent';
      readonly reason: string;
      /** Milliseconds that the receiver named until a retry. */
      readonly afterMs?: number;
      /** Fault of the whole fleet that a person has to fix, such as a revoked token. */
      readonly alarm?: string;
      /** Set when the receiver itself did not answer, or said that it cannot now: this one message is not to blame. */
      readonly unavailable?: boolean;
      /** Set when the attempt ended on this side, and says nothing of the receiver. */
      readonly unasked?: boolean;
      /** Set when the receiver refused for a reason that may pass. */
      readonly refusal?: Refusal;
      /**
       * Set when it answered with an error after it had read the message, so the next attempt is marked as a possible
       * duplicate.
       */
      readonly mayHaveArrived?: true;
      /** Set when a shorter message may be accepted. */
      readonly tooLong?: true;
    }
  /** The message was certainly not sent, and would be refused again: the answer is about this message or receiver alone. */
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly unasked?: boolean;
      /** Set when a shorter message may be accepted. */
      readonly tooLong?: true;
      /** Set when the receiver's address is out of use. */
      readonly gone?: true;
    }
  /** The message may have been sent. Look it up before sending again, or mark the repeat, and not before `afterMs`. */
  | {
      readonly kind: 'unknown_outcome';
      readonly reason: string;
      readonly afterMs?: number;
      readonly unavailable?: boolean;
      readonly unasked?: boolean;
    };

/** Limits for retries of a delivery that its receiver refuses, and for the alarm about it. */
export interface Refusal {
  readonly alarm: 'slack_refused' | 'smtp_refused' | 'webhook_refused';
  /** Refusal in a row from which the alarm is raised. */
  readonly alarmFrom: number;
  /** Time after the first refusal in a row at which the delivery fails; absent: it is retried without end. */
  readonly endsAfterMs?: number;
  /** The pause, in milliseconds, up to which pauses double; absent: the profile's pauses. */
  readonly longestPauseMs?: number;
}

/** Milliseconds of refusals after which a delivery is not retried any more, because its receiver could be repaired for a day. */
export const REFUSED_FOR_MS = 86_400_000;

/** The longest title that is stored, in characters. */
const LONGEST_TITLE = 200;

/** Returns the result with the title of the message, if it was sent. @param text its subject, or all of it */
export function titled(result: SendResult, text: string): SendResult {
  if (result.kind !== 'sent') return result;
  return { ...result, title: (text.trim().split('\n', 1)[0] ?? '').slice(0, LONGEST_TITLE) };
}

/** Returns whether the receiver did not answer, or cannot answer now. */
export function isUnavailable(result: SendResult): boolean {
  return (result.kind === 'not_sent' || result.kind === 'unknown_outcome') && result.unavailable === true;
}

/** Returns whether the receiver refused the length of a message: it sent nothing, and a shorter one may be accepted. */
export function isTooLong(result: SendResult): boolean {
  return (result.kind === 'refused' || result.kind === 'not_sent') && result.tooLong === true;
}

/** Returns whether the receiver refused in words that it would repeat: another message, or another place, may be accepted. */
export function isRefused(result: SendResult): boolean {
  return result.kind === 'refused' || (result.kind === 'not_sent' && result.refusal !== undefined);
}
