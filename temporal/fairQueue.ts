/** Lets work of many through a narrow place: a few at once, and whoever has much waits behind whoever has little. */
export interface FairSlots {
  /**
   * Runs work when its turn has come. Those who wait take turns by `whose`; within one it is first come, first served.
   * @throws NoSlotError when its turn did not come in time, or too many of its own are waiting
   */
  run<T>(whose: string, work: (slot: Slot) => Promise<T>, share?: SlotShare): Promise<T>;
}

/** What one `whose` may have of the turns; to be given with each of its runs. */
export interface SlotShare {
  /** Turns at once. */
  readonly atOnce: number;
  /** Those beyond are refused at once: their wait would be useless. */
  readonly mostWaiting: number;
}

/** The turn that work has. */
export interface Slot {
  /** Lets the next one of the same `whose` wait for so many milliseconds after this work's end. Nobody else waits for that. */
  rest(ms: number): void;
}

/** Thrown when there was no turn in time. Nothing was begun. */
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
 * @param options.atOnce how many may run at once, all together
 * @param options.withinMs how long one waits for its turn
 */
export function createFairSlots(options: { readonly atOnce: number; readonly withinMs: number }): FairSlots {
  const { atOnce, withinMs } = options;
  const whole: SlotShare = { atOnce, mostWaiting: Infinity };
  /** The order of the map is the order of turns: who had one goes to its end. */
  const queues = new Map<string, Queue>();
  /** Turns that each one has; one that rests still counts. */
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
