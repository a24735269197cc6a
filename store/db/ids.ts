import { createHash } from 'node:crypto';

/** Longest driver or trip id that is stored: PostgreSQL's indexes hold 2,704 bytes a row, shared by all parts of a key. */
export const LONGEST_ID = 256;

/** Returns whether a driver or trip id can be stored as it is: 1 to 256 characters, without U+0000 and half surrogate pairs. */
export function isStorableId(id: string): boolean {
  return id.length > 0 && id.length <= LONGEST_ID && !id.includes('\0') && !/\p{Surrogate}/u.test(id);
}

/** Returns the hex SHA-256 of the parts; their boundaries are part of it. */
export function fingerprint(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Returns whether a text, such as one from an address, can be the number of a row. */
export function isRowId(id: string): boolean {
  return /^\d{1,18}$/.test(id);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns whether a text, such as one from an address, is a UUID, as the ids of simulations are. */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}
