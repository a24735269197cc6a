import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

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

/** Returns the password of an `Authorization: Basic` header for any user name; undefined when there is none. */
export function basicPassword(header: string | undefined): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : pair.slice(colon + 1);
}

/** How wrong tokens are slowed down. */
interface WrongTokenLimits {
  /** Wrong tokens in a row that are answered at once. */
  readonly burst: number;
  /** And so many each second from then on. */
  readonly aSecond: number;
  /** Milliseconds that each further one waits. */
  readonly delayMs: number;
  /** Wrong tokens that may wait, because each holds a connection that others need. Further ones are answered at once. */
  readonly mostWaiting: number;
}

/** Documented in docs/configure.md. */
export const WRONG_TOKEN_LIMITS: WrongTokenLimits = {
  burst: 100,
  aSecond: 20,
  delayMs: 1_000,
  mostWaiting: 200,
};

/**
 * Slows down who guesses tokens, all of them together: behind a proxy everyone has one address. It keeps two numbers,
 * however many guess, and is never asked about a right token.
 * @returns waits as long as the next wrong token's answer has to
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
