import type { PublishedRule } from '../../evaluation/index.ts';
import type { TripVerdict } from './evaluate.ts';
import type { TripMatch } from './result.ts';

/**
 * Milliseconds before the range from which a back-test also evaluates trips, to find the runs that continue at the start of the
 * range. A driver without a decided trip (matched or not matched) in this time starts without a run.
 */
export const RUN_LOOKBACK_MS = 30 * 86_400_000;

/** Fields of a match about runs (consecutive matches of a rule with the trigger `becomes_true`). */
export type RunMarks = Pick<TripMatch, 'begins' | 'continues'>;

/** The parts of a trip's evaluation that affect runs. */
type Outcomes = Pick<TripVerdict, 'match' | 'notMatched'>;

/** The current run of a rule: the trip with which the run began, and whether the run already includes a match of the range. */
interface OpenRun {
  readonly tripId: string;
  readonly isOfRange: boolean;
}

/** Returns the positions of the rules with the trigger `becomes_true`. */
export function becomingTrue(rules: readonly PublishedRule[]): readonly number[] {
  return rules.flatMap(({ rule }, position) => (rule.trigger === 'becomes_true' ? [position] : []));
}

/**
 * Finds where runs begin, driver by driver. Trips must be added in order of their ends, then of their ids.
 *
 * A trip that the rule did not match ends the run; an unknown or failed trip neither begins nor ends a run. Scope needs no check,
 * because a rule is in scope for all trips of a driver, or for none.
 */
export class RunStarts {
  readonly #positions: readonly number[];
  readonly #open = new Map<number, OpenRun>();

  constructor(rules: readonly PublishedRule[]) {
    this.#positions = becomingTrue(rules);
  }

  /** Starts the trips of the next driver. */
  begin(): void {
    this.#open.clear();
  }

  /** Adds a trip from before the range. It only affects which runs are open when the range begins. */
  before(tripId: string, verdict: Outcomes): void {
    this.#take(tripId, verdict, false);
  }

  /** Adds a trip of the range. Returns the runs that begin or continue with it. */
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
