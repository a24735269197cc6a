import { createFairSlots } from './fairQueue.ts';
import type { FairSlots, Slot } from './fairQueue.ts';

/** Result of starting a workflow. `duplicate`: it was already started. */
export type Started = 'started' | 'duplicate';

/** Rate limit of one fleet's trips, which protects the other fleets. */
export interface FleetShare {
  /** Number of a fleet's trips that may start per second. Further trips wait in Temporal. */
  readonly tripsPerSecond: number;
  /** Called once for each trip that starts with a delay. */
  readonly onDelayed: (fleet: string) => void;
}

/** Slots for starting workflows, which are shared fairly between fleets. */
export interface StartSlots {
  /**
   * Starts a trip's workflow once its fleet gets a slot, with the delay in milliseconds that the fleet's rate limit requires.
   * @throws NoSlotError when no slot was free in time
   */
  readonly trip: (fleet: string, start: (delayMs: number) => Promise<Started>) => Promise<Started>;
  /**
   * Starts work that a person or Tripline itself requested. It does not wait behind many trips of the same fleet.
   * @throws NoSlotError when no slot was free in time
   */
  readonly asked: (fleet: string, start: (delayMs: number) => Promise<Started>) => Promise<Started>;
}

/**
 * Number of concurrent starts. More would not make Temporal faster, and would let one fleet's many trips delay all other fleets.
 */
const STARTS_AT_ONCE = 16;
/** Longest delay in Temporal, in milliseconds, because a notification that is even later hardly helps. */
const MOST_DELAY_MS = 600_000;
/**
 * Rate at which delayed trips are accepted, as a multiple of the rate at which they start. The sender is answered soon, and
 * Temporal has time for other fleets, because each accepted start takes a few milliseconds.
 */
const TAKEN_FASTER = 4;
/** Smallest number of delayed trips that are accepted per second, even if the fleet's rate limit is low. */
const TAKEN_AT_LEAST = 20;
/** Approximate duration of a start in seconds, from which the number of concurrent starts is computed. */
const START_SECONDS = 0.05;

/**
 * Creates slots that are shared fairly between fleets, and between a fleet's trips and its other work. Only delayed trips are
 * limited to a share of the slots. A trip without a delay starts as if there were no rate limit, however slowly Temporal answers.
 * @param options.withinMs milliseconds that a start waits at most for a slot
 * @param options.share the fleet's rate limit; if absent, every trip starts at once
 */
export function createStartSlots(options: {
  readonly withinMs: number;
  readonly share?: FleetShare;
}): StartSlots {
  const { withinMs, share } = options;
  const slots = createFairSlots({ atOnce: STARTS_AT_ONCE, withinMs });
  const rateLimited = share && createRateLimitedStarts(slots, { withinMs, share });
  return {
    // The name of each queue is unique, because a fleet's id contains no space.
    asked: (fleet, start) => slots.run(`${fleet} asked`, () => start(0)),
    trip: (fleet, start) => (rateLimited ? rateLimited(fleet, start) : slots.run(fleet, () => start(0))),
  };
}

function createRateLimitedStarts(
  slots: FairSlots,
  options: { readonly withinMs: number; readonly share: FleetShare },
): StartSlots['trip'] {
  const { tripsPerSecond: perSecond, onDelayed } = options.share;
  const rateLimit = createFleetRateLimit({ perSecond, mostMs: MOST_DELAY_MS });
  const takenPerSecond = Math.max(TAKEN_AT_LEAST, perSecond * TAKEN_FASTER);
  const atOnce = Math.min(STARTS_AT_ONCE, Math.max(2, Math.ceil(takenPerSecond * START_SECONDS)));
  const restMs = (atOnce * 1000) / takenPerSecond;
  const later = { atOnce, mostWaiting: Math.ceil((takenPerSecond * options.withinMs) / 1000) };

  return async (fleet, start) => {
    const begin = rateLimit.begin(fleet, performance.now());
    const delayMs = (): number => Math.max(0, Math.round(begin.atMs - performance.now()));
    const takeLater = async (slot: Slot): Promise<Started> => {
      const came = await start(delayMs());
      if (came === 'started') slot.rest(restMs);
      return came;
    };
    const isDelayed = delayMs() > 0;
    let started: Started | undefined;
    try {
      started = await (isDelayed
        ? slots.run(`${fleet} later`, takeLater, later)
        : slots.run(fleet, () => start(0)));
    } finally {
      if (started !== 'started') begin.giveBack();
    }
    if (isDelayed && started === 'started') onDelayed(fleet);
    return started;
  };
}

/** Start time that a fleet's trip was given. */
interface Begin {
  /** Start time on the clock of `nowMs`. */
  readonly atMs: number;
  /** Returns the start time unused, so that the fleet's next trip need not wait for it. */
  giveBack(): void;
}

/** Rate limit that spreads the trips of each fleet over time. */
interface FleetRateLimit {
  /** Gives a trip its start time. @param nowMs milliseconds of a clock that never goes back */
  begin(fleet: string, nowMs: number): Begin;
}

/**
 * Size of the burst that the rate limit allows, in seconds. A larger burst would cause the peak load that the limit should
 * prevent.
 */
const REST_SECONDS = 0.5;

/**
 * Creates a rate limit per fleet that allows a small burst after a pause. It returns delays and stores only one time per fleet
 * (the "generic cell rate algorithm").
 * @param options.perSecond number of trips that may start per second
 * @param options.mostMs longest delay; trips beyond it start together
 */
export function createFleetRateLimit(options: {
  readonly perSecond: number;
  readonly mostMs: number;
}): FleetRateLimit {
  const { perSecond, mostMs } = options;
  const eachMs = 1000 / perSecond;
  const savedMs = Math.max(0, REST_SECONDS * 1000 - eachMs);
  /** Time at which each fleet's next trip would start without a burst. */
  const nextAt = new Map<string, number>();

  return {
    begin(fleet, nowMs) {
      const at = Math.max(nextAt.get(fleet) ?? 0, nowMs);
      const atMs = Math.max(nowMs, at - savedMs);
      // Trips at the longest delay do not move the fleet's time, so that the delay does not grow further.
      if (atMs >= nowMs + mostMs) return { atMs: nowMs + mostMs, giveBack: () => undefined };
      nextAt.set(fleet, at + eachMs);
      return { atMs, giveBack: () => void nextAt.set(fleet, (nextAt.get(fleet) ?? 0) - eachMs) };
    },
  };
}
