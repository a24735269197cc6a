import { processOf } from './attempts.ts';
import type { Attempts } from './attempts.ts';
import type { ProcessName } from './faultPlan.ts';
import type { Moment } from './ledgerWatch.ts';

/** A fault that was inflicted, or a receiver's mood. */
export interface DoneFault {
  readonly at: number;
  /** When it ended; absent while it lasts. */
  until?: number;
  readonly targets: readonly string[];
  /** In words. */
  readonly what: string;
}

const SENDING: readonly ProcessName[] = ['worker-1', 'worker-2', 'postgres', 'temporal'];
/** Faults that ended longer before a delivery was planned, or began longer after its last change, are left out. */
const NEAR_MS = 5_000;

/**
 * Lists everything known about one message in chronological order, so that a reader can tell where it was lost. The list holds
 * the changes of its delivery, the attempts at its receiver, and the faults of the processes involved.
 * @param known.changes the changes of its delivery, in order; empty if none was ever planned
 */
export function evidenceOf(
  key: string,
  known: {
    readonly changes: readonly Moment[];
    readonly attempts: Attempts;
    readonly faults: readonly DoneFault[];
  },
): string[] {
  const { changes } = known;
  const tried = known.attempts
    .of(key)
    .map(({ at, fate, isMarked }) => ({ at, what: `receiver: ${fate}${isMarked ? ' (marked)' : ''}` }));
  const [from, to] = [changes[0]?.at ?? -Infinity, changes.at(-1)?.at ?? Infinity];
  const who: readonly string[] = [...SENDING, processOf(key.slice(0, key.indexOf(' ')))];
  const faults = known.faults
    .filter(({ targets }) => targets.some((target) => who.includes(target)))
    .filter(({ at, until }) => at <= to + NEAR_MS && (until ?? Infinity) >= from - NEAR_MS)
    .map(({ at, until, what }) => ({
      at,
      what: `fault: ${what}${until === undefined ? '' : `, over at ${clock(until)}`}`,
    }));
  return [...changes, ...tried, ...faults]
    .sort((one, other) => one.at - other.at)
    .map(({ at, what }) => `${clock(at)} ${what}`);
}

function clock(at: number): string {
  return new Date(at).toISOString().slice(11, 23);
}
