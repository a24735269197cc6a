/** Takes one delivery through its attempt: claim, compose, send, confirm; and finds what an earlier attempt left. */
export { alertOf, linkTo, messageTrip, tellAlert } from './alertMessage.ts';
export type { Tellable, Told, UnmarkedAlert } from './alertMessage.ts';
export { carryOut } from './claimedDelivery.ts';
export type { Carrier, DeliveryInput, LookResult, SendingHold } from './ends.ts';
export { CLAIM_LEASE_MS, holdClaim } from './heldClaim.ts';
export type { HeldClaim } from './heldClaim.ts';
export { intoOutbox } from './intoOutbox.ts';
export { awaitMailTurn } from './mailTurn.ts';
export { NotKeptError } from './notKept.ts';
export { outboxThread } from './outboxThread.ts';
export { referenceOf } from './reference.ts';
export { channelIdOf, channelOf, noteChannel } from './slackChannel.ts';
export { lookInSlack } from './slackLook.ts';
export { slackIdOf, slackNames } from './slackNames.ts';
export { awaitSlackTurn, pauseSlack } from './slackTurn.ts';
export { heardBy, ownPaceMs, paceOf, unlessAway, updateUnlessAway } from './unlessAway.ts';
