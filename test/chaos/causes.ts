import { processOf } from './attempts.ts';
import type { Attempts } from './attempts.ts';
import type { Disturbance, Disturbances } from './disturbances.ts';
import type { ProcessName } from './faultPlan.ts';
import { isUnclear } from './standIn/attempts.ts';
import type { AttemptEntry } from './standIn/attempts.ts';

/** A fault this close to an attempt, before or after it, may be the reason for an unknown outcome. */
export const NEAR_MS = 30_000;
/** Attempts with an unknown outcome that justify giving up a message as `unconfirmed`. */
const DOUBTS_BEHIND_UNCONFIRMED = 2;

/** The processes that send messages or record what was sent. */
const SENDING: readonly ProcessName[] = ['worker-1', 'worker-2', 'postgres', 'temporal'];

/** The excuse for a message that is missing although the ledger has its delivery. */
export interface Uncertainty {
  /** At least two attempts explain it, whose outcomes the sender cannot know. */
  readonly isExcused: boolean;
  /** Each of these attempts, in words. */
  readonly why: readonly string[];
}

/** Checks unknown outcomes that Tripline reports against the receivers' journals and the log of faults. */
export class Causes {
  readonly #attempts: Attempts;
  readonly #disturbances: Disturbances;

  constructor(attempts: Attempts, disturbances: Disturbances) {
    this.#attempts = attempts;
    this.#disturbances = disturbances;
  }

  /**
   * Whether a marked repeat was necessary: an unmarked attempt had an unknown outcome, or a sending process or the receiver was
   * disturbed close to it. Slack allows lookups, so there a lookup must have failed or Slack must have been disturbed as well.
   * A repeat is also necessary if the unmarked message arrived only after it, because no lookup could find that message.
   */
  explainMark(key: string): boolean {
    const attempts = this.#attempts.of(key);
    const plain = attempts.filter(({ isMarked }) => !isMarked);
    const first = plain.find((attempt) => this.#isUncertain(key, attempt));
    if (first === undefined) return false;
    const receiver = receiverOf(key);
    if (!receiver.startsWith('#')) return true;
    const repeatedAt = attempts.findLast(({ isMarked }) => isMarked)?.at ?? Infinity;
    return (
      first.at > repeatedAt ||
      this.#attempts.hasFailedLookup(receiver, first.at - NEAR_MS, repeatedAt) ||
      this.#disturbances.between(['slack'], first.at - NEAR_MS, repeatedAt).length > 0
    );
  }

  /**
   * Returns the number of marked repeats that were necessary: none without a cause, and one after an unknown outcome. For
   * webhooks each 5xx answer adds one, because it makes the sender retry.
   */
  excusedRepeats(key: string): number {
    if (!this.explainMark(key)) return 0;
    if (!receiverOf(key).startsWith('/')) return 1;
    const attempts = this.#attempts.of(key);
    const others = attempts.filter(({ fate }) => !fate.endsWith('answered 5xx'));
    const isDoubted = others.some((attempt) => this.#isUncertain(key, attempt));
    return attempts.length - others.length + (isDoubted ? 1 : 0);
  }

  #isUncertain(key: string, { fate, at }: AttemptEntry): boolean {
    if (isUnclear(fate)) return true;
    const near = [...SENDING, processOf(receiverOf(key))];
    return fate === 'taken' && this.#disturbances.between(near, at - NEAR_MS, at + NEAR_MS).length > 0;
  }

  /**
   * Explains a missing message that the ledger calls unconfirmed. At least one unknown outcome must be in the receiver's
   * journal. A second attempt may have died before it reached the receiver, if a process was disturbed within `time`.
   * @param time the earliest moment of an attempt, and when the message was given up; milliseconds since 1970
   */
  ofUnconfirmed(key: string, time: { readonly from: number; readonly to: number }): Uncertainty {
    const receiver = processOf(receiverOf(key));
    const written = this.#attempts.of(key).flatMap((attempt) => {
      if (isUnclear(attempt.fate)) return [wordsOf(attempt)];
      // The receiver recorded the attempt but died before it stored the message.
      const died = this.#disturbances.between([receiver], attempt.at - 1_000, attempt.at + 1_000);
      return attempt.fate === 'taken' && died.length > 0 ? [`${wordsOf(attempt)}: ${wordsFor(died)}`] : [];
    });
    if (written.length === 0 || written.length >= DOUBTS_BEHIND_UNCONFIRMED)
      return { isExcused: written.length > 0, why: written };
    const died = this.#disturbances.between([...SENDING, receiver], time.from, time.to);
    if (died.length === 0) return { isExcused: false, why: written };
    return { isExcused: true, why: [...written, `an attempt that never got there: ${wordsFor(died)}`] };
  }
}

/** Returns the receiver in an `effectKey`. */
function receiverOf(key: string): string {
  return key.slice(0, key.indexOf(' '));
}

function wordsOf({ at, fate, isMarked }: AttemptEntry): string {
  return `${clock(at)} ${fate}${isMarked ? ' (marked)' : ''}`;
}

function wordsFor(disturbances: readonly Disturbance[]): string {
  return disturbances.map(({ what, from }) => `${what} ${clock(from)}`).join(', ');
}

function clock(at: number): string {
  return new Date(at).toISOString().slice(11, 19);
}
