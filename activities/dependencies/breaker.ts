import type { Logger } from 'pino';
import type { ChannelService } from '../../rules/channels/index.ts';

/** What an attempt met: a receiver that answers, whatever it says; one that does not; or nothing was asked. */
export type Met = 'there' | 'unavailable' | 'nothing';

/** The right to make one attempt. Whoever holds it says how it ended, once; what is said later counts for nothing. */
export interface Passage {
  /** The one attempt that finds out whether a receiver that was unavailable is back. */
  readonly isProbe: boolean;
  end(met: Met): void;
}

/** Of an attempt that asks to be let through. */
export interface Asking {
  /** It is made in any case. */
  readonly urgent?: boolean;
  /** Another unknown outcome would cost it more than others: it is the probe only when nobody else was for a while. */
  readonly unknownOutcome?: boolean;
}

/** Keeps attempts from a receiver that is unavailable, one at a time excepted. */
export interface Breaker {
  /** Asked right before an attempt; undefined: it is not to be made now. */
  enter(asked?: Asking): Passage | undefined;
  /** For how long attempts have failed without one answer between them; undefined while it lets everyone through. */
  unavailableForMs(): number | undefined;
}

/** When a breaker opens, and how often it probes. */
export interface BreakerTimes {
  /** So many failed attempts in a row. */
  readonly opensAfter: number;
  /** From the opening to the first probe; after each that fails twice as long. */
  readonly firstProbeMs: number;
  readonly slowestProbeMs: number;
  /** A probe that has not ended by then is not waited for. */
  readonly probeEndsMs: number;
}

/** A receiver that is unavailable is asked twice a minute, however much waits for it. */
export const BREAKER_TIMES: BreakerTimes = {
  opensAfter: 5,
  firstProbeMs: 1_000,
  slowestProbeMs: 30_000,
  probeEndsMs: 60_000,
};

/** How a breaker stands, while anything has failed. */
interface Trouble {
  readonly sinceMs: number;
  failures: number;
  /** Undefined: it lets everyone through. */
  open?: { probeAtMs: number; everyMs: number; probe?: object | undefined };
}

/**
 * A breaker that lets everyone through at first. It keeps nothing but its own state in memory.
 * @param parts `changed` is called when it opens and when it closes, the latter with how long nobody answered
 */
export function createBreaker(parts: {
  readonly nowMs: () => number;
  readonly times?: BreakerTimes;
  readonly changed?: (to: 'open' | 'closed', unavailableMs: number) => void;
}): Breaker {
  const { nowMs, changed } = parts;
  const times = parts.times ?? BREAKER_TIMES;
  let trouble: Trouble | undefined;

  function failed(): void {
    trouble ??= { sinceMs: nowMs(), failures: 0 };
    trouble.failures += 1;
    if (trouble.open || trouble.failures < times.opensAfter) return;
    trouble.open = { probeAtMs: nowMs() + times.firstProbeMs, everyMs: times.firstProbeMs };
    changed?.('open', nowMs() - trouble.sinceMs);
  }
  function answered(): void {
    const { open, sinceMs } = trouble ?? {};
    trouble = undefined;
    if (open && sinceMs !== undefined) changed?.('closed', nowMs() - sinceMs);
  }
  /** Whether a probe is due; then this one is it. */
  function takeProbe(probe: object, unknownOutcome: boolean): boolean {
    const open = trouble?.open;
    if (!open || nowMs() < open.probeAtMs + (unknownOutcome ? times.slowestProbeMs : 0)) return false;
    open.probe = probe;
    open.probeAtMs = nowMs() + times.probeEndsMs;
    return true;
  }
  function probeEnded(probe: object, met: Met): void {
    const open = trouble?.open;
    if (open?.probe !== probe) return;
    if (met === 'unavailable') open.everyMs = Math.min(open.everyMs * 2, times.slowestProbeMs);
    open.probe = undefined;
    // One that asked nobody leaves the probe to the next.
    open.probeAtMs = nowMs() + (met === 'unavailable' ? open.everyMs : 0);
  }

  return {
    enter({ urgent = false, unknownOutcome = false } = {}) {
      const probe = {};
      const isProbe = trouble?.open !== undefined && takeProbe(probe, unknownOutcome);
      if (trouble?.open && !isProbe && !urgent) return undefined;
      let isOver = false;
      return {
        isProbe,
        end(met) {
          if (isOver) return;
          isOver = true;
          if (isProbe) probeEnded(probe, met);
          if (met === 'there') answered();
          if (met === 'unavailable') failed();
        },
      };
    },
    unavailableForMs: () => (trouble?.open ? nowMs() - trouble.sinceMs : undefined),
  };
}

/** Kinds of receivers that may be unavailable. */
export type ReceiverKind = ChannelService | 'analytics';

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

/** Addresses of webhooks come and go with rules; those that answer are removed when there are so many. */
const MOST_KEPT = 2_000;

/**
 * Makes them as they are needed. They live in the process: two workers make two probes at most, and whoever begins again
 * finds out for itself within a few attempts.
 */
export function createBreakers(parts: {
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly nowMs?: () => number;
  readonly times?: BreakerTimes;
}): Breakers {
  const kept = new Map<string, Breaker>();
  const make = ({ fleet, kind }: BreakerKey): Breaker =>
    createBreaker({
      nowMs: parts.nowMs ?? (() => performance.now()),
      ...(parts.times && { times: parts.times }),
      // A webhook's address may hold a secret, so it is not named.
      changed(to, unavailableMs) {
        const seconds = Math.round(unavailableMs / 1_000);
        if (to === 'open') parts.log.warn({ fleet, receiver: kind }, 'does not answer: circuit breaker open');
        else parts.log.info({ fleet, receiver: kind, unavailable_seconds: seconds }, 'answers again');
      },
    });
  return {
    of(key) {
      const name = JSON.stringify([key.fleet, key.kind, key.receiver ?? '']);
      const known = kept.get(name);
      if (known) return known;
      if (kept.size >= MOST_KEPT)
        for (const [each, breaker] of kept) if (breaker.unavailableForMs() === undefined) kept.delete(each);
      const made = make(key);
      kept.set(name, made);
      return made;
    },
  };
}
