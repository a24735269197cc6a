import { setTimeout as pause } from 'node:timers/promises';
import type { AnalyticsClient } from '../../analytics/index.ts';
import type { ReconcileRun } from '../../store/reconcile/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import type { BackfillCaller } from '../facts/index.ts';
import type { StopCheck } from '../resilience/index.ts';

/**
 * Processes a list in a few concurrent lanes, each with its own pauses. After a failure, no lane begins another item. Throws the
 * error once all lanes have ended, so that no work continues beside a retry.
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

/** A reconciliation run with the dependencies of its work. */
export interface ReconcileWork {
  readonly deps: ActivityDependencies;
  readonly client: AnalyticsClient;
  readonly caller: Pick<BackfillCaller, 'classify' | 'askOfTrip'>;
  readonly concurrency: Concurrency;
  readonly run: ReconcileRun;
  /** Time from which on the fleet has been reconciled. */
  readonly since: Date;
}

/** Pauses of a run between two calls. */
interface Concurrency {
  /** Waits as long as the previous call took. So a lane uses one of the fleet's concurrent calls for at most half of the time. */
  rest(): Promise<void>;
}

const SHORTEST_MS = 20;
/** Longest pause in milliseconds. A slow service needs pauses, but a run has to end. */
const LONGEST_MS = 2_000;

/** Clock and timer of the pauses, which tests replace. */
interface ConcurrencyClock {
  /** Milliseconds since an arbitrary time. */
  now(): number;
  wait(ms: number): Promise<unknown>;
}

const CLOCK: ConcurrencyClock = { now: () => performance.now(), wait: (ms) => pause(ms) };

/** Creates the pauses for one call of an activity. */
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

/** Number of drivers per lane. A run with fewer drivers makes one call at a time. */
const DRIVERS_A_LANE = 500;
/** Largest number of lanes: half of the fleet's concurrent calls, because live trips have priority. */
const MOST_LANES = 4;

/**
 * Returns the largest number of concurrent calls of a run. A large fleet needs several, because otherwise an hour would not
 * suffice. After a failure, such as a rate limit of the service, it is one.
 */
export function lanesFor(of: { readonly drivers: number; readonly attempt: number }): number {
  if (of.attempt > 1) return 1;
  return Math.min(Math.max(Math.ceil(of.drivers / DRIVERS_A_LANE), 1), MOST_LANES);
}
