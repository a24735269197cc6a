import type { Failure } from './outcome.ts';

/**
 * Codes after which no byte of a request can have left: no connection was made, or no certificate was accepted. `EDNS` is
 * nodemailer's word for a name that was not found. Not `EPROTO`: TLS may break in the middle of a connection as well.
 */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EDNS',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/**
 * Turns what `fetch` or the body's stream threw into an outcome. Only the error's code is repeated, never its message
 * or cause: those may carry the URL, and with it the key.
 */
export function sortThrown(error: unknown, timeoutMs: number): Extract<Failure, { kind: 'unavailable' }> {
  const thrown = networkCode(error) ?? 'network error';
  if (thrown === 'timeout')
    return { kind: 'unavailable', reason: `no complete answer within ${timeoutMs} ms` };
  return { kind: 'unavailable', reason: `the connection failed (${thrown})` };
}

/** True when the request surely never left: a deletion did not happen then, and a message was not sent. */
export function neverSent(error: unknown): boolean {
  return NEVER_CONNECTED.has(networkCode(error) ?? '');
}

/** The code of what was thrown or of its cause, such as `ECONNRESET`, or `timeout`; undefined: there is none. */
export function networkCode(error: unknown): string | undefined {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth += 1) {
    const { name, code, cause } = at as { name?: unknown; code?: unknown; cause?: unknown };
    if (name === 'TimeoutError' || name === 'AbortError') return 'timeout';
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,49}$/.test(code)) return code;
    at = cause;
  }
  return undefined;
}
