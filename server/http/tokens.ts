import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Compared as digests under a key of this process: equal lengths, and nothing a guess can aim at. */
const KEY = randomBytes(32);

function digest(text: string): Buffer {
  return createHmac('sha256', KEY).update(text).digest();
}

/** Tokens and whose they are. Every look-up compares with every token, found or not, in constant time. */
export interface TokenBook<T> {
  find(given: string): T | undefined;
}

/**
 * @param entries each token with its owner
 * @param size compares with at least so many, so that books of different lengths take the same time
 */
export function tokenBook<T>(
  entries: readonly { readonly token: string; readonly owner: T }[],
  size = 0,
): TokenBook<T> {
  const known: { digest: Buffer; owner?: T }[] = entries.map(({ token, owner }) => ({
    digest: digest(token),
    owner,
  }));
  while (known.length < size) known.push({ digest: randomBytes(32) });
  return {
    find(given) {
      const wanted = digest(given);
      let found: T | undefined;
      for (const each of known) if (timingSafeEqual(each.digest, wanted)) found ??= each.owner;
      return found;
    },
  };
}

/** The token of an `Authorization: Bearer` header. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
}

/** The password of an `Authorization: Basic` header, whoever the user is; undefined when there is none. */
export function basicPassword(header: string | undefined): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : pair.slice(colon + 1);
}
