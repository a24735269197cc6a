/** What every activity is given: the database, the service's circuit breakers, alarms, senders, the clock. */
export { createFleetAlarms } from './alarms.ts';
export type { AlarmKind, FleetAlarms } from './alarms.ts';
export { BREAKER_TIMES, createBreaker } from './breaker.ts';
export type { Asking, Met } from './breaker.ts';
export { createBreakers } from './breakers.ts';
export type { BreakerKey, Breakers, ReceiverKind } from './breakers.ts';
export { NoAnalyticsError, UnknownFleetError, analyticsOf, connectionsOf } from './dependencies.ts';
export type { ActivityDependencies, FleetConnections } from './dependencies.ts';
export { createServiceEvidence } from './fleetPulse.ts';
export type { ServiceEvidence } from './fleetPulse.ts';
export { createTripStarter } from './tripStarter.ts';
