/** Plans a back-test and evaluates its trips in parts. */
export { evaluateTrip, knownFacts, unknownFacts } from './evaluate.ts';
export type { KnownTrip } from './evaluate.ts';
export { needsOf } from './needs.ts';
export type { BacktestNeeds, TripPart } from './needs.ts';
export { PartBuilder, mergeParts } from './part.ts';
export { TESTED, castOf, planBacktest, rivalsOf, ruledOutBy, waysOf } from './plan.ts';
export type { BacktestPlan, BacktestQuestion, BacktestRecipients } from './plan.ts';
export { compareTrips } from './result.ts';
export type {
  AnsweredBacktest,
  BacktestDay,
  BacktestDriver,
  BacktestExample,
  BacktestPart,
  BacktestReceiver,
  BacktestResult,
  BacktestSweep,
  BacktestTotals,
  ResolvedTrip,
  StoppedCounts,
  SweepPoint,
  SweptTrip,
  TripExample,
  TripMatch,
  VersionDifference,
} from './result.ts';
export { RUN_LOOKBACK_MS, RunStarts, becomingTrue } from './runStarts.ts';
export { isTarget } from './sweepRecord.ts';
export type { SweepPlan } from './sweepRecord.ts';
export { sweepTarget } from './sweepTarget.ts';
export { DriverWindows, alertCounts } from './windowCounts.ts';
export type { AlertedTrip } from './windowCounts.ts';
