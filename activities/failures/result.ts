/** Outcome of an attempt to reach a receiver. All channels use this one type. */
export type SendResult =
  | {
      readonly kind: 'sent';
      /** Reference with which the message can be found again at the receiver. */
      readonly reference?: Readonly<Record<string, string>>;
      /** Title of the message: its subject or its first line. */
      readonly title?: string;
    }
  /** The message was certainly not sent, and a retry may succeed. */
  | {
      readonly kind: 'not_sent';
      readonly reason: string;
      /** Milliseconds until a retry, as requested by the receiver. */
      readonly afterMs?: number;
      /** Kind of the alarm for a fault of the whole fleet that a person has to fix, such as a revoked token. */
      readonly alarm?: string;
      /** Set when the receiver did not answer or is temporarily unable to accept messages. The fault is not this message's. */
      readonly unavailable?: boolean;
      /** Set when Tripline itself ended the attempt, which shows nothing about the receiver. */
      readonly unasked?: boolean;
      /** Set when the receiver refused for a reason that may be temporary. */
      readonly refusal?: Refusal;
      /**
       * Set when the receiver answered with an error after it had read the message. The next attempt is then marked as a possible
       * duplicate.
       */
      readonly mayHaveArrived?: true;
      /** Set when the receiver may accept a shorter message. */
      readonly tooLong?: true;
    }
  /**
   * The message was certainly not sent, and a retry would be refused too. The refusal concerns only this message or recipient.
   */
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly unasked?: boolean;
      /** Set when the receiver may accept a shorter message. */
      readonly tooLong?: true;
      /** Set when the receiver's address is out of use. */
      readonly gone?: true;
    }
  /**
   * The message may have been sent. Before another attempt, it has to be looked up, or the repeat marked. `afterMs` is the
   * earliest time for that.
   */
  | {
      readonly kind: 'unknown_outcome';
      readonly reason: string;
      readonly afterMs?: number;
      readonly unavailable?: boolean;
      readonly unasked?: boolean;
    };

/** Limits for retrying a delivery that its receiver refuses, and for the alarm about the refusals. */
export interface Refusal {
  readonly alarm: 'slack_refused' | 'smtp_refused' | 'webhook_refused';
  /** Number of consecutive refusals from which on the alarm is raised. */
  readonly alarmFrom: number;
  /** Milliseconds after the first consecutive refusal at which the delivery fails. If absent, it is retried forever. */
  readonly endsAfterMs?: number;
  /** Longest pause in milliseconds. Pauses double until they reach it. If absent, the pauses of the retry policy apply. */
  readonly longestPauseMs?: number;
}

/** Milliseconds of refusals after which a delivery is no longer retried, because people had a day to repair the receiver. */
export const REFUSED_FOR_MS = 86_400_000;

/** Length in characters at which a stored title is cut. */
const LONGEST_TITLE = 200;

/** Adds the message's title to the result if the message was sent. @param text the message's subject, or its whole text */
export function titled(result: SendResult, text: string): SendResult {
  if (result.kind !== 'sent') return result;
  return { ...result, title: (text.trim().split('\n', 1)[0] ?? '').slice(0, LONGEST_TITLE) };
}

/** Returns whether the receiver did not answer or is temporarily unable to accept messages. */
export function isUnavailable(result: SendResult): boolean {
  return (result.kind === 'not_sent' || result.kind === 'unknown_outcome') && result.unavailable === true;
}

/** Returns whether the receiver refused the message as too long. Nothing was sent, and a shorter message may be accepted. */
export function isTooLong(result: SendResult): boolean {
  return (result.kind === 'refused' || result.kind === 'not_sent') && result.tooLong === true;
}

/**
 * Returns whether the receiver explicitly refused the message, so that a retry would be refused too. Another message, or another
 * channel or thread, may be accepted.
 */
export function isRefused(result: SendResult): boolean {
  return result.kind === 'refused' || (result.kind === 'not_sent' && result.refusal !== undefined);
}
