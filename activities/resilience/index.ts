/** Distinguishes a failing trip from a failing service, and shares each worker fairly between fleets. */
export { failureWatch } from './failureWatch.ts';
export { createFleetShares } from './fairShares.ts';
export type { ShareRequest, FleetShares, HeldPlace } from './fairShares.ts';
export { fleetGate } from './fleetLimit.ts';
export { failingForMs, failsNoLonger, isGoneEverywhere, lastPosition, withSignOfLife } from './heartbeat.ts';
export type { KeepPosition, StopCheck } from './heartbeat.ts';
export { isOfThisWork, isUnforeseen, safeError, shortNameOf } from './unexpectedErrors.ts';
