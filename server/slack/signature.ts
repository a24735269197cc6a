import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the clock of a signed request may be off, both ways, in seconds. */
const FRESH_SECONDS = 300;

/** Signed parts of a request, as received. */
export interface SignedRequest {
  /** `x-slack-request-timestamp`: Unix seconds. */
  readonly timestamp: string | undefined;
  /** `x-slack-signature`. */
  readonly signature: string | undefined;
  readonly bytes: Uint8Array;
}

/**
 * Whether Slack signed these bytes with this app's secret a short while ago
 * (https://docs.slack.dev/authentication/verifying-requests-from-slack).
 */
export function isSignedBySlack(secret: string, request: SignedRequest, nowSeconds: number): boolean {
  const { timestamp = '', signature = '', bytes } = request;
  if (!/^\d{1,12}$/.test(timestamp) || !/^v0=[0-9a-f]{64}$/.test(signature)) return false;
  const expected = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(bytes).digest();
  const isOurs = timingSafeEqual(expected, Buffer.from(signature.slice(3), 'hex'));
  return isOurs && Math.abs(nowSeconds - Number(timestamp)) <= FRESH_SECONDS;
}
