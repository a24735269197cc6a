import { createFairSlots } from './fairQueue.ts';
import type { FairSlots, Slot } from './fairQueue.ts';

/** What a start came to. */
export type Started = 'started' | 'duplicate';

/** How much one fleet's trips may take of what all fleets share. */
export interface FleetShare {
  /** Trips of a fleet that may begin each second; what is beyond waits in Temporal. */
  readonly tripsPerSecond: number;
  /** Called once for each trip that begins later than it was received. */
  readonly onDelayed: (fleet: string) => void;
}

/** Whose start comes when. */
export interface StartSlots {
  /** Starts a trip in its fleet's turn, and with the delay that keeps the fleet's pace, in milliseconds. @throws NoSlotError */
  readonly trip: (fleet: string, start: (delayMs: number) => Promise<Started>) => Promise<Started>;
  /** Starts what a person or Tripline itself asked for: it waits behind no flood of the same fleet. @throws NoSlotError */
  readonly asked: (fleet: string, start: (delayMs: number) => Promise<Started>) => Promise<Started>;
}

/** More of them at once make Temporal no faster, and let one fleet's flood stand before everyone else. */
const STARTS_AT_ONCE = 16;
/** Nothing waits longer than this in Temporal: who is notified later still is hardly helped. */
const MOST_DELAY_MS = 600_000;
/**
 * What is delayed is taken so many times faster than it begins: fast enough that the sender is rid of it, and slow enough that the
 * taking itself, a few milliseconds of Temporal's each, does not slow the others.
 */
const TAKEN_FASTER = 4;
/** So many a second are taken at any pace. */
const TAKEN_AT_LEAST = 20;
/** How long a start takes, give or take: so many have to be on their way to Temporal at once. */
const START_SECONDS = 0.05;

/**
 * Fair slots between fleets, and between a fleet's trips and what else is asked for it. Only what is delayed has a share of the slots; a
 * trip that begins at once goes as if there were no pace, however slowly Temporal answers.
 * @param options.withinMs how long a start waits for its turn
 * @param options.share absent: every trip begins at once
 */
export function createStartSlots(options: {
  readonly withinMs: number;
  readonly share?: FleetShare;
}): StartSlots {
  const { withinMs, share } = options;
  const slots = createFairSlots({ atOnce: STARTS_AT_ONCE, withinMs });
  const rateLimited = share && createRateLimitedStarts(slots, { withinMs, share });
  return {
    // A fleet's id holds no space, so that no two of these share a queue.
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

/** When a fleet's trip may begin, and the way back when it did not need to. */
interface Begin {
  /** By the clock that was given. */
  readonly atMs: number;
  /** Says that nothing began, so that the fleet's next trip does not wait for it. */
  giveBack(): void;
}

/** Spreads the trips of each fleet over time. */
interface FleetRateLimit {
  /** @param nowMs milliseconds of any clock that does not go back */
  begin(fleet: string, nowMs: number): Begin;
}

/** What may begin at once after a rest, in seconds of the rate limit: more would be the blow that a rate limit is to soften. */
const REST_SECONDS = 0.5;

/**
 * A pace for each fleet by itself: no more than so many begin each second, but for what a rest has saved up. Told as delays, so
 * that nothing has to be remembered but one time for each fleet (the "generic cell rate algorithm").
 * @param options.perSecond trips that may begin each second
 * @param options.mostMs nothing is delayed for longer: what is beyond that begins together
 */
export function createFleetRateLimit(options: {
  readonly perSecond: number;
  readonly mostMs: number;
}): FleetRateLimit {
  const { perSecond, mostMs } = options;
  const eachMs = 1000 / perSecond;
  const savedMs = Math.max(0, REST_SECONDS * 1000 - eachMs);
  /** When the next one of the fleet would begin if none had been saved up. */
  const nextAt = new Map<string, number>();

  return {
    begin(fleet, nowMs) {
      const at = Math.max(nextAt.get(fleet) ?? 0, nowMs);
      const atMs = Math.max(nowMs, at - savedMs);
      // What begins with others at the end of the longest wait takes no turn of its own: no debt grows behind it.
      if (atMs >= nowMs + mostMs) return { atMs: nowMs + mostMs, giveBack: () => undefined };
      nextAt.set(fleet, at + eachMs);
      return { atMs, giveBack: () => void nextAt.set(fleet, (nextAt.get(fleet) ?? 0) - eachMs) };
    },
  };
}
