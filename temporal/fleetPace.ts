/** When a fleet's trip may begin, and the way back when it did not need to. */
export interface Begin {
  /** By the clock that was given. */
  readonly atMs: number;
  /** Says that nothing began, so that the fleet's next trip does not wait for it. */
  giveBack(): void;
}

/** Spreads the trips of each fleet over time. */
export interface FleetRateLimit {
  /** @param nowMs milliseconds of any clock that does not go back */
  begin(fleet: string, nowMs: number): Begin;
}

/** What may begin at once after a rest, in seconds of the pace: more would be the blow that a pace is to soften. */
const REST_SECONDS = 0.5;

/**
 * A pace for each fleet by itself: no more than so many begin each second, but for what a rest has saved up. Told as delays, so
 * that nothing has to be remembered but one time for each fleet (the "generic cell rate algorithm").
 * @param options.perSecond trips that may begin each second
 * @param options.mostMs nothing is put off for longer: what is beyond that begins together
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
