import { createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** Key for workflow data that Temporal stores. A `KeyObject` never shows its bytes, neither when printed nor as JSON. */
export interface PayloadKey {
  /** Id of the key. It is stored as plain text next to the data that the key encrypted. */
  readonly id: string;
  readonly key: KeyObject;
}

/**
 * Pattern of a key's id. It allows fewer characters than a key of 32 bytes has in base64 or hexadecimal, so that an entry with id
 * and key swapped is refused.
 */
const KEY_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,30}$/;
const KEY_BYTES = 32;
const KEY_TEXT = /^[A-Za-z0-9+/_-]{43}=?$/;

/**
 * Reads the payload keys from `id:key` entries. The first key encrypts; all keys decrypt.
 * @param mistakes receives the position of each wrong entry, and its id if it has one, but never a key
 */
export function readPayloadKeys(entries: readonly string[], mistakes: string[]): PayloadKey[] {
  const keys: PayloadKey[] = [];
  for (const [index, entry] of entries.entries()) {
    const read = readEntry(entry);
    const wrong = typeof read === 'string' ? read : clash(read, keys);
    if (wrong !== undefined) mistakes.push(`PAYLOAD_ENCRYPTION_KEYS: entry ${index + 1} ${wrong}.`);
    else if (typeof read !== 'string') keys.push(read);
  }
  return keys;
}

function readEntry(entry: string): PayloadKey | string {
  const colon = entry.indexOf(':');
  const id = entry.slice(0, Math.max(colon, 0));
  if (!KEY_ID.test(id))
    return 'is not id:key with an id of at most 31 letters, digits, dots, dashes and underscores';
  const text = entry.slice(colon + 1);
  const bytes = Buffer.from(text, 'base64');
  if (!KEY_TEXT.test(text) || bytes.length !== KEY_BYTES)
    return `("${id}") contains no key of 32 bytes in base64: make one with openssl rand -base64 32`;
  if (new Set(bytes).size === 1)
    return `("${id}") repeats one byte and is not a key: make one with openssl rand -base64 32`;
  return { id, key: createSecretKey(bytes) };
}

function clash({ id, key }: PayloadKey, earlier: readonly PayloadKey[]): string | undefined {
  if (earlier.some((each) => each.id === id))
    return `has the id "${id}" of an earlier one: give each key an id of its own`;
  const same = earlier.find((each) => each.key.equals(key));
  return same && `("${id}") is the same key as "${same.id}"`;
}
