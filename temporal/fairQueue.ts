/** Limits concurrent work fairly: owners with much work wait behind owners with little. */
export interface FairSlots {
  /**
   * Runs work once it has a slot. Waiting owners (`whose`) get slots in turn; the work of one owner runs in order of arrival.
   * @throws NoSlotError when no slot was free in time, or too much work of the same owner is waiting
   */
  run<T>(whose: string, work: (slot: Slot) => Promise<T>, share?: SlotShare): Promise<T>;
}

/** The limits of one owner, to be passed with each of its runs. */
export interface SlotShare {
  /** Concurrent slots of the owner. */
  readonly atOnce: number;
  /** Maximum number of waiting runs. Further ones are refused at once, because waiting would be useless. */
  readonly mostWaiting: number;
}

/** The slot of running work. */
export interface Slot {
  /** Delays the next run of the same owner by so many milliseconds after this work's end. Other owners are not delayed. */
  rest(ms: number): void;
}

/** Reports that no slot was free in time, or that too many runs were waiting. The work was not started. */
export class NoSlotError extends Error {
  constructor(whose: string) {
    super(`Too much of "${whose}" was waiting already.`);
    this.name = 'NoSlotError';
  }
}

interface Waiting {
  readonly go: () => void;
}

interface Queue {
  readonly atOnce: number;
  readonly waiting: Set<Waiting>;
}

/**
 * Creates slots.
 * @param options.atOnce total number of concurrent runs
 * @param options.withinMs maximum wait for a slot
 */
export function createFairSlots(options: { readonly atOnce: number; readonly withinMs: number }): FairSlots {
  const { atOnce, withinMs } = options;
  const whole: SlotShare = { atOnce, mostWaiting: Infinity };
  /** The queues in the order in which they get slots. A queue that got a slot moves to the end. */
  const queues = new Map<string, Queue>();
  /** The slots of each owner, including resting ones. */
  const held = new Map<string, number>();
  let running = 0;

  const mayGo = (whose: string, most: number): boolean => running < atOnce && (held.get(whose) ?? 0) < most;

  function take(whose: string): void {
    running += 1;
    held.set(whose, (held.get(whose) ?? 0) + 1);
  }

  function release(whose: string): void {
    const left = held.get(whose)! - 1;
    if (left === 0) held.delete(whose);
    else held.set(whose, left);
    releaseSlot();
  }

  function releaseSlot(): void {
    for (const [whose, queue] of [...queues]) {
      if (!mayGo(whose, queue.atOnce)) continue;
      const [waiting] = queue.waiting;
      queue.waiting.delete(waiting!);
      queues.delete(whose);
      if (queue.waiting.size > 0) queues.set(whose, queue);
      take(whose);
      waiting!.go();
    }
  }

  function slot(whose: string, share: SlotShare): Promise<void> {
    if (mayGo(whose, share.atOnce)) return Promise.resolve(take(whose));
    const queue = queues.get(whose) ?? { atOnce: share.atOnce, waiting: new Set<Waiting>() };
    if (queue.waiting.size >= share.mostWaiting) return Promise.reject(new NoSlotError(whose));
    queues.set(whose, queue);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.waiting.delete(waiting);
        if (queue.waiting.size === 0) queues.delete(whose);
        reject(new NoSlotError(whose));
      }, withinMs);
      const waiting: Waiting = {
        go() {
          clearTimeout(timer);
          resolve();
        },
      };
      queue.waiting.add(waiting);
    });
  }

  return {
    async run(whose, work, share = whole) {
      await slot(whose, share);
      let restMs = 0;
      try {
        return await work({ rest: (ms) => void (restMs = ms) });
      } finally {
        running -= 1;
        if (restMs > 0) {
          setTimeout(() => release(whose), restMs).unref();
          releaseSlot();
        } else release(whose);
      }
    },
  };
}
