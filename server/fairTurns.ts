/** Lets work of many through a narrow place: a few at once, and whoever has much waits behind whoever has little. */
export interface FairTurns {
  /**
   * Runs work when its turn has come. Those who wait take turns by `whose`; within one it is first come, first served.
   * @throws NoTurnError when its turn did not come in time
   */
  run<T>(whose: string, work: () => Promise<T>): Promise<T>;
}

/** Thrown when there was no turn in time. Nothing was begun. */
export class NoTurnError extends Error {
  constructor(whose: string) {
    super(`Too much of "${whose}" was waiting already.`);
    this.name = 'NoTurnError';
  }
}

interface Waiting {
  readonly go: () => void;
}

/**
 * @param options.atOnce how many may run at once, all together
 * @param options.withinMs how long one waits for its turn
 */
export function createFairTurns(options: { readonly atOnce: number; readonly withinMs: number }): FairTurns {
  /** The order of the map is the order of turns: who had one goes to its end. */
  const queues = new Map<string, Set<Waiting>>();
  let running = 0;

  function next(): void {
    const [first] = queues;
    if (first === undefined || running >= options.atOnce) return;
    const [whose, queue] = first;
    const [waiting] = queue;
    queues.delete(whose);
    queue.delete(waiting!);
    if (queue.size > 0) queues.set(whose, queue);
    running += 1;
    waiting!.go();
  }

  function turn(whose: string): Promise<void> {
    if (running < options.atOnce) {
      running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const queue = queues.get(whose) ?? new Set<Waiting>();
      queues.set(whose, queue);
      const timer = setTimeout(() => {
        queue.delete(waiting);
        if (queue.size === 0) queues.delete(whose);
        reject(new NoTurnError(whose));
      }, options.withinMs);
      const waiting: Waiting = {
        go() {
          clearTimeout(timer);
          resolve();
        },
      };
      queue.add(waiting);
    });
  }

  return {
    async run(whose, work) {
      await turn(whose);
      try {
        return await work();
      } finally {
        running -= 1;
        next();
      }
    },
  };
}
