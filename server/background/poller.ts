import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../../store/db/index.ts';
import { TemporalUnavailableError } from '../../temporal/index.ts';

/** Polls repeatedly for pending work. */
export interface PollingLoop {
  start(): void;
  /** Stops polling, and waits for the running poll. */
  close(): Promise<void>;
}

/** The dependencies of a poller. */
export interface PollingParts {
  /** Plural noun for the work that is polled for, for the log. */
  readonly what: string;
  /** Carries out one poll. `isClosed` returns true when the poll should stop early. */
  readonly poll: (isClosed: () => boolean) => Promise<void>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Milliseconds between two polls. Default: 5 s. Doubled after each failed poll. */
  readonly everyMs?: number | undefined;
  /** Maximum of that interval in milliseconds. Default: 1 min. */
  readonly longestPauseMs?: number | undefined;
}

const EVERY_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/** Creates a poller. It begins with `start`, and continues after outages of Temporal or the database. */
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

/** Returns an error's name and message, without its stack. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'not an error';
}
