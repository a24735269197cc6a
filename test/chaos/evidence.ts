import { processOf } from './attempts.ts';
import type { Attempts } from './attempts.ts';
import type { ProcessName } from './faultPlan.ts';
import type { Moment } from './ledgerWatch.ts';

/** A fault as it was done, a receiver's mood as well. */
export interface DoneFault {
  readonly at: number;
  /** When it was over; absent: it goes on. */
  until?: number;
  readonly targets: readonly string[];
  /** In words. */
  readonly what: string;
}

const SENDING: readonly ProcessName[] = ['worker-1', 'worker-2', 'postgres', 'temporal'];
/** What was over so long before a delivery was planned had no part in it. */
const NEAR_MS = 5_000;

/**
 * Everything that is known of one message, in the order in which it happened: what the ledger noted, what its receiver was
 * given, and the faults of those who had a part in it. From it anyone can say where the message was lost.
 * @param known.changes its delivery's, in order; none when it was never planned
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
