import { createHash } from 'node:crypto';
import { CHANNELS, isChannel } from '../../rules/channels/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import { formatNumber } from './quantity.ts';
import { stateBadge } from './stateWords.ts';
import type { DeliveryState, StateBadge } from './stateWords.ts';

/** The fields of a delivery that determine its words. */
export interface DeliveryToDescribe {
  readonly action: string;
  readonly state: DeliveryState;
  /** Reason, when it was held, skipped or failed. */
  readonly reason?: string;
  /** True if no channel was configured, so that the message was stored instead of sent. */
  readonly inOutbox?: boolean;
}

/** Returns the display name of an action: `Slack`, `E-mail`. */
export function actionWords(action: string, language: Language = 'en'): string {
  const known = textsOf(language).known(`states.action_${action}`);
  return known ?? (isChannel(action) ? CHANNELS[action].name : action);
}

/** Describes a delivery's state: `Sent`, `Stored in the outbox`, `Waits for approval`, `Trip deleted`. */
export function deliveryBadge(
  { action, state, reason, inOutbox }: DeliveryToDescribe,
  language: Language = 'en',
): StateBadge {
  const say = textsOf(language);
  const badge = stateBadge('delivery', state, language);
  if (state === 'sent' && action === 'delete_trip') return { ...badge, words: say('states.tripDeleted') };
  if (state === 'sent' && inOutbox) return { ...badge, words: say('states.storedInOutbox') };
  if (state === 'held' && reason === AWAITING_APPROVAL)
    return { ...badge, words: say('states.waitsForApproval') };
  return badge;
}

const AWAITING_APPROVAL = 'awaiting_approval';

/**
 * Describes a deletion's effect on its driver's score: `The driver's score was 71 before and 74 after.` Undefined: neither score
 * is known.
 */
export function scoresWords(
  {
    scoreBefore,
    scoreAfter,
  }: {
    readonly scoreBefore?: number | undefined;
    readonly scoreAfter?: number | undefined;
  },
  language: Language = 'en',
): string | undefined {
  if (scoreBefore === undefined && scoreAfter === undefined) return undefined;
  const say = textsOf(language);
  const shown = (score: number | undefined): string =>
    score === undefined ? say('states.scoreNotKnown') : formatNumber(score, language);
  return say('states.scores', { before: shown(scoreBefore), after: shown(scoreAfter) });
}

/**
 * Explains a delivery's state: with the text of a known reason, or with any other reason as it is. Undefined when the state says
 * it all.
 */
export function reasonWords(
  reason: string | null | undefined,
  language: Language = 'en',
): string | undefined {
  if (!reason || reason === AWAITING_APPROVAL) return undefined;
  return textsOf(language).known(`states.reason_${reason}`) ?? reason;
}

/** Reasons that stop a rule's deletions for a UTC day. */
const STOPS_FOR_THE_DAY: ReadonlySet<string> = new Set(['daily_cap_reached', 'daily_share_reached']);

/**
 * Explains a deletion's state in a sentence. A daily limit does not refuse a deletion that a person decides: an approved one
 * continues on the next day. Undefined: its state says it all.
 */
export function deletionReasonWords(
  deletion: {
    readonly state: string;
    readonly reason?: string | null | undefined;
  },
  language: Language = 'en',
): string | undefined {
  const { state, reason } = deletion;
  if (!reason || reason.startsWith('delete_')) return undefined;
  if (!STOPS_FOR_THE_DAY.has(reason)) return reasonWords(reason, language);
  const say = textsOf(language);
  switch (state) {
    case 'requested':
      return say('states.stoppedForToday');
    case 'approved':
      return say('states.continuesTomorrow');
    case 'refused':
      return reasonWords(reason, language);
    default:
      return undefined;
  }
}

/** Returns an action of the audit log as a person reads it: `decision.recorded` is `Decision recorded`. */
export function auditWords(action: string): string {
  const words = action.replace(/[._]+/g, ' ').trim();
  return words.slice(0, 1).toLocaleUpperCase('en') + words.slice(1);
}

/** An address without a scheme, as an earlier call of `webhookHost` returned it. */
const BARE_HOST = /^[\w.-]+(:\d+)?$/;

/**
 * Returns a delivery's receiver as people may see it: only the host of an address that may hold a secret, such as a webhook's.
 */
export function shownReceiver({
  action,
  receiver,
}: {
  readonly action: string;
  readonly receiver: string;
}): string {
  return isChannel(action) && CHANNELS[action].isEachReceiverAService ? webhookHost(receiver) : receiver;
}

/** Returns only the host of a webhook's address, with its port, because the rest may be a secret. */
export function webhookHost(address: string): string {
  if (BARE_HOST.test(address)) return address;
  const host = URL.canParse(address) ? new URL(address).host : '';
  return host || textsOf('en')('states.aWebhook');
}

/** Returns a reference of 24 hex digits that is the same for every attempt of one delivery and does not reveal the key. */
export function deliveryReference(deliveryKey: string): string {
  return createHash('sha256').update(deliveryKey).digest('hex').slice(0, 24);
}

/** Names of mail hosts that RFC 5322 allows on the right of a Message-ID. */
const DOMAIN = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$/;

/**
 * Returns the Message-ID of a delivery's e-mail, with angle brackets. It is the same for every attempt, so that a mail system may
 * drop a repeat (RFC 5322, section 3.6.4).
 * @param domain the sender's; anything that is not a host name becomes `tripline.invalid`
 */
export function messageId(deliveryKey: string, domain: string): string {
  return `<${createHash('sha256').update(deliveryKey).digest('hex').slice(0, 40)}@${DOMAIN.test(domain) ? domain : 'tripline.invalid'}>`;
}
