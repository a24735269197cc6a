/** The ledger of deliveries, rate limits, grouping, and what channels know of receivers. */
export { passOnBudgetMessages, planBudgetMessage } from './budgetMessages.ts';
export { countBefore, groupBurst, mayWaitInLine } from './bursts.ts';
export { holdGroupedAgain } from './carried.ts';
export { carriedBy, groupHeld, heldSummaries, lockHeld } from './carriers.ts';
export type { GroupedDeliveries, HeldSummary } from './carriers.ts';
export {
  NOT_BEGUN,
  deliveryKeyOf,
  getDelivery,
  isInOutbox,
  listDeliveries,
  outboxIdOf,
  planDelivery,
  reopenDelivery,
  resumeDelivery,
  skipHeldDeletions,
  skipHeldDelivery,
} from './deliveries.ts';
export type { Delivery, DeliveryIdentity, DeliveryState, Planned } from './deliveries.ts';
export { createLedger } from './ledger.ts';
export type { DeliveryClaim, Ledger } from './ledger.ts';
export {
  bookSlot,
  rateLimitKeyOf,
  pauseChannel,
  returnSlot,
  acquireFreeSlot,
  acquireSlotNow,
} from './messagePace.ts';
export type { Pace } from './messagePace.ts';
export { getOutboxPicture, listOutbox, putOutbox, replaceInOutbox } from './outbox.ts';
export type { OutboxEntry } from './outbox.ts';
export { releasedInTurn } from './releaseTurns.ts';
export {
  heldAmong,
  heldIds,
  heldWithoutGroups,
  keepReleasesWaiting,
  leaveOut,
  letGo,
  releasedPending,
  withReleaseLock,
} from './releases.ts';
export type { HeldDelivery, HeldUntil } from './releases.ts';
export { getSlackChannel, keepSlackChannel } from './slackChannels.ts';
export { keepSlackPerson, slackPeople } from './slackPeople.ts';
export { MOST_ROTATIONS, liveGenerations, rotateGeneration } from './webhookGenerations.ts';
