import { createFairSlots } from './fairQueue.ts';
import type { FairSlots, Slot } from './fairQueue.ts';

/** The result of a start. */
export type Started = 'started' | 'duplicate';

/** The limit of one fleet's trips, which protects the other fleets. */
export interface FleetShare {
  /** Trips of a fleet that may start each second; further ones wait in Temporal. */
  readonly tripsPerSecond: number;
  /** Called once for each trip that starts later than it was received. */
  readonly onDelayed: (fleet: string) => void;
}

/** Orders starts fairly between fleets. */
export interface StartSlots {
  /**
   * Starts a trip in its fleet's turn, with the delay in milliseconds that the fleet's rate limit requires. @throws NoSlotError
   */
  readonly trip: (fleet: string, start: (delayMs: number) => Promise<Started>) => Promise<Started>;
  /**
   * Starts work that a person or Tripline itself requested. It does not wait behind a flood of the same fleet. @throws
   * NoSlotError
   */
  readonly asked: (fleet: string, start: (delayMs: number) => Promise<Started>) => Promise<Started>;
}

/** Concurrent starts. A higher number makes Temporal no faster, and lets one fleet's flood delay all other fleets. */
const STARTS_AT_ONCE = 16;
/** Longest delay in Temporal, because a notification that is even later hardly helps. */
const MOST_DELAY_MS = 600_000;
/**
 * Ratio of the rate at which delayed trips are accepted to the rate at which they start. It frees the sender soon, and leaves
 * Temporal time for other fleets, because each accepted start takes a few milliseconds.
 */
const TAKEN_FASTER = 4;
/** Minimum number of delayed trips accepted per second, at any rate limit. */
const TAKEN_AT_LEAST = 20;
/** Approximate duration of a start, from which the number of concurrent starts follows. */
const START_SECONDS = 0.05;

/**
 * Creates fair slots between fleets, and between a fleet's trips and its other requests. Only delayed trips have a limited
 * share of the slots. A trip without a delay starts as without a rate limit, however slowly Temporal answers.
 * @param options.withinMs maximum wait of a start for a slot
 * @param options.share absent: every trip starts at once
 */
export function createStartSlots(options: {
  readonly withinMs: number;
  readonly share?: FleetShare;
}): StartSlots {
  const { withinMs, share } = options;
  const slots = createFairSlots({ atOnce: STARTS_AT_ONCE, withinMs });
  const rateLimited = share && createRateLimitedStarts(slots, { withinMs, share });
  return {
    // A fleet's id holds no space, so no two of these share a queue.
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

/** The start time of a fleet's trip, which can be returned unused. */
interface Begin {
  /** The time on the clock of `nowMs`. */
  readonly atMs: number;
  /** Returns the time unused, so that the fleet's next trip does not wait for it. */
  giveBack(): void;
}

/** Spreads the trips of each fleet over time. */
interface FleetRateLimit {
  /** @param nowMs milliseconds of any clock that never goes back */
  begin(fleet: string, nowMs: number): Begin;
}

/** Burst size in seconds of the rate limit. A larger burst would be the load peak that the limit should prevent. */
const REST_SECONDS = 0.5;

/**
 * Limits the rate of each fleet separately, with a small burst after a pause. Returns delays, so that it only stores one time
 * per fleet (the "generic cell rate algorithm").
 * @param options.perSecond trips that may start each second
 * @param options.mostMs maximum delay; trips beyond it start together
 */
export function createFleetRateLimit(options: {
  readonly perSecond: number;
  readonly mostMs: number;
}): FleetRateLimit {
  const { perSecond, mostMs } = options;
  const eachMs = 1000 / perSecond;
  const savedMs = Math.max(0, REST_SECONDS * 1000 - eachMs);
  /** The time at which the fleet's next trip would start without a burst. */
  const nextAt = new Map<string, number>();

  return {
    begin(fleet, nowMs) {
      const at = Math.max(nextAt.get(fleet) ?? 0, nowMs);
      const atMs = Math.max(nowMs, at - savedMs);
      // Trips at the maximum delay do not advance the fleet's time, so that the delay does not grow further.
      if (atMs >= nowMs + mostMs) return { atMs: nowMs + mostMs, giveBack: () => undefined };
      nextAt.set(fleet, at + eachMs);
      return { atMs, giveBack: () => void nextAt.set(fleet, (nextAt.get(fleet) ?? 0) - eachMs) };
    },
  };
}
