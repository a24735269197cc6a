import { describe, expect, it } from 'vitest';
import { sortSocketError } from '../../activities/failures/index.ts';
import { networkCode, neverSent } from '../../analytics/index.ts';

const failed = (code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code }) });

describe('whether a request can have left', () => {
  it.each([
    ['ECONNREFUSED', true],
    ['EDNS', true],
    ['CERT_HAS_EXPIRED', true],
    ['UND_ERR_CONNECT_TIMEOUT', true],
    ['ECONNRESET', false],
    ['EPIPE', false],
    ['UND_ERR_SOCKET', false],
  ])('after %s is answered alike for deletions and for messages', (code, expected) => {
    expect(neverSent(failed(code))).toBe(expected);
    expect(sortSocketError('it', failed(code)).kind).toBe(expected ? 'not_sent' : 'unknown_outcome');
  });

  it('after a fault of TLS is unclear of a deletion, and not of a message, which follows the handshake', () => {
    expect(neverSent(failed('EPROTO'))).toBe(false);
    expect(sortSocketError('it', failed('EPROTO')).kind).toBe('not_sent');
  });

  it('is unknown without a code', () => {
    expect(neverSent(new Error('boom'))).toBe(false);
    expect(neverSent(undefined)).toBe(false);
  });
});

describe('the code of a failure', () => {
  it.each<[string, unknown, string | undefined]>([
    ['a code of its cause', failed('ECONNRESET'), 'ECONNRESET'],
    ['a time that was over', new DOMException('late', 'TimeoutError'), 'timeout'],
    ['a call that was ended', new DOMException('ended', 'AbortError'), 'timeout'],
    ['a code that may be a text of others', failed('https://example.com/?key=k'), undefined],
  ])('is of %s', (_what, error, expected) => {
    expect(networkCode(error)).toBe(expected);
  });
});
