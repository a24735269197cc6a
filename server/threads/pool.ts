import { Worker } from 'node:worker_threads';
import type { Transferable } from 'node:worker_threads';
import { NoSlotError, createFairSlots } from '../../temporal/index.ts';
import type { ThreadTasks } from './tasks.ts';

/** Limits of a pool of threads. */
export interface ThreadLimits {
  /** Threads at once. */
  readonly threads: number;
  /** Input that may be waiting or at work, in bytes. */
  readonly bytes: number;
  /** Bytes of that which may be for one fleet. */
  readonly bytesOfOne: number;
  /** Milliseconds that one task may take, and that it may wait for its thread before that. */
  readonly withinMs: number;
  /** A thread without work ends after so many milliseconds and gives its memory back. */
  readonly idleMs: number;
  /** Heap of one thread, in MiB. */
  readonly heapMegabytes: number;
}

/** Options of a task beside its input. */
export interface TaskOptions {
  /** The size of the input, in bytes. */
  readonly bytes: number;
  /** The fleet it is for: fleets take turns. */
  readonly whose: string;
  /** Parts of the input that are handed over instead of copied. */
  readonly transfer?: readonly Transferable[];
}

/** Threads for work that would hold up every other request. */
export interface Threads {
  /**
   * Runs a task of `tasks.ts` in a thread.
   * @throws ThreadsBusyError when too much is waiting; TaskEndedError when it took too long or too much memory
   */
  run<Name extends keyof ThreadTasks>(
    task: Name,
    input: Parameters<ThreadTasks[Name]>[0],
    options: TaskOptions,
  ): Promise<ReturnType<ThreadTasks[Name]>>;
  /** Ends every thread. What is at work fails. */
  close(): Promise<void>;
}

/** Thrown when too much is waiting for a thread already. Nothing was begun. */
export class ThreadsBusyError extends Error {
  override readonly name = 'ThreadsBusyError';
  constructor() {
    super('Too many large requests are waiting. Send the request again.');
  }
}

/** Thrown when a task was ended because it went beyond a limit. */
export class TaskEndedError extends Error {
  override readonly name = 'TaskEndedError';
  readonly limit: 'time' | 'memory';

  constructor(limit: TaskEndedError['limit'], message: string) {
    super(message);
    this.limit = limit;
  }
}

/** Documented in docs/configure.md. */
const THREAD_LIMITS: ThreadLimits = {
  threads: 2,
  bytes: 100_663_296,
  bytesOfOne: 50_331_648,
  withinMs: 20_000,
  idleMs: 30_000,
  heapMegabytes: 512,
};

/** A thread's answer to each task. */
type Outcome = { readonly output: unknown } | { readonly error: Error };

/** Threads that start when there is work. Tasks compute and touch nothing else: one that is ended leaves nothing behind. */
export function createThreads(limits: ThreadLimits = THREAD_LIMITS): Threads {
  const slots = createFairSlots({ atOnce: limits.threads, withinMs: limits.withinMs });
  /** Threads without work, each with the timer that ends it. */
  const idle = new Map<Worker, NodeJS.Timeout>();
  const all = new Set<Worker>();
  /** Input waiting or at work, in bytes, by fleet. */
  const held = new Map<string, number>();

  function hold({ bytes, whose }: TaskOptions): () => void {
    const own = held.get(whose) ?? 0;
    const together = [...held.values()].reduce((sum, each) => sum + each, 0);
    // Any size is accepted from a fleet without input here, unless others fill all of it.
    const isFull = together > 0 && together + bytes > limits.bytes;
    if (isFull || (own > 0 && own + bytes > limits.bytesOfOne)) throw new ThreadsBusyError();
    held.set(whose, own + bytes);
    return () => {
      const left = held.get(whose)! - bytes;
      if (left > 0) held.set(whose, left);
      else held.delete(whose);
    };
  }

  function take(): Worker {
    const [rested] = idle.entries();
    if (rested) {
      const [thread, timer] = rested;
      clearTimeout(timer);
      idle.delete(thread);
      return thread;
    }
    const thread = startThread(limits.heapMegabytes);
    all.add(thread);
    return thread;
  }

  function give(thread: Worker): void {
    // It keeps nothing alive that would otherwise end.
    thread.unref();
    idle.set(thread, setTimeout(() => end(thread), limits.idleMs).unref());
  }

  function end(thread: Worker): void {
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    all.delete(thread);
    void thread.terminate();
  }

  function compute(message: object, transfer: readonly Transferable[]): Promise<unknown> {
    const thread = take();
    thread.ref();
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        thread.removeAllListeners();
        // What an ended thread still says is of no use.
        thread.on('error', () => undefined);
      };
      const giveUp = (error: Error): void => {
        settle();
        end(thread);
        reject(error);
      };
      const timer = setTimeout(
        () => giveUp(new TaskEndedError('time', `it took longer than ${limits.withinMs / 1000} seconds`)),
        limits.withinMs,
      );
      thread.removeAllListeners();
      thread.once('message', (outcome: Outcome) => {
        settle();
        give(thread);
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.output);
      });
      thread.once('error', (error: NodeJS.ErrnoException) => giveUp(asEnded(error)));
      thread.once('exit', () => giveUp(new ThreadsBusyError()));
      thread.postMessage(message, transfer);
    });
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
      for (const timer of idle.values()) clearTimeout(timer);
      idle.clear();
      await Promise.all([...all].map((thread) => thread.terminate()));
      all.clear();
    },
  };
}

function asEnded(error: NodeJS.ErrnoException): Error {
  const isTooMuch = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isTooMuch ? new TaskEndedError('memory', 'it took too much memory') : error;
}

function startThread(maxOldGenerationSizeMb: number): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const program = new URL(isSource ? '../threadFromSource.mjs' : './tasks.js', import.meta.url);
  return new Worker(program, { resourceLimits: { maxOldGenerationSizeMb }, execArgv: [] });
}

/** The web server's threads. */
export const THREADS = createThreads();
