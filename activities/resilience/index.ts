/**
 * Keeps work going while another service is unavailable: circuit breakers around attempts, alarms, fair shares, signs of life,
 * and the difference between a failing trip and a failing service. `docs/design.md` lists every part ("When a service is
 * unavailable").
 */
export { alarmSubject, hostOf } from './alarmSubject.ts';
export { failureWatch } from './failureWatch.ts';
export { createFleetShares } from './fairShares.ts';
export type { ShareRequest, FleetShares, HeldPlace } from './fairShares.ts';
export { fleetGate } from './fleetLimit.ts';
export { failingForMs, failsNoLonger, isGoneEverywhere, lastPosition, withSignOfLife } from './heartbeat.ts';
export type { KeepPosition, StopCheck } from './heartbeat.ts';
export { isOfThisWork, isUnforeseen, safeError, shortNameOf } from './unexpectedErrors.ts';
export {
  ownRetryDelayMs,
  reportAnswers,
  retryWaitMs,
  unlessUnavailable,
  updateUnlessUnavailable,
} from './withBreaker.ts';
