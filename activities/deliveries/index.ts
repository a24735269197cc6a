/** Takes one delivery through its attempt: claim, compose, send, confirm; and finds the message that an earlier attempt left. */
export { alertOf, composeAlert, linkTo, messageTrip } from './alertMessage.ts';
export type { UnmarkedAlert } from './alertMessage.ts';
export { deliver } from './attempt.ts';
export { CLAIM_LEASE_MS, holdClaim } from './heldClaim.ts';
export type { HeldClaim } from './heldClaim.ts';
export { drawTrip, driverToShow, mayShowPath, messageFleet } from './fleetSettings.ts';
export { intoOutbox, outboxThread, referenceOf } from './outbox.ts';
export { NotStoredError } from './outcome.ts';
