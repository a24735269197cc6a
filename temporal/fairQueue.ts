/** Fair limit of concurrent work: an owner with many waiting runs waits longer than an owner with few. */
export interface FairSlots {
  /**
   * Runs work once it has a slot. Owners (`whose`) get free slots in turn. The work of one owner runs in order of arrival.
   * @throws NoSlotError when no slot was free in time, or too much work of the same owner is waiting
   */
  run<T>(whose: string, work: (slot: Slot) => Promise<T>, share?: SlotShare): Promise<T>;
}

/** Limits of one owner. They are passed with each of the owner's runs. */
export interface SlotShare {
  /** Number of slots that the owner may use at the same time. */
  readonly atOnce: number;
  /** Largest number of waiting runs. Further runs are refused at once, because they would wait too long. */
  readonly mostWaiting: number;
}

/** The slot that running work occupies. */
export interface Slot {
  /** Keeps the slot from the same owner for so many milliseconds after this work has ended. Other owners are not delayed. */
  rest(ms: number): void;
}

/** Error when no slot was free in time, or too many runs were waiting. The work was not started. */
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
 * Creates slots that are shared fairly between owners.
 * @param options.atOnce total number of concurrent runs
 * @param options.withinMs milliseconds to wait at most for a slot
 */
export function createFairSlots(options: { readonly atOnce: number; readonly withinMs: number }): FairSlots {
  const { atOnce, withinMs } = options;
  const whole: SlotShare = { atOnce, mostWaiting: Infinity };
  /** Queues in the order in which they get slots. A queue that got a slot moves to the end. */
  const queues = new Map<string, Queue>();
  /** Number of slots that each owner uses, including slots that rest. */
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
