/** What is known of a trip before it is decided, and where it stands after, each in one statement. */
export { fleetMoment, noteAndClaim } from './claim.ts';
export type { FleetMoment } from './claim.ts';
export { tripContext, tripDue } from './state.ts';
export type { TripContext, TripDue } from './state.ts';
