import { explanationOf, unknownFacts } from './evaluate.ts';
import type { TripVerdict } from './evaluate.ts';
import { compareTrips } from './result.ts';
import type { BacktestPart, TripExample, TripMatch, UnknownReason } from './result.ts';
import type { RunMarks } from './runStarts.ts';
import { SweptTrips } from './sweptTrips.ts';

/** Maximum number of matches per driver that keep their explanation. Examples are later chosen among these. */
const EXPLAINED_A_DRIVER = 3;

/** Collects the results of trips, in portions of any size. */
export class PartBuilder {
  #matches: TripMatch[] = [];
  #outcomes = { matched: 0, notMatched: 0, unknown: 0, failed: 0 };
  #tripsByDate: Record<string, number> = {};
  #unknown = new Map<string, UnknownReason>();
  #driver = '';
  #explained = 0;
  readonly #swept = new SweptTrips();

  /** Number of trips since the last `take`. */
  trips = 0;

  /** Adds one trip of a driver. The trips of a driver must be added one after the other. */
  count(key: TripExample, date: string, verdict: TripVerdict & { readonly runs?: RunMarks }): void {
    this.trips += 1;
    this.#tripsByDate[date] = (this.#tripsByDate[date] ?? 0) + 1;
    this.#countOutcome(key, verdict.tested);
    this.#swept.add(key, verdict.swept, false);
    if (!verdict.match) return;
    if (key.driverId !== this.#driver) [this.#driver, this.#explained] = [key.driverId, 0];
    this.#explained += 1;
    const { explained, ...bare } = { ...verdict.match, ...verdict.runs };
    this.#matches.push(this.#explained > EXPLAINED_A_DRIVER || !explained ? bare : { ...bare, explained });
  }

  /** Adds a trip from before the range. It only affects the runs of a sweep. */
  before(key: TripExample, { swept }: TripVerdict): void {
    this.#swept.add(key, swept, true);
  }

  #countOutcome(key: TripExample, decision: TripVerdict['tested']): void {
    const outcome = OUTCOMES[decision.outcome];
    this.#outcomes[outcome] += 1;
    if (outcome !== 'unknown') return;
    const example = { ...key, explained: explanationOf(decision) };
    for (const why of unknownFacts(decision)) add(this.#unknown, { ...why, trips: 1, example });
  }

  /** Returns everything collected since the last call, and begins a new portion. */
  take(): BacktestPart {
    const sweep = this.#swept.take();
    const part = {
      matches: this.#matches,
      outcomes: this.#outcomes,
      tripsByDate: this.#tripsByDate,
      unknown: [...this.#unknown.values()],
      ...(sweep && { sweep }),
    };
    this.#matches = [];
    this.#outcomes = { matched: 0, notMatched: 0, unknown: 0, failed: 0 };
    this.#tripsByDate = {};
    this.#unknown = new Map();
    this.trips = 0;
    return part;
  }
}

const OUTCOMES = {
  matched: 'matched',
  not_matched: 'notMatched',
  out_of_scope: 'notMatched',
  unknown: 'unknown',
  failed: 'failed',
} as const;

/**
 * Merges all parts: sorts the matches by time, adds up the counts, and keeps the first example of each unknown fact and reason.
 */
export function mergeParts(parts: readonly BacktestPart[]): BacktestPart {
  const unknown = new Map<string, UnknownReason>();
  const outcomes = { matched: 0, notMatched: 0, unknown: 0, failed: 0 };
  const tripsByDate: Record<string, number> = {};
  for (const part of parts) {
    for (const reason of part.unknown) add(unknown, reason);
    for (const name of Object.keys(outcomes) as (keyof typeof outcomes)[])
      outcomes[name] += part.outcomes[name];
    for (const [date, trips] of Object.entries(part.tripsByDate))
      tripsByDate[date] = (tripsByDate[date] ?? 0) + trips;
  }
  const matches = parts.flatMap((part) => part.matches).sort(compareTrips);
  const reasons = [...unknown.values()].sort(
    (a, b) => b.trips - a.trips || compareTrips(a.example, b.example) || (a.fact < b.fact ? -1 : 1),
  );
  const swept = parts.flatMap(({ sweep }) => sweep ?? []);
  return {
    matches,
    outcomes,
    tripsByDate,
    unknown: reasons,
    ...(swept.length > 0 && {
      sweep: {
        trips: swept.flatMap(({ trips }) => trips).sort(compareTrips),
        unknown: swept.reduce((sum, each) => sum + each.unknown, 0),
      },
    }),
  };
}

function add(reasons: Map<string, UnknownReason>, reason: UnknownReason): void {
  const key = `${reason.fact} ${JSON.stringify(reason.because)}`;
  const known = reasons.get(key);
  if (!known) reasons.set(key, reason);
  else
    reasons.set(key, {
      ...known,
      trips: known.trips + reason.trips,
      example: compareTrips(reason.example, known.example) < 0 ? reason.example : known.example,
    });
}
