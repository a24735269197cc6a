import type { Logger } from 'pino';
import { createBreaker } from './breaker.ts';
import type { Breaker, BreakerTimes } from './breaker.ts';

/** Kinds of receivers that may be away. */
export type ReceiverKind = 'slack' | 'smtp' | 'webhook' | 'analytics';

/** Names what has a breaker of its own. */
export interface BreakerKey {
  readonly fleet: string;
  readonly kind: ReceiverKind;
  /** Of several of a kind; a webhook's address. */
  readonly receiver?: string;
}

/** The breakers of this process: one a fleet and receiver. */
export interface Breakers {
  of(key: BreakerKey): Breaker;
}

/** Addresses of webhooks come and go with rules; those that answer are forgotten when there are so many. */
const MOST_KEPT = 2_000;

/**
 * Makes them as they are needed. They live in the process: two workers make two probes at most, and whoever begins anew
 * finds out for itself within a few attempts.
 */
export function createBreakers(parts: {
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly nowMs?: () => number;
  readonly pace?: BreakerTimes;
}): Breakers {
  const kept = new Map<string, Breaker>();
  const make = ({ fleet, kind }: BreakerKey): Breaker =>
    createBreaker({
      nowMs: parts.nowMs ?? (() => performance.now()),
      ...(parts.pace && { pace: parts.pace }),
      // A webhook's address may hold a secret, so it is not named.
      changed(to, awayMs) {
        const seconds = Math.round(awayMs / 1_000);
        if (to === 'open')
          parts.log.warn({ fleet, receiver: kind }, 'does not answer: asked now and then only');
        else parts.log.info({ fleet, receiver: kind, away_seconds: seconds }, 'answers again');
      },
    });
  return {
    of(key) {
      const name = JSON.stringify([key.fleet, key.kind, key.receiver ?? '']);
      const known = kept.get(name);
      if (known) return known;
      if (kept.size >= MOST_KEPT)
        for (const [each, breaker] of kept) if (breaker.awayForMs() === undefined) kept.delete(each);
      const made = make(key);
      kept.set(name, made);
      return made;
    },
  };
}
