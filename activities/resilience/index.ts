/** Tells a failing trip from a failing service, and shares the service fairly between fleets. */
export { failingForMs, failsNoLonger } from './failingSince.ts';
export { failureWatch } from './failureWatch.ts';
export { fleetGate } from './fleetGate.ts';
export { createFleetShares } from './fleetShares.ts';
export type { Asked, FleetShares, HeldPlace } from './fleetShares.ts';
export { isGoneEverywhere } from './goneFleet.ts';
export { UNAVAILABLE_ALARMS, hostOf, alarmUnavailable } from './receiverAlarm.ts';
export { lastPosition, withSignOfLife } from './signOfLife.ts';
export type { KeepPosition, StopCheck } from './signOfLife.ts';
export { isOfThisWork, isUnforeseen, safeError, shortNameOf } from './unforeseen.ts';
