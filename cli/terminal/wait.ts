import type { Logger } from 'pino';

/** Something without which this process cannot do all of its work. */
export interface Part<T> {
  /** As in "PostgreSQL answers". */
  readonly name: string;
  /** Tries once; rejects when the part is not there. */
  readonly attempt: () => Promise<T>;
  /** What happened, where, and what to do; no secrets. */
  readonly inWords: (error: unknown) => string;
  /** What this process does and does not do until then. */
  readonly meanwhile: string;
  /** False for an error that waiting does not fix: it is thrown. Every error is waited out by default. */
  readonly isPassing?: (error: unknown) => boolean;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** The same words are repeated in the log no sooner than this. */
const REPEAT_AFTER_MS = 30_000;

/**
 * Tries until the part is there: at once, then with pauses that double up to 5 s.
 * @returns undefined when the signal came first; an attempt under way is left to itself then
 * @throws what `isPassing` does not take for a passing fault
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

/** With some chance in it, so that many processes do not come back at the same moment. */
function pauseAfter(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS) * (0.75 + Math.random() / 4);
}

/** Says something new at once, and the same again only after a while. */
function rarely(say: (words: string) => void): (words: string) => void {
  let last: { readonly words: string; readonly at: number } | undefined;
  return (words) => {
    const now = Date.now();
    if (last?.words === words && now - last.at < REPEAT_AFTER_MS) return;
    last = { words, at: now };
    say(words);
  };
}

/** Thrown in work that ends because a stop was requested. */
export class StoppedError extends Error {
  constructor() {
    super('A stop was requested.');
    this.name = 'StoppedError';
  }
}

/** Requests to stop this process. */
export interface StopRequests {
  /** Settles with the first one: running work is to end in order. */
  readonly first: Promise<void>;
  /** Settles with the second one: nothing is waited for that may be left alone. */
  readonly second: Promise<void>;
}

/** One press of Ctrl-C may arrive twice within this time: from the terminal, and from a program that passes it on. */
const ONE_PRESS_MS = 500;

/** Requests that the output's loss of its reader makes. */
const withoutReader = new Set<() => void>();

/**
 * Waits for SIGINT and SIGTERM, and on a terminal for SIGHUP, which arrives when its window is closed. An output that has lost
 * its reader makes the first request, but never the second: the same Ctrl-C ends `tee` as well.
 * @param isOnTerminal `nohup` takes the terminal away, and its command is to survive SIGHUP
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

/** Requests a stop because the output has lost its reader. @returns whether anything waits for such a request */
export function stopWithoutReader(): boolean {
  for (const request of withoutReader) request();
  return withoutReader.size > 0;
}

/** A signal for work that is to end with the first request to stop; a second one ends the process at once. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const { first, second } = stopRequests();
  void first.then(() => stop.abort());
  void second.then(() => process.exit(130));
  return stop.signal;
}

/** Settles when the signal comes. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });
}

/** A connection that is being tried, or a migration that waits for its lock, must not hold up a stop for longer. */
const LEFTOVERS_MAY_TAKE_MS = 1_000;

/** Ends the process although something still holds it; to be called when all that matters has ended. */
export function endDespiteLeftovers(): void {
  setTimeout(() => process.exit(), LEFTOVERS_MAY_TAKE_MS).unref();
}
