import type { Logger } from 'pino';
import type { ChannelService } from '../../rules/channels/index.ts';

/**
 * Finding of an attempt. `there`: the receiver answered, even with an error. `unavailable`: no answer. `nothing`: no request was
 * sent.
 */
export type Met = 'there' | 'unavailable' | 'nothing';

/** Permission for one attempt. The attempt calls `end` once; later calls are ignored. */
export interface Passage {
  /** Whether the attempt is the probe, which finds out if an unavailable receiver is available again. */
  readonly isProbe: boolean;
  end(met: Met): void;
}

/** Properties of an attempt that requests permission. */
export interface Asking {
  /** Whether the attempt is allowed even while the breaker is open. */
  readonly urgent?: boolean;
  /**
   * Whether an unknown outcome would be worse for this attempt than for others. Such an attempt becomes the probe only if no
   * other attempt did for a while.
   */
  readonly unknownOutcome?: boolean;
}

/** A circuit breaker. It prevents attempts at an unavailable receiver, except one probe at a time. */
export interface Breaker {
  /** Requests permission right before an attempt. Returns `undefined` if the attempt must not be made now. */
  enter(asked?: Asking): Passage | undefined;
  /**
   * Returns the milliseconds since the first failed attempt after the last answer, or `undefined` while the breaker is closed.
   */
  unavailableForMs(): number | undefined;
}

/** Times and counts at which a circuit breaker opens and probes. */
export interface BreakerTimes {
  /** Number of consecutive failed attempts that open the breaker. */
  readonly opensAfter: number;
  /** Milliseconds from the opening to the first probe. Doubles after each failed probe, up to `slowestProbeMs`. */
  readonly firstProbeMs: number;
  readonly slowestProbeMs: number;
  /** Milliseconds after which another probe may begin, although the last probe has not ended. */
  readonly probeEndsMs: number;
}

/** Default times. A receiver that stays unavailable is probed twice a minute, however many attempts wait. */
export const BREAKER_TIMES: BreakerTimes = {
  opensAfter: 5,
  firstProbeMs: 1_000,
  slowestProbeMs: 30_000,
  probeEndsMs: 60_000,
};

/** State of a breaker since the first failure after the last answer. */
interface Trouble {
  readonly sinceMs: number;
  failures: number;
  /** State of the probe; `undefined` while the breaker is closed. */
  open?: { probeAtMs: number; everyMs: number; probe?: object | undefined };
}

/**
 * Creates a closed breaker. Its state is in memory only.
 * @param parts `changed` is called when the breaker opens or closes, with the milliseconds since the first failure
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
  /** Makes the attempt the probe if a probe is due. Returns whether the attempt is the probe. */
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
    // A probe that sent no request found out nothing, so the next attempt becomes the probe at once.
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

/** Kinds of receivers that have circuit breakers. */
export type ReceiverKind = ChannelService | 'analytics';

/** Key of a circuit breaker. Each fleet has its own breakers. */
export interface BreakerKey {
  readonly fleet: string;
  readonly kind: ReceiverKind;
  /** Address of a webhook, because a fleet may have several webhook receivers. */
  readonly receiver?: string;
}

/** Circuit breakers of this process: one per fleet and receiver. */
export interface Breakers {
  of(key: BreakerKey): Breaker;
}

/** Number of breakers above which closed ones are removed, because webhook addresses come and go with rules. */
const MOST_KEPT = 2_000;

/**
 * Creates circuit breakers when they are first used. They exist per process: two workers make at most two probes at a time, and a
 * restarted worker notices an outage within a few attempts.
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
      // Logs no address, because a webhook's address may contain a secret.
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
