import { createHash } from 'node:crypto';
import { CHANNELS, isChannel } from '../../rules/channels/index.ts';
import { formatNumber } from './quantity.ts';
import { DELIVERY_STATES } from './stateWords.ts';
import type { DeliveryState, StateBadge } from './stateWords.ts';

/** What a delivery's state is told from. */
export interface DeliveryToDescribe {
  readonly action: string;
  readonly state: DeliveryState;
  /** Why, when it was held, skipped or failed. */
  readonly reason?: string;
  /** No channel was configured: the message was stored instead of sent. */
  readonly inOutbox?: boolean;
}

const OTHER_ACTIONS: ReadonlyMap<string, string> = new Map([
  ['escalate', 'Escalation'],
  ['delete_trip', 'Deletion'],
]);

/** An action by the name a person knows it by: `Slack`, `E-mail`. */
export function actionWords(action: string): string {
  return isChannel(action) ? CHANNELS[action].name : (OTHER_ACTIONS.get(action) ?? action);
}

/** How a delivery stands, in words: `Sent`, `Stored in the outbox`, `Waits for approval`, `Trip deleted`. */
export function deliveryBadge({ action, state, reason, inOutbox }: DeliveryToDescribe): StateBadge {
  const badge = DELIVERY_STATES[state];
  if (state === 'sent' && action === 'delete_trip') return { ...badge, words: 'Trip deleted' };
  if (state === 'sent' && inOutbox) return { ...badge, words: 'Stored in the outbox' };
  if (state === 'held' && reason === AWAITING_APPROVAL) return { ...badge, words: 'Waits for approval' };
  return badge;
}

const AWAITING_APPROVAL = 'awaiting_approval';

/** Reasons that the program gives by a name of its own; all others are sentences already. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['shadow', 'The rule is in shadow mode: it sends nothing.'],
  ['still_true', 'The rule is still true, and an earlier trip raised its alert.'],
  ['quiet_hours', 'Held until quiet hours end.'],
  ['batched', 'Batched: sent in the next summary.'],
  ['over_budget', 'Sent at the end of the day, in the budget summary.'],
  ['grouped', 'Grouped into another message to the same recipient.'],
  ['no_recipient', 'Not sent: this recipient stands for no one who can be notified.'],
  ['coaching_off', 'Not sent: the fleet’s settings do not allow coaching e-mails.'],
  ['silenced', 'Silenced while it was held.'],
  ['resolved', 'Resolved while it was held.'],
  ['rejected', 'A person rejected the deletion.'],
  ['expired', 'Not approved in time, so the trip is kept.'],
  ['gone', 'The trip was gone before it was deleted.'],
  ['refused', 'The trip is kept.'],
  ['trip_deleted', 'Another rule deleted the trip.'],
  ['trip_gone', 'The trip was gone before it was deleted.'],
  ['trip_refused', 'The trip is kept.'],
  ['not_approved', 'No longer approved, so the trip is kept.'],
  ['service_refused', 'The analytics service refused to delete the trip.'],
  ['events_unknown', 'Whether the trip has a collision is not known, so it is kept.'],
  ['open_incident', 'An incident of the trip is not resolved, so it is kept.'],
  ['no_such_action', 'The requesting rule version has no delete action, or is no longer stored.'],
  ['trip_unreadable', 'The trip cannot be read, so it is not deleted.'],
  ['still_there', 'The analytics service confirmed the deletion but still returns the trip.'],
  ['already_decided', 'Decided before the approval request was sent.'],
  ['has_collision', 'The trip has a collision, so it is kept.'],
  ['changed_since_decision', 'The trip has changed since the decision, so it is kept.'],
  ['no_longer_matched', 'The rule no longer matches the trip, so it is kept.'],
  ['daily_cap_reached', 'The rule reached its daily limit of deletions, so the trip is kept.'],
  ['daily_share_reached', 'The rule reached its maximum share of today’s trips, so the trip is kept.'],
]);

/**
 * What a deletion did to its driver's score, in words: `The driver's score was 71 before and 74 after.` Undefined: nothing
 * is known of either.
 */
