import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { NoSlotError, createFairSlots } from '../../temporal/index.ts';
import type { ThreadTasks } from './tasks.ts';

/** Limits of a pool of worker threads. */
export interface ThreadLimits {
  /** Maximum number of threads. */
  readonly threads: number;
  /** Maximum size in bytes of all inputs that wait or are being processed. */
  readonly bytes: number;
  /** The part of `bytes` that one fleet may use. */
  readonly bytesOfOne: number;
  /** Milliseconds that a task may take in its thread; before that, it may wait as long for a slot, and for the thread's start. */
  readonly withinMs: number;
  /** Milliseconds after which an idle thread ends, so that its memory is freed. */
  readonly idleMs: number;
  /** Maximum heap of one thread in MiB. */
  readonly heapMegabytes: number;
}

/** Options of a task in addition to its input. */
export interface TaskOptions {
  /** Size of the input in bytes. */
  readonly bytes: number;
  /** The fleet for which the task runs. Fleets get threads in turn. */
  readonly whose: string;
  /** Parts of the input that are transferred to the thread instead of copied. */
  readonly transfer?: readonly Transferable[];
}

/** A pool of worker threads for work that would block all other requests. */
export interface Threads {
  /**
   * Runs a task of `tasks.ts` in a thread.
   * @throws ThreadsBusyError when there is no thread for it; TaskEndedError when it took too long or too much memory
   */
  run<Name extends keyof ThreadTasks>(
    task: Name,
    input: Parameters<ThreadTasks[Name]>[0],
    options: TaskOptions,
  ): Promise<ReturnType<ThreadTasks[Name]>>;
  /** Ends every thread. Tasks that wait or run, and later ones, fail with ThreadsBusyError. */
  close(): Promise<void>;
}

/** Thrown when there is no thread for a task: too much is waiting, none starts in time, or the pool was closed. */
export class ThreadsBusyError extends Error {
  override readonly name = 'ThreadsBusyError';
  constructor() {
    super('The server has no room for a large request now. Send it again.');
  }
}

/** Thrown when a task was stopped because it exceeded a limit. */
export class TaskEndedError extends Error {
  override readonly name = 'TaskEndedError';
  readonly limit: 'time' | 'memory';

  constructor(limit: TaskEndedError['limit'], message: string) {
    super(message);
    this.limit = limit;
  }
}

const IS_SOURCE = import.meta.url.endsWith('.ts');

/** The limits of the web server. Documented in docs/configure.md. */
const THREAD_LIMITS: ThreadLimits = {
  threads: 2,
  bytes: 100_663_296,
  bytesOfOne: 50_331_648,
  withinMs: 20_000,
  idleMs: 30_000,
  heapMegabytes: 512,
};

/**
 * Creates a pool whose threads start when there is work. Tasks only compute a result, so that a task can be stopped at any time
 * without side effects.
 */
export function createThreads(limits: ThreadLimits = THREAD_LIMITS): Threads {
  const slots = createFairSlots({ atOnce: limits.threads, withinMs: limits.withinMs });
  const pool = new Piscina({
    filename: new URL(IS_SOURCE ? '../workerThreadFromSource.mjs' : './tasks.js', import.meta.url).href,
    name: 'runTask',
    minThreads: 0,
    maxThreads: limits.threads,
    idleTimeout: limits.idleMs,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
    execArgv: [],
    // Waiting for tasks in shared memory would save nothing, because tasks take long.
    atomics: 'disabled',
  });
  let isClosed = false;
  let tasks = 0;
  /** By task's number: restarts its time when its thread begins it, because a cold thread loads its code first. */
  const starts = new Map<number, () => void>();
  pool.on('message', (number: number) => starts.get(number)?.());

  /** Input waiting or at work, in bytes, by fleet. */
  const held = new Map<string, number>();

  function hold({ bytes, whose }: TaskOptions): () => void {
    const own = held.get(whose) ?? 0;
    const together = [...held.values()].reduce((sum, each) => sum + each, 0);
    // A fleet without other input may send any size that still fits the pool's limit. If the pool is empty, it may send any size
    // at all.
    const isFull = together > 0 && together + bytes > limits.bytes;
    if (isFull || (own > 0 && own + bytes > limits.bytesOfOne)) throw new ThreadsBusyError();
    held.set(whose, own + bytes);
    return () => {
      const left = held.get(whose)! - bytes;
      if (left > 0) held.set(whose, left);
      else held.delete(whose);
    };
  }

  /** Computes one task. The pool ends the thread when the signal comes. */
  async function compute(work: object, transfer: readonly Transferable[]): Promise<unknown> {
    if (isClosed) throw new ThreadsBusyError();
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), limits.withinMs);
    const number = tasks++;
    let isBegun = false;
    starts.set(number, () => {
      isBegun = true;
      timer.refresh();
    });
    try {
      const options = { signal: ending.signal, transferList: [...transfer] as never };
      return await pool.run({ ...work, number }, options);
    } catch (error) {
      if (isClosed || (ending.signal.aborted && !isBegun)) throw new ThreadsBusyError();
      if (ending.signal.aborted)
        throw new TaskEndedError('time', `it took longer than ${limits.withinMs / 1000} seconds`);
      throw asEnded(error);
    } finally {
      clearTimeout(timer);
      starts.delete(number);
    }
  }

  return {
    async run(task, input, options) {
      const release = hold(options);
      try {
        return (await slots.run(options.whose, () =>
          compute({ task, input }, options.transfer ?? []),
        )) as never;
      } catch (error) {
        throw error instanceof NoSlotError ? new ThreadsBusyError() : error;
      } finally {
        release();
      }
    },
    async close() {
      isClosed = true;
      await pool.destroy();
    },
  };
}

function asEnded(error: unknown): unknown {
  const isTooMuch = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isTooMuch ? new TaskEndedError('memory', 'it took too much memory') : error;
}

/** The web server's threads. */
export const THREADS = createThreads();
