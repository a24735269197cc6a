import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import {
  isUnavailable,
  retryLater,
  sortSlackError,
  sortSmtpStatus,
  sortSocketError,
  sortWebhookStatus,
} from '../../../activities/failures/index.ts';

const socketError = (code: string): Error => Object.assign(new Error('connect'), { code });

describe('what Slack threw', () => {
  it.each([
    ['a rate limit', new WebAPIRateLimitedError(7), { kind: 'not_sent', afterMs: 7000 }],
    [
      'a missing channel',
      new WebAPIPlatformError({ ok: false, error: 'channel_not_found' }),
      { kind: 'refused' },
    ],
    [
      'an archived channel',
      new WebAPIPlatformError({ ok: false, error: 'is_archived' }),
      { kind: 'refused' },
    ],
    [
      'blocks it does not like',
      new WebAPIPlatformError({ ok: false, error: 'invalid_blocks' }),
      { kind: 'refused' },
    ],
    [
      'a revoked token',
      new WebAPIPlatformError({ ok: false, error: 'token_revoked' }),
      { kind: 'not_sent', alarm: 'slack_access' },
    ],
    [
      'a missing scope',
      new WebAPIPlatformError({ ok: false, error: 'missing_scope' }),
      { kind: 'not_sent', alarm: 'slack_access' },
    ],
    [
      'a fault of its own',
      new WebAPIPlatformError({ ok: false, error: 'internal_error' }),
      { kind: 'unknown_outcome' },
    ],
    [
      'a passing fault',
      new WebAPIPlatformError({ ok: false, error: 'service_unavailable' }),
      { kind: 'not_sent' },
    ],
    ['HTTP 500', new WebAPIHTTPError(500, 'x', {}), { kind: 'unknown_outcome' }],
    ['HTTP 404', new WebAPIHTTPError(404, 'x', {}), { kind: 'not_sent' }],
    [
      'a refused connection',
      new WebAPIRequestError(new TypeError('fetch failed', { cause: socketError('ECONNREFUSED') })),
      { kind: 'not_sent' },
    ],
    [
      'a reset connection',
      new WebAPIRequestError(new TypeError('fetch failed', { cause: socketError('ECONNRESET') })),
      { kind: 'unknown_outcome' },
    ],
    [
      'a timeout',
      new WebAPIRequestError(new DOMException('late', 'TimeoutError') as unknown as Error),
      { kind: 'unknown_outcome' },
    ],
    ['something unknown', new Error('boom'), { kind: 'unknown_outcome' }],
  ])('%s', (_what, error, expected) => {
    expect(sortSlackError(error)).toMatchObject(expected);
  });
});

describe('an SMTP status', () => {
  it.each([
    [550, 'RCPT TO', 'refused', undefined],
    [450, 'RCPT TO', 'not_sent', undefined],
    [530, 'RCPT TO', 'not_sent', 'smtp_access'],
    [553, 'MAIL FROM', 'not_sent', 'smtp_access'],
    [552, 'MAIL FROM', 'refused', undefined],
    [451, 'MAIL FROM', 'not_sent', undefined],
    [452, 'DATA', 'not_sent', undefined],
    [554, 'DATA', 'refused', undefined],
    [535, 'AUTH PLAIN', 'not_sent', 'smtp_access'],
    [454, 'AUTH PLAIN', 'not_sent', 'smtp_access'],
    [554, 'CONN', 'not_sent', 'smtp_access'],
    [421, 'CONN', 'not_sent', undefined],
    [550, 'EHLO', 'not_sent', 'smtp_access'],
    [502, 'HELO', 'not_sent', 'smtp_access'],
    [554, 'STARTTLS', 'not_sent', 'smtp_access'],
    [454, 'STARTTLS', 'not_sent', undefined],
    [554, '', 'not_sent', 'smtp_access'],
  ])('%i to %s is %s', (status, command, kind, alarm) => {
    const result = sortSmtpStatus(status, command);
    expect(result.kind).toBe(kind);
    expect('alarm' in result ? result.alarm : undefined).toBe(alarm);
  });
});