export function scoresWords({
  scoreBefore,
  scoreAfter,
}: {
  readonly scoreBefore?: number | undefined;
  readonly scoreAfter?: number | undefined;
}): string | undefined {
  if (scoreBefore === undefined && scoreAfter === undefined) return undefined;
  const shown = (score: number | undefined): string =>
    score === undefined ? 'not known' : formatNumber(score);
  return `The driver’s score was ${shown(scoreBefore)} before it and ${shown(scoreAfter)} after it.`;
}

/** Why a delivery stands so, as a sentence; undefined when its state says it all. */
export function reasonWords(reason: string | null | undefined): string | undefined {
  if (!reason || reason === AWAITING_APPROVAL) return undefined;
  return REASONS.get(reason) ?? reason;
}

/** Why a rule's deletions stop for a UTC day. */
const STOPS_FOR_THE_DAY: ReadonlySet<string> = new Set(['daily_cap_reached', 'daily_share_reached']);

/**
 * Why a deletion stands as it does, as a sentence. What stopped a rule for the day keeps no trip that a person decides about:
 * an approved one waits for the next day. Undefined: its state says it all.
 */
export function deletionReasonWords(deletion: {
  readonly state: string;
  readonly reason?: string | null | undefined;
}): string | undefined {
  const { state, reason } = deletion;
  if (!reason || reason.startsWith('delete_')) return undefined;
  if (!STOPS_FOR_THE_DAY.has(reason)) return reasonWords(reason);
  switch (state) {
    case 'requested':
      return 'Automatic deletions by this rule have stopped for today; a person must decide.';
    case 'approved':
      return 'The daily limit of deletions is reached: the deletion continues after 00:00 UTC.';
    case 'refused':
      return reasonWords(reason);
    default:
      return undefined;
  }
}

/** What the audit log calls `decision.recorded`, as a person reads it: `Decision recorded`. */
export function auditWords(action: string): string {
  const words = action.replace(/[._]+/g, ' ').trim();
  return words.slice(0, 1).toLocaleUpperCase('en') + words.slice(1);
}

/** An address without a scheme, as an earlier call of this made it. */
const BARE_HOST = /^[\w.-]+(:\d+)?$/;

/** A delivery's receiver as people may see it: of an address that may hold a secret, such as a webhook's, the host alone. */
export function shownReceiver({
  action,
  receiver,
}: {
  readonly action: string;
  readonly receiver: string;
}): string {
  return isChannel(action) && CHANNELS[action].isEachReceiverAService ? webhookHost(receiver) : receiver;
}

/** Of a webhook's address the host alone, with its port: the rest of it may be a secret. */
export function webhookHost(address: string): string {
  if (BARE_HOST.test(address)) return address;
  const host = URL.canParse(address) ? new URL(address).host : '';
  return host || 'a webhook';
}

/** The same for every attempt of one delivery, and tells nothing of what is in the key: 24 hex digits. */
export function deliveryReference(deliveryKey: string): string {
  return createHash('sha256').update(deliveryKey).digest('hex').slice(0, 24);
}

/** Names of mail hosts as RFC 5322 takes them on the right of a Message-ID. */
const DOMAIN = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$/;

/**
 * The Message-ID of a delivery's e-mail, with angle brackets: the same for every attempt, so that a mail system may
 * drop a repeat (RFC 5322, section 3.6.4).
 * @param domain the sender's; anything that is not a host name becomes `tripline.invalid`
 */
export function messageId(deliveryKey: string, domain: string): string {
  return `<${createHash('sha256').update(deliveryKey).digest('hex').slice(0, 40)}@${DOMAIN.test(domain) ? domain : 'tripline.invalid'}>`;
}
