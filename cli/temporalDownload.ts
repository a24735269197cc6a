import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { intoCache } from './packagedProgram.ts';

/** The downloaded program's name in the cache. */
export const DOWNLOADED_TEMPORAL = 'temporal-downloaded';

/** A download that is not over by then counts as failed: the next source is tried. */
const DOWNLOAD_WITHIN_MS = 180_000;

/**
 * Has Temporal's SDK download its command line, and keeps the program in the user's cache folder. The SDK fetches only to
 * start a server, so one is started for a moment.
 * @returns the program's path
 * @throws Error when the download did not work, as on a machine without open internet
 */
export async function downloadTemporalCli(progress?: (line: string) => void): Promise<string> {
  progress?.("Fetching temporal by the SDK's own download (once)");
  const work = await mkdtemp(join(tmpdir(), 'tripline-download-'));
  const ended = new AbortController();
  const tooLate = pause(DOWNLOAD_WITHIN_MS, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`it took longer than ${DOWNLOAD_WITHIN_MS / 1000} s`);
  });
  try {
    await Promise.race([fetchInto(work), tooLate]);
    const [program] = await readdir(work);
    if (program === undefined) throw new Error('it left no program');
    return await intoCache(join(work, program), DOWNLOADED_TEMPORAL);
  } finally {
    ended.abort();
    tooLate.catch(() => undefined);
    await rm(work, { recursive: true, force: true });
  }
}

async function fetchInto(folder: string): Promise<void> {
  // Only now: it brings a whole test environment along, which a start with a program in the cache does not need.
  const { TestWorkflowEnvironment } = await import('@temporalio/testing');
  const environment = await TestWorkflowEnvironment.createLocal({
    server: { executable: { type: 'cached-download', downloadDir: folder }, ui: false },
  });
  await environment.teardown();
}
