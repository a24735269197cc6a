/** Takes one delivery through its attempt: claim, compose, send, confirm; and finds what an earlier attempt left. */
export { alertOf, linkTo, messageTrip, composeAlert } from './alertMessage.ts';
export type { UnmarkedMessage, ComposedMessage, UnmarkedAlert } from './alertMessage.ts';
export { carryOut } from './claimedDelivery.ts';
export type { DeliveryChannel, DeliveryInput, LookupResult, SendingHold } from './ends.ts';
export { CLAIM_LEASE_MS, holdClaim } from './heldClaim.ts';
export type { HeldClaim } from './heldClaim.ts';
export { intoOutbox } from './intoOutbox.ts';
export { acquireMailSlot } from './mailTurn.ts';
export { NotKeptError } from './notKept.ts';
export { outboxThread } from './outboxThread.ts';
export { referenceOf } from './reference.ts';
export { channelIdOf, channelOf, noteChannel } from './slackChannel.ts';
export { lookUpInSlack } from './slackLook.ts';
export { slackIdOf, slackNames } from './slackNames.ts';
export { acquireSlackSlot, pauseSlack } from './slackTurn.ts';
export {
  heardBy,
  ownRetryDelayMs,
  paceOf,
  unlessUnavailable,
  updateUnlessUnavailable,
} from './unlessAway.ts';
