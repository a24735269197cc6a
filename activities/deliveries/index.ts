/**
 * Makes one attempt at a delivery: claim, compose, send, confirm. After an unknown outcome, the attempt first looks up the
 * earlier message.
 */
export { alertOf, composeAlert, linkTo, messageTrip } from './alertMessage.ts';
export type { UnmarkedAlert } from './alertMessage.ts';
export { CLAIM_LEASE_MS, deliver, holdClaim } from './attempt.ts';
export type { HeldClaim } from './attempt.ts';
export { drawTrip, driverToShow, mayShowPath, messageFleet } from './fleetSettings.ts';
export { intoOutbox, outboxThread, referenceOf } from './outbox.ts';
export { NotStoredError, hostOf } from './outcome.ts';
export {
  reportAnswers,
  ownRetryDelayMs,
  retryWaitMs,
  unlessUnavailable,
  updateUnlessUnavailable,
} from './withBreaker.ts';
