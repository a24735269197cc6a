import type { Logger } from 'pino';
import type { ChannelService } from '../../rules/channels/index.ts';

/** Finding of an attempt: a receiver that answers (even with an error), one that does not, or no request was sent. */
export type Met = 'there' | 'unavailable' | 'nothing';

/** The right to make one attempt. Its holder reports the end once; later reports are ignored. */
export interface Passage {
  /** Whether this is the one attempt that finds out if an unavailable receiver is back. */
  readonly isProbe: boolean;
  end(met: Met): void;
}

/** Properties of an attempt that requests passage. */
export interface Asking {
  /** Whether the attempt is made even while the breaker is open. */
  readonly urgent?: boolean;
  /** Whether an unknown outcome would cost this attempt more than others. It probes only if no other attempt did for a while. */
  readonly unknownOutcome?: boolean;
}

/** A breaker that keeps attempts from an unavailable receiver, one at a time excepted. */
export interface Breaker {
  /** Requests passage right before an attempt; returns `undefined` if the attempt must not be made now. */
  enter(asked?: Asking): Passage | undefined;
  /** Returns how long attempts have failed without one answer between them, or `undefined` while the breaker is closed. */
  unavailableForMs(): number | undefined;
}

/** Times at which a breaker opens and probes. */
export interface BreakerTimes {
  /** Number of failed attempts in a row that open the breaker. */
  readonly opensAfter: number;
  /** Time from the opening to the first probe; doubles after each failed probe. */
  readonly firstProbeMs: number;
  readonly slowestProbeMs: number;
  /** Time after which another probe may begin although the last one has not ended. */
  readonly probeEndsMs: number;
}

/** Default times: a receiver that stays unavailable is probed twice a minute, however much waits for it. */
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
  /** State of the probe; `undefined` while the breaker is closed. */
  open?: { probeAtMs: number; everyMs: number; probe?: object | undefined };
}

/**
 * Creates a closed breaker. It keeps only its own state, in memory.
 * @param parts `changed` is called when the breaker opens or closes, with the time since the first failure
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
  /** Registers the attempt as the probe if one is due. Returns whether it is the probe. */
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
    // A probe that sent no request leaves the probe to the next attempt.
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

/** Key of a breaker: each fleet and receiver has its own. */
export interface BreakerKey {
  readonly fleet: string;
  readonly kind: ReceiverKind;
  /** Address of a webhook, because a fleet has several of them. */
  readonly receiver?: string;
}

/** The breakers of this process: one per fleet and receiver. */
export interface Breakers {
  of(key: BreakerKey): Breaker;
}

/** Number of breakers above which closed ones are removed, because webhook addresses come and go with rules. */
const MOST_KEPT = 2_000;

/**
 * Creates breakers on demand. They live in the process: two workers make at most two probes, and a restarted worker notices
 * an outage within a few attempts.
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
