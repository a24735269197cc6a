/** The ledger of deliveries, rate limits, grouping, and what is known of receivers (Slack names, addresses that are gone). */
export { countPassedOn, passOnBudgetMessages, planBudgetMessage } from './budgetSummaries.ts';
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
export { isOutOfUse, missedAddresses, putOutOfUse } from './goneAddresses.ts';
export { holdGroupedAgain } from './grouped.ts';
export {
  groupedInto,
  countBefore,
  groupMessages,
  groupHeld,
  heldSummaries,
  lockHeld,
  mayWaitInLine,
} from './grouping.ts';
export type { GroupedDeliveries, HeldSummary } from './grouping.ts';
export { deliveryKeyFrom, insertPlanned } from './plannedRows.ts';
export { createLedger } from './ledger.ts';
export type { DeliveryClaim, Ledger } from './ledger.ts';
export { getOutboxEntry, getOutboxPicture, listOutbox, putOutbox, replaceInOutbox } from './outbox.ts';
export type { OutboxEntry } from './outbox.ts';
export {
  acquireFreeSlot,
  acquireSlotNow,
  bookSlot,
  pauseChannel,
  rateLimitKeyOf,
  removeSlots,
  returnSlot,
} from './rateLimits.ts';
export type { RateLimit } from './rateLimits.ts';
export {
  heldAmong,
  heldIds,
  heldWithoutGroups,
  keepReleasesWaiting,
  leaveOut,
  releaseDeliveries,
  releasedInOrder,
  withReleaseLock,
} from './releases.ts';
export type { HeldDelivery, HeldUntil } from './releases.ts';
export { getSlackChannel, keepSlackChannel, keepSlackPerson, slackPeople } from './slackDirectory.ts';
export { channelUse, deliveriesByState } from './statistics.ts';
export type { ChannelUse } from './statistics.ts';
export { MOST_ROTATIONS, liveGenerations, rotateGeneration } from './webhookSecretRotations.ts';
