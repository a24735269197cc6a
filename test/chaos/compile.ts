import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The folder for builds; it is inside the project so that compiled files find their packages. */
const BUILDS = join(ROOT, '.tripline', 'compiled');
const FOLDERS = [
  'config',
  'activities',
  'rules',
  'analytics',
  'store',
  'messages',
  'texts',
  'temporal',
  'server',
  'cli',
  'simulator',
  'workflows',
  'test/support',
  'test/chaos',
  'test/hostile',
];
const FILES = ['config.ts', 'worker.ts'];
/** Files that are copied unchanged. */
const COPIED = ['cli/tripline.mjs', 'temporal/failureConverter.cjs', 'rules/examples', 'package.json'];

/**
 * Compiles the programs of the processes, so that each start takes one second instead of five: a run starts many processes,
 * some of them repeatedly. Does not check types.
 * @returns the folder, which the caller removes
 */
export async function compile(): Promise<string> {
  await clearLeftovers();
  const folder = join(BUILDS, `build-${process.pid}`);
  await rm(folder, { recursive: true, force: true });
  await Promise.all(FOLDERS.map((name) => compileFolder(folder, name)));
  await Promise.all(FILES.map((file) => compileFile(folder, file)));
  for (const path of COPIED) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(ROOT, path), join(folder, path), { recursive: true });
  }
  return folder;
}

async function compileFolder(folder: string, name: string): Promise<void> {
  const paths = await readdir(join(ROOT, name), { recursive: true });
  const sources = paths.filter((path) => /(?<!\.d|\.test)\.ts$/.test(path));
  for (const path of sources) await compileFile(folder, join(name, path));
}

async function compileFile(folder: string, path: string): Promise<void> {
  const source = await readFile(join(ROOT, path), 'utf8');
  const { code } = await transformWithOxc(source, path, {
    sourcemap: false,
    typescript: { rewriteImportExtensions: true, onlyRemoveTypeImports: true },
  });
  const target = join(folder, path.replace(/\.ts$/, '.js'));
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, code);
}

/** Removes the builds of processes that no longer run. */
async function clearLeftovers(): Promise<void> {
  for (const name of await readdir(BUILDS).catch(() => [])) {
    const pid = /^build-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(BUILDS, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
