import type { Logger } from 'pino';

/** A dependency that this process needs for all of its work. */
export interface Part<T> {
  /** Name in messages such as "PostgreSQL is available now". */
  readonly name: string;
  /** Tries once. Rejects while the dependency is unavailable. */
  readonly attempt: () => Promise<T>;
  /** Describes an error, without secrets: what happened, where, and what to do. */
  readonly inWords: (error: unknown) => string;
  /** Sentence about what this process does until the dependency is available. */
  readonly meanwhile: string;
  /** Returns whether waiting may fix an error. Other errors are thrown. When absent, every error is retried. */
  readonly isPassing?: (error: unknown) => boolean;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** Milliseconds after which a message with the same words is logged again. */
const REPEAT_AFTER_MS = 30_000;

/**
 * Retries until the dependency is available: at once, then with pauses that double up to 5 s.
 * @returns undefined when the signal was aborted first; a running attempt is then abandoned
 * @throws errors for which `isPassing` returns false
 */
export async function waitFor<T>(
  part: Part<T>,
  { log, signal }: { readonly log: Logger; readonly signal: AbortSignal },
): Promise<{ readonly value: T } | undefined> {
  const began = Date.now();
  const warn = rarely((words) => log.warn({ part: part.name }, words));
  const stopped = aborted(signal).then(() => undefined);
  for (let tries = 1; !signal.aborted; tries += 1) {
    try {
      const found = await Promise.race([part.attempt().then((value) => ({ value })), stopped]);
      if (found && tries > 1)
        log.info(
          { part: part.name, afterSeconds: Math.round((Date.now() - began) / 1000) },
          `${part.name} is available now.`,
        );
      return found;
    } catch (error) {
      if (part.isPassing?.(error) === false) throw error;
      warn(`${part.inWords(error)} ${part.meanwhile} Retrying until it works.`);
    }
    await pause(pauseAfter(tries), stopped);
  }
  return undefined;
}

async function pause(ms: number, stopped: Promise<undefined>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([stopped, new Promise((done) => (timer = setTimeout(done, ms)))]);
  clearTimeout(timer);
}

/** Returns a pause with jitter, so that many processes do not retry at the same moment. */
function pauseAfter(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS) * (0.75 + Math.random() / 4);
}

/** Returns a function that reports new words at once, and repeats equal words only after a while. */
function rarely(say: (words: string) => void): (words: string) => void {
  let last: { readonly words: string; readonly at: number } | undefined;
  return (words) => {
    const now = Date.now();
    if (last?.words === words && now - last.at < REPEAT_AFTER_MS) return;
    last = { words, at: now };
    say(words);
  };
}

/** Thrown by work that ends because a stop was requested. */
export class StoppedError extends Error {
  constructor() {
    super('A stop was requested.');
    this.name = 'StoppedError';
  }
}

/** Requests to stop this process. */
export interface StopRequests {
  /** Promise that settles with the first request. Running work then ends in order. */
  readonly first: Promise<void>;
  /** Promise that settles with the second request. Waits that may be abandoned then end. */
  readonly second: Promise<void>;
}

/** Milliseconds within which one Ctrl-C may arrive twice: from the terminal, and from a program that forwards it. */
const ONE_PRESS_MS = 500;

/** Callbacks that request a stop when the output loses its reader. */
const withoutReader = new Set<() => void>();

/**
 * Waits for SIGINT and SIGTERM, and on a terminal for SIGHUP, which arrives when its window is closed.
 * An output that loses its reader is only a first request, never a second, because one Ctrl-C ends `tee` as
 * well.
 * @param isOnTerminal false under `nohup`, whose command has to survive SIGHUP
 */
export function stopRequests(isOnTerminal = process.stdout.isTTY || process.stderr.isTTY): StopRequests {
  const settle: { first?: () => void; second?: () => void } = {};
  const first = new Promise<void>((done) => (settle.first = done));
  const second = new Promise<void>((done) => (settle.second = done));
  let firstAt: number | undefined;
  const isFirst = (): boolean => {
    if (firstAt !== undefined) return false;
    firstAt = performance.now();
    settle.first?.();
    return true;
  };
  const take = (): void => {
    if (!isFirst() && performance.now() - firstAt! > ONE_PRESS_MS) settle.second?.();
  };
  for (const signal of ['SIGINT', 'SIGTERM', ...(isOnTerminal ? ['SIGHUP'] : [])]) process.on(signal, take);
  withoutReader.add(isFirst);
  return { first, second };
}

/** Requests a stop because the output has lost its reader. @returns whether any work handles such a request */
export function stopWithoutReader(): boolean {
  for (const request of withoutReader) request();
  return withoutReader.size > 0;
}

/** Returns a signal that aborts with the first request to stop. A second request ends the process at once. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const { first, second } = stopRequests();
  void first.then(() => stop.abort());
  void second.then(() => process.exit(130));
  return stop.signal;
}

/** Settles when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });
}

/** Milliseconds by which a connection attempt or a migration lock may delay a stop. */
const LEFTOVERS_MAY_TAKE_MS = 1_000;

/** Ends the process soon, even with open connections or timers. Call it when all important work has ended. */
export function endDespiteLeftovers(): void {
  setTimeout(() => process.exit(), LEFTOVERS_MAY_TAKE_MS).unref();
}
