import type { PublishedRule } from '../../evaluation/index.ts';
import type { TripVerdict } from './evaluate.ts';
import type { TripMatch } from './result.ts';

/**
 * Milliseconds before its range from which a back-test evaluates trips, to find the runs that continue at its beginning. A
 * driver without a trip in this time that the rule matched or did not match begins without a run.
 */
export const RUN_LOOKBACK_MS = 30 * 86_400_000;

/** The marks of a match on the runs of rules that alert when they become true. */
export type RunMarks = Pick<TripMatch, 'begins' | 'continues'>;

/** The parts of a trip's evaluation that decide runs. */
type Outcomes = Pick<TripVerdict, 'match' | 'notMatched'>;

/** A rule's present run: the trip it began with, and whether a match of the range belongs to it. */
interface OpenRun {
  readonly tripId: string;
  readonly isOfRange: boolean;
}

/** Returns the positions of the rules that alert when they become true. */
export function becomingTrue(rules: readonly PublishedRule[]): readonly number[] {
  return rules.flatMap(({ rule }, position) => (rule.trigger === 'becomes_true' ? [position] : []));
}

/**
 * Finds where runs begin, driver by driver; trips come in the order of their ends, then of their ids. A trip that the rule did
 * not match ends its run; an unknown or failed one neither begins nor ends a run. Scope needs no check, because a rule is in
 * scope for all trips of a driver, or for none.
 */
export class RunStarts {
  readonly #positions: readonly number[];
  readonly #open = new Map<number, OpenRun>();

  constructor(rules: readonly PublishedRule[]) {
    this.#positions = becomingTrue(rules);
  }

  /** Begins the next driver's trips. */
  begin(): void {
    this.#open.clear();
  }

  /** Adds a trip before the range; only the runs that it leaves open matter. */
  before(tripId: string, verdict: Outcomes): void {
    this.#take(tripId, verdict, false);
  }

  /** Adds a trip of the range, and returns its marks on the runs. */
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
