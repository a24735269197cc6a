import { processOf } from './attempts.ts';
import type { Attempts } from './attempts.ts';
import type { Disturbance, Disturbances } from './disturbances.ts';
import type { ProcessName } from './faultPlan.ts';
import { isUnclear } from './standIn/attempts.ts';
import type { AttemptEntry } from './standIn/attempts.ts';

/** A fault so long before or after an attempt may be why its outcome is not known. */
export const NEAR_MS = 30_000;
/** So many attempts of which nobody knows the outcome have to be behind a message that is given up as `unconfirmed`. */
const DOUBTS_BEHIND_UNCONFIRMED = 2;

/** Who sends, and who remembers what was sent. */
const SENDING: readonly ProcessName[] = ['worker-1', 'worker-2', 'postgres', 'temporal'];

/** What can be said for a message that is missing although the ledger knows of it. */
export interface Uncertainty {
  /** Two attempts stand behind it of which the sender cannot know the outcome. */
  readonly isExcused: boolean;
  /** Each of them, in words. */
  readonly why: readonly string[];
}

/** Whether what the receivers and the faults' log hold explains what the product calls a doubt. */
export class Causes {
  readonly #attempts: Attempts;
  readonly #disturbances: Disturbances;

  constructor(attempts: Attempts, disturbances: Disturbances) {
    this.#attempts = attempts;
    this.#disturbances = disturbances;
  }

  /**
   * Whether a repeat that says it is one had to be: an attempt before it met a receiver that did not say what became of it,
   * or one of those who send, or the receiver, was killed, stopped or away near it. Slack can be asked: there, looking must
   * have failed too, or the plain one got there only after the repeat, so that no look could find it.
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
   * How many marked repeats of a message had to be: none without a cause; one after a doubt; and where a receiver of webhooks
   * answered 5xx, which asks for the webhook again, one more for each such answer.
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
   * What is behind a message that did not come and that the ledger calls unconfirmed. One doubt at least has to stand in the
   * receiver's journal. The other may be an attempt that died before it got there: then a process has to have died in its time.
   * @param time from when on it can have been under way, and when it was given up; milliseconds since 1970
   */
  ofUnconfirmed(key: string, time: { readonly from: number; readonly to: number }): Uncertainty {
    const receiver = processOf(receiverOf(key));
    const written = this.#attempts.of(key).flatMap((attempt) => {
      if (isUnclear(attempt.fate)) return [wordsOf(attempt)];
      // It began to take it, and did not get to it.
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

/** The receiver of `effectKey`. */
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
