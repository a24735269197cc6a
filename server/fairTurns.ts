/** Lets work of many through a narrow place: a few at once, and whoever has much waits behind whoever has little. */
export interface FairTurns {
  /**
   * Runs work when its turn has come. Those who wait take turns by `whose`; within one it is first come, first served.
   * @throws NoTurnError when its turn did not come in time
   */
  run<T>(whose: string, work: (turn: Turn) => Promise<T>): Promise<T>;
}

/** The turn that work has. */
export interface Turn {
  /** Lets the next one of the same `whose` wait for so many milliseconds after this work's end. Nobody else waits for that. */
  rest(ms: number): void;
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
 * @param options.ofOne how many of them may be of one `whose`; all when absent
 * @param options.withinMs how long one waits for its turn
 */
export function createFairTurns(options: {
  readonly atOnce: number;
  readonly ofOne?: number;
  readonly withinMs: number;
}): FairTurns {
  const { atOnce, ofOne = atOnce, withinMs } = options;
  /** The order of the map is the order of turns: who had one goes to its end. */
  const queues = new Map<string, Set<Waiting>>();
  /** Turns that each one has; one that rests still counts. */
  const held = new Map<string, number>();
  let running = 0;

  const mayGo = (whose: string): boolean => running < atOnce && (held.get(whose) ?? 0) < ofOne;

  function take(whose: string): void {
    running += 1;
    held.set(whose, (held.get(whose) ?? 0) + 1);
  }

  function release(whose: string): void {
    const left = held.get(whose)! - 1;
    if (left === 0) held.delete(whose);
    else held.set(whose, left);
    letGo();
  }

  function letGo(): void {
    for (const [whose, queue] of [...queues]) {
      if (!mayGo(whose)) continue;
      const [waiting] = queue;
      queue.delete(waiting!);
      queues.delete(whose);
      if (queue.size > 0) queues.set(whose, queue);
      take(whose);
      waiting!.go();
    }
  }

  function turn(whose: string): Promise<void> {
    if (mayGo(whose)) return Promise.resolve(take(whose));
    return new Promise((resolve, reject) => {
      const queue = queues.get(whose) ?? new Set<Waiting>();
      queues.set(whose, queue);
      const timer = setTimeout(() => {
        queue.delete(waiting);
        if (queue.size === 0) queues.delete(whose);
        reject(new NoTurnError(whose));
      }, withinMs);
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
      let restMs = 0;
      try {
        return await work({ rest: (ms) => void (restMs = ms) });
      } finally {
        running -= 1;
        if (restMs > 0) {
          setTimeout(() => release(whose), restMs).unref();
          letGo();
        } else release(whose);
      }
    },
  };
}
