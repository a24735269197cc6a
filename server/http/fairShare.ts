import { worded } from '../../messages/language/index.ts';
import { NoSlotError, createFairSlots } from '../../temporal/index.ts';
import type { FairSlots } from '../../temporal/index.ts';
import { tooManyRequests } from './problem.ts';

/** Requests of one kind that a web server works on at once. */
export interface ShareLimits {
  readonly atOnce: number;
  /** Requests of one fleet at once. */
  readonly ofFleet: number;
  /** Requests of one token or person at once. */
  readonly ofToken: number;
  /** Requests of one token or person that wait; the next one is refused. */
  readonly waitingOfToken: number;
  /** Milliseconds that a request waits at most. */
  readonly withinMs: number;
}

/** Shares of a web server's work, first between fleets, then between the tokens and persons of each. */
export interface FairShare {
  /**
   * Runs work when its turn has come. Fleets take turns, and so do the tokens of a fleet.
   * @throws Problem 429 when too much of the same sender waits, or its turn did not come in time; nothing was begun then
   */
  run<T>(sender: { readonly fleet: string; readonly who: string }, work: () => Promise<T>): Promise<T>;
}

/** The shares of every kind of API request. Documented in docs/configure.md. */
export const SHARES = {
  /** Requests that only read: fewer than the database has connections for reading. */
  reading: { atOnce: 8, ofFleet: 3, ofToken: 2, waitingOfToken: 200, withinMs: 10_000 },
  /** Requests that write: they leave connections to webhooks, answers and pages. */
  writing: { atOnce: 5, ofFleet: 3, ofToken: 2, waitingOfToken: 200, withinMs: 10_000 },
  /** Requests that compute, or wait for a worker or a service: each may hold megabytes. */
  heavy: { atOnce: 8, ofFleet: 5, ofToken: 4, waitingOfToken: 20, withinMs: 20_000 },
} as const satisfies Readonly<Record<string, ShareLimits>>;

/** Creates the shares of one kind of work. */
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
