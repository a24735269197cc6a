import { utimes, writeFile } from 'node:fs/promises';
import type { Logger } from 'pino';

const EVERY_MS = 15_000;

/** What the file is kept by. */
export interface HealthFileParts {
  readonly path: string;
  readonly worker: { readonly lastAskedForWork: () => Promise<Date | undefined> };
  readonly log: Pick<Logger, 'error'>;
  /** How often Temporal is asked, 15 s. */
  readonly everyMs?: number;
}

/**
 * Sets a file's time to when Temporal last saw the worker ask for work, for a health check that compares it with the clock. A
 * worker that polls nothing, that cannot reach Temporal, or whose process hangs, leaves the file behind: it ages.
 */
export function keepHealthFile({ path, worker, log, everyMs = EVERY_MS }: HealthFileParts): {
  stop(): void;
} {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let wasUnwritable = false;

  async function note(): Promise<void> {
    const askedAt = await worker.lastAskedForWork().catch(() => undefined);
    if (askedAt === undefined) return;
    try {
      await writeFile(path, '', { flag: 'a' });
      await utimes(path, askedAt, askedAt);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (!wasUnwritable) log.error({ code }, `WORKER_HEALTH_FILE cannot be written at ${path}.`);
      wasUnwritable = true;
    }
  }

  function noteAgain(): void {
    void note().finally(() => {
      if (!isStopped) timer = setTimeout(noteAgain, everyMs).unref();
    });
  }

  noteAgain();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
