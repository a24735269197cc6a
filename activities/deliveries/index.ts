/** Takes one delivery through its attempt: claim, compose, send, confirm; and finds what an earlier attempt left. */
export { alertOf, composeAlert, linkTo, messageTrip } from './alertMessage.ts';
export type { ComposedMessage, UnmarkedAlert, UnmarkedMessage } from './alertMessage.ts';
export { CLAIM_LEASE_MS, carryOut, holdClaim } from './attempt.ts';
export type { HeldClaim } from './attempt.ts';
export { intoOutbox, outboxThread, referenceOf } from './outbox.ts';
export { NotStoredError } from './outcome.ts';
export type { DeliveryChannel, DeliveryInput, LookupResult, SendingHold } from './outcome.ts';
export { acquireMailSlot, acquireSlackSlot, pauseSlack } from './rateLimits.ts';
export { channelIdOf, channelOf, lookUpInSlack, noteChannel, slackIdOf, slackNames } from './slackLookups.ts';
export {
  heardBy,
  ownRetryDelayMs,
  breakerTimesOf,
  unlessUnavailable,
  updateUnlessUnavailable,
} from './withBreaker.ts';
