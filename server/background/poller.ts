import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../../store/db/index.ts';
import { TemporalUnavailableError } from '../../temporal/index.ts';

/** Polls for work that is left to do. */
export interface PollingLoop {
  start(): void;
  /** Ends once the running poll has ended. */
  close(): Promise<void>;
}

/** Everything that a poller needs. */
export interface PollingParts {
  /** The things that are polled for, as a plural, for the log. */
  readonly what: string;
  /** One poll; `isClosed` says when to stop in the middle of it. */
  readonly poll: (isClosed: () => boolean) => Promise<void>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** The interval of polls, 5 s; doubled after each poll without an answer. */
  readonly everyMs?: number | undefined;
  /** The longest such interval, a minute. */
  readonly longestPauseMs?: number | undefined;
}

const EVERY_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/** A poller that begins with `start`, and continues after outages of Temporal or the database. */
export function createPollingLoop({
  what,
  poll,
  log,
  everyMs = EVERY_MS,
  longestPauseMs = LONGEST_PAUSE_MS,
}: PollingParts): PollingLoop {
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> = Promise.resolve();
  let failures = 0;
  let isClosed = false;

  function pollLater(): void {
    if (isClosed) return;
    const pause = failures === 0 ? everyMs : Math.min(longestPauseMs, everyMs * 2 ** failures);
    timer = setTimeout(() => {
      polling = poll(() => isClosed)
        .then(() => void (failures = 0), missed)
        .finally(pollLater);
    }, pause);
    timer.unref();
  }

  function missed(error: unknown): void {
    failures += 1;
    if (error instanceof TemporalUnavailableError)
      log.warn(`${what} failed: Temporal does not answer. It is retried.`);
    else if (isDatabaseUnavailable(error))
      log.warn(`${what} failed: the database does not answer. It is retried.`);
    else log.error({ error: nameOf(error) }, `${what} could not be carried out`);
  }

  return {
    start: pollLater,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await polling;
    },
  };
}

/** An error in a few words, without its stack. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'not an error';
}
