import { setTimeout as pause } from 'node:timers/promises';
import type { AnalyticsClient } from '../../analytics/index.ts';
import type { ReconcileRun } from '../../store/reconcile/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import type { BackfillCaller } from '../facts/index.ts';
import type { StopCheck } from '../resilience/index.ts';

/**
 * Works through a list in a few lanes, each with a pace of its own. After a failure no lane begins anything more, and it is thrown
 * once all of them stand still: nothing goes on behind the back of whoever tries again.
 */
export async function sideBySide<Item>(
  items: readonly Item[],
  args: {
    readonly lanes: number;
    readonly stopCheck: StopCheck;
    readonly isOver: () => boolean;
    readonly work: (item: Item, pace: ReconcilePace) => Promise<void>;
  },
): Promise<void> {
  const { lanes, stopCheck, isOver, work } = args;
  let next = 0;
  let hasFailed = false;
  async function lane(): Promise<void> {
    const pace = createReconcilePace();
    try {
      while (next < items.length && !hasFailed && !isOver()) {
        stopCheck();
        const item = items[next]!;
        next += 1;
        await work(item, pace);
      }
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason as Error;
}

/** One walk at work, with what it works with. */
export interface ReconcileWork {
  readonly deps: ActivityDependencies;
  readonly client: AnalyticsClient;
  readonly caller: Pick<BackfillCaller, 'judge' | 'askOfTrip'>;
  readonly pace: ReconcilePace;
  readonly run: ReconcileRun;
  /** Since when the fleet is looked after. */
  readonly since: Date;
}

/** A walk's rest between two calls. */
interface ReconcilePace {
  /** Waits as long as the call before took: at most half of the time, and one of the fleet's calls, is the walk's. */
  rest(): Promise<void>;
}

const SHORTEST_MS = 20;
/** A service that is slow is a service with much to do; but a walk has to come to its end. */
const LONGEST_MS = 2_000;

/** What a pace goes by. */
interface PaceClock {
  /** Milliseconds since any instant. */
  now(): number;
  wait(ms: number): Promise<unknown>;
}

const CLOCK: PaceClock = { now: () => performance.now(), wait: (ms) => pause(ms) };

/** A pace for one run of an activity. */
export function createReconcilePace(clock = CLOCK): ReconcilePace {
  let since = clock.now();
  return {
    async rest() {
      const took = clock.now() - since;
      await clock.wait(Math.min(Math.max(took, SHORTEST_MS), LONGEST_MS));
      since = clock.now();
    },
  };
}

/** A walk of fewer drivers asks one call at a time. */
const DRIVERS_A_LANE = 500;
/** Half of the calls that a fleet may have under way: trips that are driven now go first. */
const MOST_LANES = 4;

/**
 * How many calls a walk has under way at most. Those of a large fleet go side by side, or an hour would not do; after a failure,
 * such as a service that limits, it is one.
 */
export function lanesFor(walk: { readonly drivers: number; readonly attempt: number }): number {
  if (walk.attempt > 1) return 1;
  return Math.min(Math.max(Math.ceil(walk.drivers / DRIVERS_A_LANE), 1), MOST_LANES);
}
