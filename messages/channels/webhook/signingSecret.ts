import { createHmac } from 'node:crypto';

/** A fleet's endpoint for webhooks, which has a secret of its own. */
export interface WebhookEndpoint {
  readonly fleet: string;
  /** Scheme, host and port, as `originOf` writes them. */
  readonly origin: string;
}

/**
 * Returns the Standard Webhooks secret of one fleet's endpoint: 32 bytes with `whsec_` before their base64. From its own secret,
 * a receiver cannot derive any other fleet's, receiver's or generation's.
 * @param signingSecret `WEBHOOK_SIGNING_SECRET`: base64, with or without `whsec_`. It signs no webhook itself
 * @param generation 1 at first, one more with each rotation
 */
export function endpointSecret(
  signingSecret: string,
  { fleet, origin }: WebhookEndpoint,
  generation: number,
): string {
  const endpoint = JSON.stringify(['tripline webhook endpoint', fleet, origin, generation]);
  return `whsec_${createHmac('sha256', keyOf(signingSecret)).update(endpoint).digest('base64')}`;
}

/** Returns the bytes of a Standard Webhooks secret. */
export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

/** Returns the origin of a webhook's address, in one spelling; undefined for a text that is not an http(s) URL. */
export function originOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, origin } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
}
