import { evaluateRules } from '../../evaluation/index.ts';
import type {
  CompiledRules,
  Explanation,
  RuleDecision,
  TraceLeaf,
  TraceNode,
} from '../../evaluation/index.ts';
import { planFacts, resolveFacts } from '../../facts/index.ts';
import type { FactTable, ReadSpan, RuleAlertCount, ScoreBreak, WindowCount } from '../../facts/index.ts';
import { NOT_KNOWN, withoutDates } from '../../vocabulary/index.ts';
import type { DriverReading, FactRequest, FleetReading, Reason, Trip } from '../../vocabulary/index.ts';
import { TESTED } from './plan.ts';
import type { BacktestPlan } from './plan.ts';
import type { TripMatch } from './result.ts';
import type { SweptOutcomes } from './sweepRecord.ts';

/** All data about one trip that was known at its simulated time. */
export interface KnownTrip {
  readonly trip: Trip;
  /** Epoch milliseconds of the trip's end. */
  readonly at: number;
  /** ISO 8601 time at which the trip's notification was received. `trip.age_seconds` is measured up to this time. */
  readonly receivedAt: string;
  readonly windows: ReadonlyMap<string, WindowCount>;
  /** The driver's stored score readings, by end date. */
  readonly readings: ReadonlyMap<string, DriverReading>;
  /** The times at which the score readings were fetched, by end date. */
  readonly readAt: ReadonlyMap<string, ReadSpan>;
  /** The driver's trips that Tripline deleted. */
  readonly scoreBreaks: readonly ScoreBreak[];
  /** The driver's groups; undefined if unknown. */
  readonly groups: readonly string[] | undefined;
  /** Stored scores of the fleet and its groups by `scoreKey`. */
  readonly scores: ReadonlyMap<string, FleetReading>;
  readonly ruleAlerts: ReadonlyMap<string, RuleAlertCount>;
}

/** One trip's contribution to a back-test. */
export interface TripVerdict {
  /** Absent if no rule matched. */
  readonly match?: TripMatch;
  /** Positions of the rules that did not match. Other rules matched, were unknown, failed or were out of scope. */
  readonly notMatched: readonly number[] | 'all';
  /** The tested rule's decision, without its version and other fields that are the same for all trips. */
  readonly tested: Pick<RuleDecision, 'outcome'> & Explanation;
  /** The tested rule's outcomes with other values. Absent if nothing is swept. */
  readonly swept?: SweptOutcomes;
}

const NO_READINGS: ReadonlyMap<string, DriverReading> = new Map();

const NOT_MATCHED: TripVerdict = {
  notMatched: 'all',
  tested: { outcome: 'not_matched', reason: 'conditions_false' },
};

/** Returns the readings that a trip needs. A reading that is not stored is undefined, and its facts are unknown. */
function readingsFor(
  requests: readonly FactRequest[],
  known: KnownTrip,
): Map<string, DriverReading | undefined> {
  const { readings } = planFacts(requests, known.trip);
  return new Map(readings.map(({ endDate }) => [endDate, known.readings.get(endDate)]));
}

/** Resolves the facts of one trip at its simulated time, in the same way as for a live trip. */
export function knownFacts(requests: readonly FactRequest[], known: KnownTrip): FactTable {
  return resolveFacts(requests, {
    trip: known.trip,
    decidedAt: known.receivedAt,
    readings: known.readings.size === 0 ? NO_READINGS : readingsFor(requests, known),
    readAt: known.readAt,
    scoreBreaks: known.scoreBreaks,
    windows: known.windows,
    groups: known.groups,
    scores: known.scores,
    ruleAlerts: known.ruleAlerts,
  });
}

/** Decides one trip with the same evaluation as live. Returns the verdict without a promise if no rule can match. */
export function evaluateTrip(plan: BacktestPlan, known: KnownTrip): TripVerdict | Promise<TripVerdict> {
  const facts = knownFacts(plan.compiled.requests, known);
  const { trip, groups } = known;
  const swept = plan.sweep?.record(facts, { driverId: trip.driverId, tripId: trip.tripId, groups });
  // A rule whose scope needs unknown groups is unknown, whatever its conditions are.
  const isScopeKnown = groups !== undefined || !plan.compiled.needsGroups;
  if (isScopeKnown && plan.ruledOut(facts)) return swept ? { ...NOT_MATCHED, swept } : NOT_MATCHED;
  const verdict = evaluated(plan.compiled, facts, known);
  return swept ? verdict.then((each) => ({ ...each, swept })) : verdict;
}

async function evaluated(
  compiled: CompiledRules,
  facts: FactTable,
  { trip, at, groups }: KnownTrip,
): Promise<TripVerdict> {
  const decisions = await evaluateRules(compiled, facts, {
    driverId: trip.driverId,
    tripId: trip.tripId,
    groups,
  });
  const rules = decisions.flatMap(({ outcome }, index) => (outcome === 'matched' ? [index] : []));
  const notMatched = decisions.flatMap(({ outcome }, index) => (outcome === 'not_matched' ? [index] : []));
  const tested = decisions[TESTED]!;
  if (rules.length === 0) return { tested, notMatched };
  const explained = Object.fromEntries(rules.map((index) => [index, explanationOf(decisions[index]!)]));
  return {
    tested,
    notMatched,
    match: { driverId: trip.driverId, tripId: trip.tripId, at, rules, explained },
  };
}

/** Returns the fields of a decision that are stored with an example. */
export function explanationOf({ reason, reason_values, trace, nearest_miss }: Explanation): Explanation {
  return {
    reason,
    ...(reason_values && { reason_values }),
    ...(trace && { trace }),
    ...(nearest_miss && { nearest_miss }),
  };
}

/** An unknown fact with the reason why it is unknown. */
interface UnknownFact {
  readonly fact: string;
  readonly because: Reason;
}

/** Lists the unknown facts of a decision. The reasons omit dates, so that the same reason can be counted over many trips. */
export function unknownFacts(decision: Pick<RuleDecision, 'reason' | 'trace'>): readonly UnknownFact[] {
  if (decision.reason === 'groups_unknown')
    return [{ fact: 'driver.groups', because: { code: 'groupsNotRead' } }];
  if (!decision.trace) return [];
  const found = new Map<string, UnknownFact>();
  for (const leaf of unknownLeaves(decision.trace)) {
    const because = withoutDates(leaf.unknown_because ?? NOT_KNOWN);
    found.set(`${leaf.fact} ${JSON.stringify(because)}`, { fact: leaf.fact, because });
  }
  return [...found.values()];
}

function unknownLeaves(node: TraceNode): readonly TraceLeaf[] {
  if (node.result !== 'unknown') return [];
  if ('fact' in node) return [node];
  if ('not' in node) return unknownLeaves(node.not);
  if ('condition' in node) return unknownLeaves(node.of);
  return ('all' in node ? node.all : node.any).flatMap(unknownLeaves);
}
