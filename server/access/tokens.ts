import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Key of this process for digests of tokens. Digests have equal lengths, and an attacker cannot predict them from a guess. */
const KEY = randomBytes(32);

function digest(text: string): Buffer {
  return createHmac('sha256', KEY).update(text).digest();
}

/** Tokens and their owners. Every lookup compares with all tokens in constant time, whether or not it finds one. */
export interface TokenBook<T> {
  find(given: string): T | undefined;
}

/**
 * Creates a token book.
 * @param entries each token with its owner
 * @param size minimum number of comparisons, so that books of different lengths take the same time
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

/** Returns the token in an `Authorization: Bearer` header, or undefined if there is none. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
}

/** Returns the password in an `Authorization: Basic` header, whatever the user name. Undefined if there is none. */
export function basicPassword(header: string | undefined): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : pair.slice(colon + 1);
}

/** Limits that slow down guessing of tokens. */
interface WrongTokenLimits {
  /** Number of wrong tokens in a row that are answered at once. */
  readonly burst: number;
  /** Number of wrong tokens per second that are answered at once after that. */
  readonly aSecond: number;
  /** Milliseconds by which the response to any further wrong token is delayed. */
  readonly delayMs: number;
  /**
   * Maximum number of delayed responses, because each holds a connection that other requests need. Further wrong tokens are
   * answered at once.
   */
  readonly mostWaiting: number;
}

/** The limits of the web server. Documented in docs/configure.md. */
export const WRONG_TOKEN_LIMITS: WrongTokenLimits = {
  burst: 100,
  aSecond: 20,
  delayMs: 1_000,
  mostWaiting: 200,
};

/**
 * Slows down guessing of tokens by all senders together, because behind a proxy all have the same address. It stores only a few
 * numbers, however many senders guess. It is not called for valid tokens.
 * @returns a function that waits until the response to the next wrong token may be sent
 */
export function wrongTokenBrake(
  limits: WrongTokenLimits,
  {
    now = () => performance.now(),
    wait = (ms: number): Promise<unknown> => pause(ms),
  }: { readonly now?: () => number; readonly wait?: (ms: number) => Promise<unknown> } = {},
): () => Promise<void> {
  const { burst, aSecond, delayMs, mostWaiting } = limits;
  let free = burst;
  let countedAt = now();
  let waiting = 0;
  return async () => {
    const at = now();
    free = Math.min(burst, free + ((at - countedAt) / 1000) * aSecond);
    countedAt = at;
    if (free >= 1) {
      free -= 1;
      return;
    }
    if (waiting >= mostWaiting) return;
    waiting += 1;
    try {
      await wait(delayMs);
    } finally {
      waiting -= 1;
    }
  };
}
