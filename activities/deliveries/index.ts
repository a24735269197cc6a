/**
 * Makes one attempt at a delivery: claim, compose, send, confirm. After an unknown outcome, the attempt first looks up the
 * earlier message.
 */
export { alertOf, composeAlert, linkTo, messageTrip } from './alertMessage.ts';
export type { UnmarkedAlert } from './alertMessage.ts';
export { deliver } from './attempt.ts';
export { CLAIM_LEASE_MS, holdClaim } from './heldClaim.ts';
export type { HeldClaim } from './heldClaim.ts';
export { drawTrip, driverToShow, mayShowPath, messageFleet } from './fleetSettings.ts';
export { intoOutbox, outboxThread, referenceOf } from './outbox.ts';
export { NotStoredError } from './outcome.ts';
