import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Below the project, where the compiled files find their packages. */
const BUILDS = join(ROOT, '.tripline', 'chaos');
const FOLDERS = [
  'config',
  'activities',
  'rules',
  'analytics',
  'store',
  'messages',
  'server',
  'cli',
  'workflows',
];
const TESTS = ['test/support', 'test/chaos', 'test/chaos/standIn'];
const FILES = ['config.ts', 'worker.ts'];

const COMPILER_OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  rewriteRelativeImportExtensions: true,
  verbatimModuleSyntax: true,
};

/**
 * Compiles what the processes run, so that each start costs a second and not five: with faults every few seconds, starting
 * is much of what they do. Types are not looked at.
 * @returns the folder, which the caller removes
 */
export async function compile(): Promise<string> {
  await clearLeftovers();
  const folder = join(BUILDS, `build-${process.pid}`);
  await rm(folder, { recursive: true, force: true });
  for (const name of FOLDERS) await compileFolder(folder, name, true);
  for (const name of TESTS) await compileFolder(folder, name, false);
  for (const file of FILES) await compileFile(folder, file);
  await copyFile(join(ROOT, 'cli/tripline.mjs'), join(folder, 'cli/tripline.mjs'));
  await copyFile(join(ROOT, 'package.json'), join(folder, 'package.json'));
  return folder;
}

async function compileFolder(folder: string, name: string, isDeep: boolean): Promise<void> {
  for (const entry of await readdir(join(ROOT, name), { withFileTypes: true })) {
    const path = join(name, entry.name);
    if (entry.isDirectory() && isDeep) await compileFolder(folder, path, true);
    if (entry.isFile() && /(?<!\.d|\.test)\.ts$/.test(entry.name)) await compileFile(folder, path);
  }
}

async function compileFile(folder: string, path: string): Promise<void> {
  const source = await readFile(join(ROOT, path), 'utf8');
  const { outputText } = ts.transpileModule(source, { compilerOptions: COMPILER_OPTIONS, fileName: path });
  const target = join(folder, path.replace(/\.ts$/, '.js'));
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, outputText);
}

/** What runs left behind that were killed. */
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
