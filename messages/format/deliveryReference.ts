import { createHash } from 'node:crypto';

/** The same for every attempt of one delivery, and tells nothing of what is in the key: 24 hex digits. */
export function deliveryReference(deliveryKey: string): string {
  return createHash('sha256').update(deliveryKey).digest('hex').slice(0, 24);
}

/** Names of mail hosts as RFC 5322 takes them on the right of a Message-ID. */
const DOMAIN = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$/;

/**
 * The Message-ID of a delivery's e-mail, with angle brackets: the same for every attempt, so that a mail system may
 * drop a repeat (RFC 5322, section 3.6.4).
 * @param domain the sender's; anything that is no host name becomes `tripline.invalid`
 */
export function messageId(deliveryKey: string, domain: string): string {
  return `<${createHash('sha256').update(deliveryKey).digest('hex').slice(0, 40)}@${DOMAIN.test(domain) ? domain : 'tripline.invalid'}>`;
}
