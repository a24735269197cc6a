import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockFolder } from '../../../cli/embedded/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripline-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const LOCK = new URL('../../../cli/embedded/dataFolder.ts', import.meta.url).href;

/** Starts another process that takes the lock and lives until it is killed. */
async function holder(): Promise<{ kill(): Promise<void> }> {
  const script = `import { lockFolder } from ${JSON.stringify(LOCK)};
    await lockFolder(${JSON.stringify(folder)});
    console.log('held');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return {
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

it('refuses a folder that another process uses, until that one is gone', async () => {
  const other = await holder();
  await expect(lockFolder(folder)).rejects.toThrow(/already running on .*DATA_DIR/s);
  await other.kill();
  const release = await lockFolder(folder);
  expect(await readdir(folder)).toEqual(['tripline.lock']);
  await release();
  expect(await readdir(folder)).toEqual([]);
});

it.each(['', 'nonsense', '999999999 12', `${process.ppid} 1`])(
  'is not held up by a lock that says %j',
  async (content) => {
    await writeFile(join(folder, 'tripline.lock'), content);
    const release = await lockFolder(folder);
    await release();
    expect(await readdir(folder)).toEqual([]);
  },
);
