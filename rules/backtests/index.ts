/**
 * Replays admission (the checks between a match and a message) over evaluated trips. Summarises the messages that a rule would
 * have sent.
 */
export { AdmissionReplay } from './admissionReplay.ts';
export type { LaterAlert } from './admissionReplay.ts';
export type { AdmissionContext, SilencePeriod } from './admissionReplay.ts';
export {
  evaluateTrip,
  knownFacts,
  unknownFacts,
  needsOf,
  PartBuilder,
  mergeParts,
  planBacktest,
  rivalsOf,
  waysOf,
  ruledOutBy,
  RUN_LOOKBACK_MS,
  RunStarts,
  becomingTrue,
  isTarget,
  sweepTarget,
  DriverWindows,
  alertCounts,
} from './parts/index.ts';
export type {
  KnownTrip,
  BacktestNeeds,
  TripPart,
  BacktestPlan,
  BacktestQuestion,
  BacktestRecipients,
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
  AlertedTrip,
} from './parts/index.ts';
export { firesOftenIssue, oftenWords } from './often.ts';
export { answering } from './summarise.ts';
export { Tally } from './tally.ts';
