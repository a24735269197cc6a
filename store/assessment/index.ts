/** Reads the context of a trip before its decision, and its state afterwards, each in one statement. */
export { fleetMoment, noteAndClaim } from './claim.ts';
export type { FleetMoment } from './claim.ts';
export { tripContext, tripDue } from './state.ts';
export type { TripContext, TripDue } from './state.ts';
