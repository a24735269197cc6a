import { createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** A key for data that Temporal stores of workflows. A `KeyObject` shows its bytes neither when printed nor as JSON. */
export interface PayloadKey {
  /** The id that is stored in plain text beside the data that the key encrypted. */
  readonly id: string;
  readonly key: KeyObject;
}

/**
 * The pattern of a key's id. It is too short for a key of 32 bytes in base64 or hex, so that swapped values around the colon
 * are refused.
 */
const KEY_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,30}$/;
const KEY_BYTES = 32;
const KEY_TEXT = /^[A-Za-z0-9+/_-]{43}=?$/;

/**
 * Reads keys for payloads from `id:key` entries: the first encrypts, all decrypt.
 * @param mistakes receives the place of each wrong entry, and its id if there is one; never a key
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
