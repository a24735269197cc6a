import { worded } from '../../messages/language/index.ts';
import { NoSlotError, createFairSlots } from '../../temporal/index.ts';
import type { FairSlots } from '../../temporal/index.ts';
import { tooManyRequests } from './problem.ts';

/** Limits for one kind of requests in a web server. */
export interface ShareLimits {
  readonly atOnce: number;
  /** Maximum number of one fleet's requests processed at the same time. */
  readonly ofFleet: number;
  /** Maximum number of requests of one token or person processed at the same time. */
  readonly ofToken: number;
  /** Maximum number of waiting requests of one token or person. Further ones are refused. */
  readonly waitingOfToken: number;
  /** Maximum number of milliseconds for which a request waits. */
  readonly withinMs: number;
}

/** Divides a web server's work fairly, first between fleets, then between the tokens and persons of each fleet. */
export interface FairShare {
  /**
   * Runs `work` when a slot is free. Fleets get slots in turn, and so do the tokens of each fleet.
   * @throws Problem 429 if too many requests of the sender wait, or no slot was free in time. `work` was not started then.
   */
  run<T>(sender: { readonly fleet: string; readonly who: string }, work: () => Promise<T>): Promise<T>;
}

/** The limits for each kind of API request. Documented in docs/configure.md. */
export const SHARES = {
  /** Requests that only read. There are fewer of them than database connections for reading. */
  reading: { atOnce: 8, ofFleet: 3, ofToken: 2, waitingOfToken: 200, withinMs: 10_000 },
  /** Requests that write. They leave database connections free for webhooks, answers and pages. */
  writing: { atOnce: 5, ofFleet: 3, ofToken: 2, waitingOfToken: 200, withinMs: 10_000 },
  /** Requests that compute, or wait for a worker or a service. Each may use megabytes of memory. */
  heavy: { atOnce: 8, ofFleet: 5, ofToken: 4, waitingOfToken: 20, withinMs: 20_000 },
} as const satisfies Readonly<Record<string, ShareLimits>>;

/** Creates the shared slots for one kind of requests. */
export function createFairShare({
  atOnce,
  ofFleet,
  ofToken,
  waitingOfToken,
  withinMs,
}: ShareLimits): FairShare {
  const fleets = createFairSlots({ atOnce, withinMs });
  const tokensOf = new Map<string, FairSlots>();
  return {
    async run({ fleet, who }, work) {
      const tokens = tokensOf.get(fleet) ?? createFairSlots({ atOnce: ofFleet, withinMs });
      tokensOf.set(fleet, tokens);
      let hasBegun = false;
      const begin = () => {
        hasBegun = true;
        return work();
      };
      try {
        return await tokens.run(
          who,
          () => fleets.run(fleet, begin, { atOnce: ofFleet, mostWaiting: Infinity }),
          { atOnce: ofToken, mostWaiting: waitingOfToken },
        );
      } catch (error) {
        if (hasBegun || !(error instanceof NoSlotError)) throw error;
        throw tooManyRequests(worded('problems.tooManyWaiting'), 2);
      }
    },
  };
}
