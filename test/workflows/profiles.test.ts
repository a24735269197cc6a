import { describe, expect, it } from 'vitest';
import { MAIL_TIME_LIMITS } from '../../activities/channels/email/index.ts';
import { SLACK_TIME_LIMITS } from '../../activities/channels/slack/index.ts';
import { CLAIM_LEASE_MS } from '../../activities/deliveries/index.ts';
import { DESTROY, SEND, SEND_SLOWLY } from '../../workflows/profiles.ts';

const MINUTE = 60_000;
/** Converts a text such as `12 minutes` to milliseconds. */
function inMs(text: unknown): number {
  const [, count, unit] = /^(\d+) (minutes|seconds)$/.exec(String(text)) ?? [];
  return Number(count) * (unit === 'minutes' ? MINUTE : 1_000);
}

describe('the time an e-mail may take', () => {
  it('covers the ten minutes a mail server has for its answer', () => {
    expect(MAIL_TIME_LIMITS.answerMs).toBeGreaterThanOrEqual(10 * MINUTE);
  });

  it('ends before Temporal would begin another attempt', () => {
    const longest = MAIL_TIME_LIMITS.beforeBodyMs + MAIL_TIME_LIMITS.answerMs;
    expect(inMs(SEND_SLOWLY.startToCloseTimeout)).toBeGreaterThanOrEqual(longest + MINUTE / 2);
  });
});

it('looking for a Slack message and posting it ends while the claim holds', () => {
  expect(SLACK_TIME_LIMITS.lookupMs + SLACK_TIME_LIMITS.callMs).toBeLessThan(CLAIM_LEASE_MS);
});

it('a deletion at a slow service is not cut off, and one whose worker died is noticed when its lease is over', () => {
  // Two readings and a score with their retries, the DELETE, and the re-evaluation: ten seconds a request.
  expect(inMs(DESTROY.startToCloseTimeout)).toBeGreaterThanOrEqual(3 * MINUTE);
  expect(inMs(DESTROY.heartbeatTimeout)).toBeLessThanOrEqual(CLAIM_LEASE_MS);
});

it('an attempt whose worker died is noticed, and its lease over, within a minute', () => {
  expect(inMs(SEND_SLOWLY.heartbeatTimeout)).toBeLessThan(MINUTE);
  expect(inMs(SEND.startToCloseTimeout)).toBeLessThan(MINUTE);
  expect(CLAIM_LEASE_MS).toBeLessThan(MINUTE);
});