describe('a webhook receiver’s status', () => {
  const kinds = new Map<number, string>();
  for (const status of [200, 201, 202, 204, 299]) kinds.set(status, 'sent');
  for (const status of [300, 301, 302, 303, 307, 308]) kinds.set(status, 'refused');
  for (const status of [400, 401, 403, 404, 405, 410, 413, 422]) kinds.set(status, 'refused');
  for (const status of [408, 425, 429, 503]) kinds.set(status, 'not_sent');
  for (const status of [500, 501, 502, 504, 520, 599]) kinds.set(status, 'unknown_outcome');
  it.each([...kinds])('%i is %s', (status, kind) => {
    expect(sortWebhookStatus(status).kind).toBe(kind);
  });

  it('keeps what Retry-After asked for', () => {
    expect(sortWebhookStatus(429, 9000)).toMatchObject({ kind: 'not_sent', afterMs: 9000 });
    expect(sortWebhookStatus(503, 9000)).toMatchObject({ kind: 'not_sent', afterMs: 9000 });
    expect(sortWebhookStatus(502, 90_000)).toMatchObject({ kind: 'unknown_outcome', afterMs: 90_000 });
    // Asked again at once, for as long as the limit holds, he would never be rid of it.
    for (const status of [429, 503, 502]) expect(sortWebhookStatus(status, 0)).not.toHaveProperty('afterMs');
    expect(sortWebhookStatus(429, 1_000)).toMatchObject({ afterMs: 1_000 });
  });

  it('names no time of its own where the receiver named none', () => {
    expect(sortWebhookStatus(502)).toEqual({
      ...{ kind: 'unknown_outcome', reason: 'the receiver answered 502', unavailable: true },
    });
  });
});

describe('a socket error', () => {
  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])('%s means nothing was sent', (code) => {
    expect(sortSocketError('it', socketError(code)).kind).toBe('not_sent');
  });
  it.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET'])('%s leaves it unclear', (code) => {
    expect(sortSocketError('it', socketError(code)).kind).toBe('unknown_outcome');
  });
});

describe('that a receiver is unavailable', () => {
  const slack = (word: string) => sortSlackError(new WebAPIPlatformError({ ok: false, error: word }));
  it.each([
    ['a refused connection', sortSocketError('it', socketError('ECONNREFUSED'))],
    ['a line that was cut', sortSocketError('it', socketError('ECONNRESET'))],
    ['Slack’s HTTP 503', sortSlackError(new WebAPIHTTPError(503, 'x', {}))],
    ['Slack’s service_unavailable', slack('service_unavailable')],
    ['Slack’s internal_error', slack('internal_error')],
    ['a mail server that closes down', sortSmtpStatus(421, 'CONN')],
    ['one that does so in the middle', sortSmtpStatus(421, 'RCPT TO')],
    ['one without room', sortSmtpStatus(452, 'MAIL FROM')],
    ['a webhook’s 502', sortWebhookStatus(502)],
    ['a webhook’s 503', sortWebhookStatus(503)],
  ])('is recognised by %s', (_what, result) => {
    expect(isUnavailable(result)).toBe(true);
  });

  it.each([
    ['a limit', sortSlackError(new WebAPIRateLimitedError(7))],
    ['a revoked token', slack('token_revoked')],
    ['a missing channel', slack('channel_not_found')],
    ['a refused login', sortSmtpStatus(535, 'AUTH PLAIN')],
    ['a recipient it does not take now', sortSmtpStatus(450, 'RCPT TO')],
    ['a message it does not take now', sortSmtpStatus(451, 'DATA')],
    ['a webhook’s 429', sortWebhookStatus(429)],
    ['a webhook’s 400', sortWebhookStatus(400)],
    ['a message that went', sortWebhookStatus(200)],
  ])('is not recognised by %s', (_what, result) => {
    expect(isUnavailable(result)).toBe(false);
  });
});

it('retryLater carries the time the receiver asked for to Temporal', () => {
  expect(() => retryLater('slack', 'limited', 7000)).toThrowError(
    expect.objectContaining({ type: 'slack', nonRetryable: false, nextRetryDelay: 7000 }) as Error,
  );
});
