import { execFile } from 'node:child_process';
import { chmod, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';

const execute = promisify(execFile);
let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'tripline-owned-'));
  folder = join(parent, 'outer', '.tripline');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

/** Runs in its own process, as `dev` does, because a umask applies to the whole process. Then writes `made-later`. */
async function keepToOwner(othersMay: 'nothing' | 'pass'): Promise<void> {
  const module = new URL('../../../cli/embedded/dataFolder.ts', import.meta.url).href;
  const script = `
    process.umask(0o022);
    const { keepToOwner } = await import(${JSON.stringify(module)});
    await keepToOwner(${JSON.stringify(folder)}, ${JSON.stringify(othersMay)});
    const { writeFile } = await import('node:fs/promises');
    await writeFile(${JSON.stringify(join(folder, 'made-later'))}, '');`;
  const tsx = new URL('../../../node_modules/tsx/dist/loader.mjs', import.meta.url).href;
  await execute(process.execPath, ['--import', tsx, '--input-type=module', '--eval', script]);
}

async function modes(): Promise<Record<string, string>> {
  const names = ['.', ...(await readdir(folder))];
  const found = names.map(async (name) => [name, octal((await lstat(join(folder, name))).mode)] as const);
  return Object.fromEntries(await Promise.all(found));
}
const octal = (mode: number): string => (mode & 0o7777).toString(8);

async function anOlderFolder(...names: string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  for (const name of names) {
    await writeFile(join(folder, name), '');
    await chmod(join(folder, name), 0o644);
  }
}

it('makes the folder and its files for their owner', async () => {
  await keepToOwner('nothing');
  expect(await modes()).toEqual({ '.': '700', 'made-later': '600' });
  // The folders above are not Tripline's, so their mode stays.
  expect(octal((await lstat(join(parent, 'outer'))).mode)).toBe('755');
});

it('lets others pass where root needs that for PostgreSQL, and read nothing', async () => {
  await keepToOwner('pass');
  expect(await modes()).toEqual({ '.': '711', 'made-later': '600' });
});

it('takes a folder of an earlier start, and what is in it, from the others', async () => {
  await anOlderFolder('dev-secrets.json', 'temporal.db', 'tripline.log');
  await mkdir(join(folder, 'postgres'), { mode: 0o700 });
  await keepToOwner('nothing');
  expect(await modes()).toEqual({
    '.': '700',
    postgres: '700',
    'made-later': '600',
    'dev-secrets.json': '600',
    'temporal.db': '600',
    'tripline.log': '600',
  });
});

it('opens nothing that is closed', async () => {
  await anOlderFolder();
  await chmod(folder, 0o700);
  await keepToOwner('pass');
  expect(await modes()).toEqual({ '.': '700', 'made-later': '600' });
});

it.each([
  ['that holds other things', 0o755, ['notes.txt']],
  ['that everybody writes to', 0o1777, ['notes.txt', 'dev-secrets.json']],
])(
  'leaves a folder %s as it is, and makes its own files for their owner all the same',
  async (_what, mode, names) => {
    await anOlderFolder(...names);
    await chmod(folder, mode);
    await keepToOwner('nothing');
    expect(await modes()).toEqual({
      ...Object.fromEntries(names.map((name) => [name, '644'])),
      '.': octal(mode),
      'made-later': '600',
    });
  },
);
