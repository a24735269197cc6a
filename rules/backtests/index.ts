/** Replays admission over evaluated trips and summarises the messages that a rule would have sent. */
export { AdmissionReplay } from './admissionReplay.ts';
export type { LaterAlert } from './admissionReplay.ts';
export type { AdmissionContext, SilencePeriod } from './admissionReplay.ts';
export { evaluateTrip, knownFacts, unknownFacts } from './evaluate.ts';
export type { KnownTrip } from './evaluate.ts';
export { needsOf } from './needs.ts';
export type { BacktestNeeds, TripPart } from './needs.ts';
export { firesOftenIssue, oftenWords } from './often.ts';
export { PartBuilder, mergeParts } from './part.ts';
export { planBacktest, rivalsOf, waysOf, ruledOutBy } from './plan.ts';
export type { BacktestPlan, BacktestQuestion, BacktestRecipients } from './plan.ts';
export type {
  BacktestDay,
  BacktestExample,
  BacktestPart,
  AnsweredBacktest,
  BacktestResult,
  BacktestSweep,
  ResolvedTrip,
  StoppedCounts,
  SweepPoint,
  TripMatch,
} from './result.ts';
export { RUN_LOOKBACK_MS, RunStarts, becomingTrue } from './runStarts.ts';
export { answering } from './summarise.ts';
export { isTarget } from './sweepRecord.ts';
export { sweepTarget } from './sweepTarget.ts';
export { Tally } from './tally.ts';
export { DriverWindows, alertCounts } from './windowCounts.ts';
export type { AlertedTrip } from './windowCounts.ts';
