import type { Logger } from 'pino';
import type { ChannelService } from '../../rules/channels/index.ts';

/** Result of an attempt: a receiver that answers in any way, one that does not answer, or no request. */
export type Met = 'there' | 'unavailable' | 'nothing';

/** The right to make one attempt. Its holder reports the result once, and later reports are ignored. */
export interface Passage {
  /** Whether this is the one attempt that finds out if an unavailable receiver is back. */
  readonly isProbe: boolean;
  end(met: Met): void;
}

/** Facts of an attempt that requests a passage. */
export interface Asking {
  /** Whether the attempt is made in any case. */
  readonly urgent?: boolean;
  /** Whether another unknown outcome would be costly. It then probes only when no other attempt did for a while. */
  readonly unknownOutcome?: boolean;
}

/** A breaker that keeps attempts from an unavailable receiver, one at a time excepted. */
export interface Breaker {
  /** Returns the right to an attempt that follows at once, or `undefined` when it must not be made now. */
  enter(asked?: Asking): Passage | undefined;
  /** Returns for how long attempts have failed without an answer, or `undefined` while all are let through. */
  unavailableForMs(): number | undefined;
}

/** Times at which a breaker opens and probes. */
export interface BreakerTimes {
  /** Failed attempts in a row after which it opens. */
  readonly opensAfter: number;
  /** Time from the opening to the first probe. It doubles after each failed probe. */
  readonly firstProbeMs: number;
  readonly slowestProbeMs: number;
  /** Time after which an unfinished probe is no longer waited for. */
  readonly probeEndsMs: number;
}

/** Times by which an unavailable receiver is probed twice a minute, however much waits for it. */
export const BREAKER_TIMES: BreakerTimes = {
  opensAfter: 5,
  firstProbeMs: 1_000,
  slowestProbeMs: 30_000,
  probeEndsMs: 60_000,
};

/** State of a breaker after a failure. */
interface Trouble {
  readonly sinceMs: number;
  failures: number;
  /** The open state; `undefined` while all attempts are let through. */
  open?: { probeAtMs: number; everyMs: number; probe?: object | undefined };
}

/**
 * Creates a breaker that lets all attempts through at first. It keeps nothing but its own state in memory.
 * @param parts `changed` is called when it opens and when it closes, with the time since the first failure
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
  /** Returns whether a probe is due, and makes this attempt the probe. */
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
    // A probe that made no request leaves the probe to the next attempt.
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

/** Key of a receiver with a breaker of its own. */
export interface BreakerKey {
  readonly fleet: string;
  readonly kind: ReceiverKind;
  /** One of several receivers of a kind: a webhook's address. */
  readonly receiver?: string;
}

/** The breakers of this process: one for each fleet and receiver. */
export interface Breakers {
  of(key: BreakerKey): Breaker;
}

/** Breakers from which those of answering receivers are removed, because webhook addresses come and go with rules. */
const MOST_KEPT = 2_000;

/**
 * Creates breakers as they are needed. They live in the process: two workers make two probes at most, and a new worker finds an
 * outage out for itself within a few attempts.
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
