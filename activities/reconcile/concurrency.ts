import { setTimeout as pause } from 'node:timers/promises';
import type { AnalyticsClient } from '../../analytics/index.ts';
import type { ReconcileRun } from '../../store/reconcile/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import type { BackfillCaller } from '../facts/index.ts';
import type { StopCheck } from '../resilience/index.ts';

/**
 * Works through a list in a few lanes, each with a rate limit of its own. After a failure no lane begins another item. The
 * error is thrown once all lanes have ended, so that no work continues beside a retry.
 */
export async function sideBySide<Item>(
  items: readonly Item[],
  args: {
    readonly lanes: number;
    readonly stopCheck: StopCheck;
    readonly isOver: () => boolean;
    readonly work: (item: Item, concurrency: Concurrency) => Promise<void>;
  },
): Promise<void> {
  const { lanes, stopCheck, isOver, work } = args;
  let next = 0;
  let hasFailed = false;
  async function lane(): Promise<void> {
    const concurrency = createConcurrency();
    try {
      while (next < items.length && !hasFailed && !isOver()) {
        stopCheck();
        const item = items[next]!;
        next += 1;
        await work(item, concurrency);
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

/** A reconciliation run with its dependencies. */
export interface ReconcileWork {
  readonly deps: ActivityDependencies;
  readonly client: AnalyticsClient;
  readonly caller: Pick<BackfillCaller, 'classify' | 'askOfTrip'>;
  readonly concurrency: Concurrency;
  readonly run: ReconcileRun;
  /** Time since which the fleet is reconciled. */
  readonly since: Date;
}

/** Rests of a run between two calls. */
interface Concurrency {
  /** Waits as long as the call before took, so that the run uses at most half of the time and one of the fleet's calls. */
  rest(): Promise<void>;
}

const SHORTEST_MS = 20;
/** Longest rest. A slow service has much to do, but a run has to come to its end. */
const LONGEST_MS = 2_000;

/** The clock of a rate limit. */
interface ConcurrencyClock {
  /** Milliseconds since any instant. */
  now(): number;
  wait(ms: number): Promise<unknown>;
}

const CLOCK: ConcurrencyClock = { now: () => performance.now(), wait: (ms) => pause(ms) };

/** Creates the rests for one run of an activity. */
export function createConcurrency(clock = CLOCK): Concurrency {
  let since = clock.now();
  return {
    async rest() {
      const took = clock.now() - since;
      await clock.wait(Math.min(Math.max(took, SHORTEST_MS), LONGEST_MS));
      since = clock.now();
    },
  };
}

/** Drivers for each lane. A run over fewer drivers makes one call at a time. */
const DRIVERS_A_LANE = 500;
/** Most lanes: half of the calls that a fleet may have under way, because trips that are driven now go first. */
const MOST_LANES = 4;

/**
 * Returns how many calls a run has under way at most. A large fleet needs several, because an hour would not be enough. After a
 * failure, such as a service that limits, it is one.
 */
export function lanesFor(of: { readonly drivers: number; readonly attempt: number }): number {
  if (of.attempt > 1) return 1;
  return Math.min(Math.max(Math.ceil(of.drivers / DRIVERS_A_LANE), 1), MOST_LANES);
}
