import { createReconcilePace } from './pace.ts';
import type { ReconcilePace } from './pace.ts';
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
