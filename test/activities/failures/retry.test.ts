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
  sortSmtpAnswer,
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
      'a word that is not known',
      new WebAPIPlatformError({ ok: false, error: 'message_limit_exceeded' }),
      { kind: 'not_sent', refusal: { alarm: 'slack_refused', alarmFrom: 1 } },
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
    [554, 'DATA', 'not_sent', undefined],
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
    const result = sortSmtpAnswer({ status, command });
    expect(result.kind).toBe(kind);
    expect('alarm' in result ? result.alarm : undefined).toBe(alarm);
  });
});

describe('a webhook receiver’s status', () => {
  const kinds = new Map<number, string>();
  for (const status of [200, 201, 202, 204, 299]) kinds.set(status, 'sent');
  for (const status of [300, 301, 302, 303, 307, 308]) kinds.set(status, 'not_sent');
  for (const status of [400, 401, 403, 404, 405, 408, 413, 422, 425, 429, 499, 999])
    kinds.set(status, 'not_sent');
  for (const status of [500, 501, 502, 503, 504, 520, 599]) kinds.set(status, 'not_sent');
  kinds.set(410, 'refused');
  it.each([...kinds])('%i is %s', (status, kind) => {
    const result = sortWebhookStatus(status);
    expect(result.kind).toBe(kind);
    if (kind === 'not_sent')
      expect(result).toMatchObject({ refusal: { alarm: 'webhook_refused', alarmFrom: 3 } });
  });

  it('may follow a message that was taken where a gateway says so, and surely does not with a 503 or a 4xx', () => {
    for (const status of [500, 502, 504, 520])
      expect(sortWebhookStatus(status)).toMatchObject({ mayHaveArrived: true });
    for (const status of [302, 400, 404, 413, 429, 503])
      expect(sortWebhookStatus(status)).not.toHaveProperty('mayHaveArrived');
  });

  it('keeps what Retry-After asked for', () => {
    for (const status of [429, 503, 502]) {
      expect(sortWebhookStatus(status, 9_000)).toMatchObject({ kind: 'not_sent', afterMs: 9_000 });
      expect(sortWebhookStatus(status, 1_000)).toMatchObject({ afterMs: 1_000 });
      // Repeated at once, for as long as the limit holds, the request would never be accepted.
      expect(sortWebhookStatus(status, 0)).not.toHaveProperty('afterMs');
    }
  });

  it('names no time of its own where the receiver named none', () => {
    expect(sortWebhookStatus(502)).not.toHaveProperty('afterMs');
  });
});

describe('a socket error', () => {
  it.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'EADDRNOTAVAIL',
    'ENETDOWN',
    'CERT_NOT_YET_VALID',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'HOSTNAME_MISMATCH',
    'EPROTO',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE',
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  ])('%s means nothing was sent', (code) => {
    expect(sortSocketError('it', socketError(code)).kind).toBe('not_sent');
  });
  it.each([
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'UND_ERR_SOCKET',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
    'HPE_INVALID_CONSTANT',
    'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
    'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
  ])('%s leaves it unclear', (code) => {
    expect(sortSocketError('it', socketError(code)).kind).toBe('unknown_outcome');
  });
});

describe('a time limit of the system', () => {
  const timedOut = (syscall: string): Error => Object.assign(socketError('ETIMEDOUT'), { syscall });
  it('means that nothing was sent when it ended the connecting', () => {
    expect(sortSocketError('it', new TypeError('fetch failed', { cause: timedOut('connect') })).kind).toBe(
      'not_sent',
    );
    const all = new AggregateError([timedOut('connect'), timedOut('connect')]);
    expect(sortSocketError('it', Object.assign(all, { code: 'ETIMEDOUT' })).kind).toBe('not_sent');
  });

  it('leaves it unclear when it ended the reading', () => {
    expect(sortSocketError('it', timedOut('read')).kind).toBe('unknown_outcome');
    const some = new AggregateError([timedOut('connect'), timedOut('read')]);
    expect(sortSocketError('it', Object.assign(some, { code: 'ETIMEDOUT' })).kind).toBe('unknown_outcome');
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
    ['a mail server that closes down', sortSmtpAnswer({ status: 421, command: 'CONN' })],
    ['one that does so in the middle', sortSmtpAnswer({ status: 421, command: 'RCPT TO' })],
    ['one without room', sortSmtpAnswer({ status: 452, command: 'MAIL FROM' })],
    ['a webhook’s 502', sortWebhookStatus(502)],
    ['a webhook’s 503', sortWebhookStatus(503)],
  ])('is recognised by %s', (_what, result) => {
    expect(isUnavailable(result)).toBe(true);
  });

  it.each([
    ['a limit', sortSlackError(new WebAPIRateLimitedError(7))],
    ['a revoked token', slack('token_revoked')],
    ['a missing channel', slack('channel_not_found')],
    ['a refused login', sortSmtpAnswer({ status: 535, command: 'AUTH PLAIN' })],
    ['a recipient it does not take now', sortSmtpAnswer({ status: 450, command: 'RCPT TO' })],
    ['a message it does not take now', sortSmtpAnswer({ status: 451, command: 'DATA' })],
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
