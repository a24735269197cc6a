/** One trip that at least one of a back-test's rules matched. */
export interface TripMatch {
  readonly driverId: string;
  readonly tripId: string;
  /** When the trip ended, epoch milliseconds: the simulated time of its decision. */
  readonly at: number;
  /** Positions of the rules that matched in the back-test's list of rules. */
  readonly rules: readonly number[];
  /** The decision's sentences by the rule's position, of a driver's first matches only. */
  readonly sentences?: Readonly<Record<number, string>>;
}

/** A trip as an example. */
export interface TripExample {
  readonly driverId: string;
  readonly tripId: string;
  /** Epoch milliseconds of its end. */
  readonly at: number;
  readonly sentence?: string;
}

/** Why the tested rule could not be decided, and for how many trips. */
export interface UnknownReason {
  readonly fact: string;
  /** A phrase, with dates taken out: `there is no driver reading for that date`. */
  readonly because: string;
  readonly trips: number;
  /** The first such trip by its end. */
  readonly example: TripExample;
}

/** What became of the tested rule for the trips that were looked at. */
export interface OutcomeCounts {
  readonly matched: number;
  /** False conditions, or outside the rule's scope. */
  readonly notMatched: number;
  readonly unknown: number;
  readonly failed: number;
}

/** What whole drivers contributed. Parts add up to the same sums, whatever their size. */
export interface BacktestPart {
  readonly matches: readonly TripMatch[];
  readonly outcomes: OutcomeCounts;
  /** Trips by local date of their end. */
  readonly tripsByDate: Readonly<Record<string, number>>;
  readonly unknown: readonly UnknownReason[];
}

/** Whether one trip comes before another: by time, and at one time by driver and trip. */
export function compareTrips(a: Omit<TripExample, 'sentence'>, b: Omit<TripExample, 'sentence'>): number {
  return a.at - b.at || compareText(a.driverId, b.driverId) || compareText(a.tripId, b.tripId);
}

/** By code units: the same on every machine, whatever its language. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
