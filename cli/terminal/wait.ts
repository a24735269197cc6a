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

/** Settles on the first SIGINT or SIGTERM; a second one ends the process at once. */
export function untilStopped(): Promise<void> {
  return new Promise((done) => {
    let asked = false;
    const stop = (): void => {
      if (asked) process.exit(130);
      asked = true;
      done();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}

/** The same as a signal, for work that is to end with it. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  void untilStopped().then(() => stop.abort());
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
