import { setTimeout as pause } from 'node:timers/promises';

/** How wrong tokens are slowed down. */
export interface WrongTokenLimits {
  /** So many in a row are answered at once. */
  readonly burst: number;
  /** And so many each second from then on. */
  readonly aSecond: number;
  /** How long each further one waits. */
  readonly delayMs: number;
  /** How many may wait: they hold connections, of which others need some. Further ones are answered at once. */
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
 * Slows down who guesses tokens, all of them together: behind a proxy everybody has one address. It keeps two numbers,
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
