import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, isExecutable } from '../../cli/embedded/index.ts';

/**
 * Provides a Python environment with the packages of a requirements file in the user's cache folder, and creates it if needed.
 * Its name contains the file's hash, so that a changed file gets a new environment.
 * @returns the folder of its programs
 * @throws Error with the last output of Python or pip if they fail
 */
export async function pythonPrograms(name: string, requirements: string): Promise<string> {
  const hash = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex');
  const folder = join(cacheFolder(), `${name}-${hash.slice(0, 12)}`);
  const programs = join(folder, 'bin');
  // This file is written last. Without it the environment is incomplete and is created again.
  if (await isExecutable(join(folder, 'finished'))) return programs;
  await mkdir(cacheFolder(), { recursive: true });
  process.stderr.write(`Installing ${name} into ${folder} (once)\n`);
  await rm(folder, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', folder]);
  await run(join(programs, 'python'), [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--no-deps',
    '-r',
    requirements,
  ]);
  await writeFile(join(folder, 'finished'), '', { mode: 0o755 });
  return programs;
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2000)));
  await new Promise<void>((done, fail) => {
    child.once('error', (error) => fail(new Error(`${command} cannot be run: ${error.message}`)));
    child.once('exit', (code) =>
      code === 0 ? done() : fail(new Error(`${command} ended with ${code}: ${errors.trim()}`)),
    );
  });
}
