/** What is known of a trip before it is decided, and where it stands after, each in one statement. */
export { tripDue, tripContext } from './tripStanding.ts';
export type { TripDue, TripContext } from './tripStanding.ts';
export { fleetMoment, noteAndClaim } from './tripStart.ts';
export type { FleetMoment } from './tripStart.ts';
