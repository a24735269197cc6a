import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A text that only who has the key can have made: `payload.signature`, both fit for an address.
 * @param purpose what the bytes that are signed begin with, so that a text made for one page opens no other
 */
export function signText(key: Uint8Array, purpose: string, value: unknown): string {
  const payload = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${payload}.${signature(key, purpose, payload).toString('base64url')}`;
}

/** The value of a signed text; undefined when it was not signed with this key for this purpose, or is damaged. */
export function verifyText(key: Uint8Array, purpose: string, text: string): unknown {
  const [payload = '', given = '', ...rest] = text.split('.');
  const expected = signature(key, purpose, payload);
  const actual = Buffer.from(given, 'base64url');
  if (rest.length > 0 || actual.length !== expected.length || !timingSafeEqual(actual, expected))
    return undefined;
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
}

function signature(key: Uint8Array, purpose: string, payload: string): Buffer {
  return createHmac('sha256', key)
    .update(purpose + payload)
    .digest();
}
