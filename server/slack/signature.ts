import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum difference in seconds, in both directions, between the time of a signed request and now. */
const FRESH_SECONDS = 300;

/** The parts of a request that Slack signs, as received. */
export interface SignedRequest {
  /** Header `x-slack-request-timestamp`: Unix time in seconds. */
  readonly timestamp: string | undefined;
  /** Header `x-slack-signature`. */
  readonly signature: string | undefined;
  readonly bytes: Uint8Array;
}

/**
 * Returns whether Slack signed the body with this app's secret within the last `FRESH_SECONDS`. See
 * https://docs.slack.dev/authentication/verifying-requests-from-slack.
 */
export function isSignedBySlack(secret: string, request: SignedRequest, nowSeconds: number): boolean {
  const { timestamp = '', signature = '', bytes } = request;
  if (!/^\d{1,12}$/.test(timestamp) || !/^v0=[0-9a-f]{64}$/.test(signature)) return false;
  const expected = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(bytes).digest();
  const isOurs = timingSafeEqual(expected, Buffer.from(signature.slice(3), 'hex'));
  return isOurs && Math.abs(nowSeconds - Number(timestamp)) <= FRESH_SECONDS;
}
