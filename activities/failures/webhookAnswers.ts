import { REFUSED_FOR_MS } from './result.ts';
import type { Refusal, SendResult } from './result.ts';
import { waitOf } from './applicationFailures.ts';

/** Refusal of which people are notified from the third in a row on, because one failure may be a hiccup. */
const REFUSAL: Refusal = {
  alarm: 'webhook_refused',
  alarmFrom: 3,
  endsAfterMs: REFUSED_FOR_MS,
  longestPauseMs: 3_600_000,
};

/**
 * Classifies the HTTP status that a receiver of outgoing webhooks answered. Only a 2xx says that it has the webhook, and only a
 * 410 that it will never want one at this address. Every other answer is a failure that a repair may end.
 * @param retryAfterMs the wait that its `Retry-After` requested
 */
export function sortWebhookStatus(status: number, retryAfterMs?: number): SendResult {
  if (status >= 200 && status < 300) return { kind: 'sent', reference: { status: String(status) } };
  if (status === 410)
    return {
      kind: 'refused',
      gone: true,
      reason:
        'the receiver answered 410: the address is out of use until a document that names it is published again',
    };
  const refused = { kind: 'not_sent', ...waitOf(retryAfterMs), refusal: REFUSAL } as const;
  if (status >= 300 && status < 400)
    return {
      ...refused,
      reason: `the receiver answered a redirect (${status}); redirects are not followed: put the final address into the rule`,
    };
  const reason = `the receiver answered ${status}`;
  if (status === 413) return { ...refused, reason, tooLong: true };
  if (status < 500 || status > 599) return { ...refused, reason };
  // 503 refuses before any work; another 5xx may come from a gateway, after the work was done.
  return { ...refused, reason, unavailable: true, ...(status !== 503 && { mayHaveArrived: true }) };
}
