import type { PublishedRule } from '../evaluation/index.ts';
import type { TripVerdict } from './evaluate.ts';
import type { TripMatch } from './result.ts';

/**
 * How long before its range a back-test evaluates trips to know which runs go on at its beginning. A driver without a trip
 * that the rule matched or did not match in this time begins without a run.
 */
export const RUN_LOOKBACK_MS = 30 * 86_400_000;

/** What a match says about the runs of rules that alert when they become true. */
export type RunMarks = Pick<TripMatch, 'begins' | 'continues'>;

/** Of a trip's evaluation what decides runs. */
type Outcomes = Pick<TripVerdict, 'match' | 'notMatched'>;

/** The run a rule is in: the trip it began with, and whether a match of the range has said so. */
interface OpenRun {
  readonly tripId: string;
  readonly isOfRange: boolean;
}

/** Which of some rules alert when they become true, by position. */
export function becomingTrue(rules: readonly PublishedRule[]): readonly number[] {
  return rules.flatMap(({ rule }, position) => (rule.trigger === 'becomes_true' ? [position] : []));
}

/**
 * Finds where runs begin, driver by driver: trips come in the order of their ends, then of their ids. A trip that the rule
 * did not match ends its run; one for which it is unknown or failed does neither. Scope needs no check: a rule is in scope
 * for all trips of a driver, or for none.
 */
export class RunStarts {
  readonly #positions: readonly number[];
  readonly #open = new Map<number, OpenRun>();

  constructor(rules: readonly PublishedRule[]) {
    this.#positions = becomingTrue(rules);
  }

  /** The next driver's trips follow. */
  begin(): void {
    this.#open.clear();
  }

  /** Takes in a trip before the range: only what it leaves open matters. */
  before(tripId: string, verdict: Outcomes): void {
    this.#take(tripId, verdict, false);
  }

  /** Takes in a trip of the range, and says what it does to the runs. */
  of(tripId: string, verdict: Outcomes): RunMarks {
    return this.#take(tripId, verdict, true);
  }

  #take(tripId: string, { match, notMatched }: Outcomes, isOfRange: boolean): RunMarks {
    const begins: number[] = [];
    const continues: Record<number, string> = {};
    for (const position of this.#positions) {
      if (notMatched === 'all' || notMatched.includes(position)) this.#open.delete(position);
      if (!match?.rules.includes(position)) continue;
      const open = this.#open.get(position);
      if (!open) begins.push(position);
      else if (isOfRange && !open.isOfRange) continues[position] = open.tripId;
      if (!open || open.isOfRange !== isOfRange)
        this.#open.set(position, { tripId: open?.tripId ?? tripId, isOfRange });
    }
    return {
      ...(begins.length > 0 && { begins }),
      ...(Object.keys(continues).length > 0 && { continues }),
    };
  }
}
