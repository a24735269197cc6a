/** A rule's outcome for one trip. */
interface Verdict {
  readonly rule: string;
  readonly driverId: string;
  readonly tripId: string;
  readonly outcome: string;
  readonly endedAt: Date;
}

/** A trip on which the rule could be decided. */
interface Decided {
  readonly endMs: number;
  readonly tripId: string;
  readonly isMatch: boolean;
}

/**
 * Finds which matches begin a run: consecutive matches of one rule and driver, by the trips' ends, then by trip id. Trips on which the
 * rule could not be decided are passed over. A trip that is uploaded late begins a run only where neither the trip before it nor
 * the trip after it matched.
 */
export class RunStarts {
  readonly #decided = new Map<string, Decided[]>();

  /** Takes the verdicts in the order in which they were made. @returns whether this one begins a run */
  add({ rule, driverId, tripId, outcome, endedAt }: Verdict): boolean {
    if (outcome !== 'matched' && outcome !== 'not_matched') return false;
    const key = JSON.stringify([rule, driverId]);
    const trips = this.#decided.get(key) ?? [];
    this.#decided.set(key, trips);
    const trip: Decided = { endMs: endedAt.getTime(), tripId, isMatch: outcome === 'matched' };
    let at = trips.length;
    while (at > 0 && isAfter(trips[at - 1]!, trip)) at -= 1;
    trips.splice(at, 0, trip);
    const besides = [trips[at - 1], trips[at + 1]];
    return trip.isMatch && !besides.some((each) => each?.isMatch);
  }
}

function isAfter(one: Decided, other: Decided): boolean {
  return one.endMs > other.endMs || (one.endMs === other.endMs && one.tripId > other.tripId);
}
