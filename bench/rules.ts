import { isDeepStrictEqual } from 'node:util';
import { evaluateRules } from '../rules/evaluation/index.ts';
import type { RuleDecision } from '../rules/evaluation/index.ts';
import { alternating, ratios, report } from './measure.ts';
import { machine } from './report.ts';
import { largestRule } from './rules/largest.ts';
import { closures, plainEngine } from './rules/peers.ts';
import type { Fired } from './rules/peers.ts';
import { benchConditions, benchTrips, compiledFor } from './rules/scenario.ts';
import type { BenchTrip } from './rules/scenario.ts';

/**
 * Measures the time that rules take for one trip: a reused json-rules-engine, which says what fires; ours, which says what fires
 * and why for every rule, with full trace and nearest miss; and bare functions as the ceiling. The result is the median of the
 * rounds' ratios, alternating in one run. What fires is compared first and must be the same.
 */
const ROUNDS = 15;
const SIZES = [
  { rules: 20, trips: 400 },
  { rules: 100, trips: 200 },
  { rules: 1_000, trips: 100 },
];

/** Every trace is there and complete before the clock stops: a leaf for each condition. */
function leavesIn(decisions: readonly RuleDecision[]): number {
  let leaves = 0;
  const stack: NonNullable<RuleDecision['trace']>[] = [];
  for (const { trace } of decisions) {
    if (trace) stack.push(trace);
  }
  for (let node = stack.pop(); node; node = stack.pop()) {
    if ('all' in node) stack.push(...node.all);
    else if ('any' in node) stack.push(...node.any);
    else if ('not' in node) stack.push(node.not);
    else if ('condition' in node) stack.push(node.of);
    else leaves += 1;
  }
  return leaves;
}

/** Milliseconds a trip. */
async function millis(work: (trip: BenchTrip) => unknown, trips: readonly BenchTrip[]): Promise<number> {
  const started = performance.now();
  for (const trip of trips) await work(trip);
  return (performance.now() - started) / trips.length;
}

process.stdout.write(`On ${machine()}\n`);
for (const size of SIZES) {
  const conditions = benchConditions(size.rules);
  const compiled = compiledFor(conditions);
  const trips = benchTrips(size.trips);
  const decide = (trip: BenchTrip): Promise<RuleDecision[]> =>
    evaluateRules(compiled, trip.facts, { driverId: trip.driverId, tripId: 't' });
  const plain = plainEngine(conditions);
  const bare = closures(conditions);
  const ours: Fired = async (trip) =>
    (await decide(trip)).flatMap(({ outcome }, index) => (outcome === 'matched' ? [index] : []));
  let fired = 0;
  let leaves = 0;
  for (const trip of trips) {
    const [first, ...others] = [await plain(trip), await ours(trip), await bare(trip)];
    if (!others.every((each) => isDeepStrictEqual(each, first)))
      throw new Error('they do not agree on what fires');
    fired += first.length;
    leaves += leavesIn(await decide(trip));
  }
  const times = await alternating(
    { rounds: ROUNDS, warmUp: 2 },
    {
      plain: () => millis(plain, trips),
      ours: () => millis(decide, trips),
      bare: () => millis(bare, trips),
    },
  );
  const aTrip = (count: number): number => count / size.trips;
  report(
    `${size.rules} rules, ${size.trips} trips; a trip fires ${aTrip(fired).toFixed(1)} of them, ${Math.round(aTrip(leaves))} conditions in its traces`,
    [
      ['json-rules-engine, what fires', times.plain, 'ms'],
      ['ours, what fires and why', times.ours, 'ms'],
      ['bare functions, what fires', times.bare, 'ms'],
      ['ours is faster than json-rules-engine', ratios(times.plain, times.ours), 'times'],
      ['ours takes of bare functions (the ceiling)', ratios(times.ours, times.bare), 'times'],
    ],
  );
}

process.stdout.write(`\n${(await largestRule(benchTrips(1)[0]!.facts)).join('\n')}\n`);
