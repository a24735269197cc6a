import { REFUSED_FOR_MS } from './result.ts';
import type { Refusal, SendResult } from './result.ts';
import { waitOf } from './applicationFailures.ts';

/**
 * Handling of refusals by a webhook receiver. The alarm is raised from the third consecutive refusal on, because one failure may
 * be temporary.
 */
const REFUSAL: Refusal = {
  alarm: 'webhook_refused',
  alarmFrom: 3,
  endsAfterMs: REFUSED_FOR_MS,
  longestPauseMs: 3_600_000,
};

/**
 * Classifies the HTTP status with which a receiver answered a webhook. Only a 2xx means that the receiver accepted it. Only a 410
 * means that the address is permanently out of use. Any other status is a failure that may be repaired.
 * @param retryAfterMs the wait that the answer's `Retry-After` requested
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
  // A 503 is sent before any work is done. Another 5xx may come from a gateway after the receiver processed the webhook.
  return { ...refused, reason, unavailable: true, ...(status !== 503 && { mayHaveArrived: true }) };
}
