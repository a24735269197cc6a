import { setTimeout as pause } from 'node:timers/promises';

/** A walk's rest between two calls. */
export interface ReconcilePace {
  /** Waits as long as the call before took: at most half of the time, and one of the fleet's calls, is the walk's. */
  rest(): Promise<void>;
}

const SHORTEST_MS = 20;
/** A service that is slow is a service with much to do; but a walk has to come to its end. */
const LONGEST_MS = 2_000;

/** A pace for one run of an activity. */
export function createReconcilePace(): ReconcilePace {
  let since = performance.now();
  return {
    async rest() {
      const took = performance.now() - since;
      await pause(Math.min(Math.max(took, SHORTEST_MS), LONGEST_MS));
      since = performance.now();
    },
  };
}
