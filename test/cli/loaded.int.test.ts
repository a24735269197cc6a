import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startCommand } from '../support/servers/commandProcess.ts';

/** Hooks that record loaded modules, those of CommonJS packages by the imported file. */
const HOOKS = `import { appendFileSync } from 'node:fs';
export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  appendFileSync(process.env.LOADED_FILE, resolved.url + '\\n');
  return resolved;
}`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripline-loaded-'));
  await writeFile(join(folder, 'hooks.mjs'), HOOKS);
  const register = `import { register } from 'node:module'; register('./hooks.mjs', import.meta.url);`;
  await writeFile(join(folder, 'register.mjs'), register);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the compiled command. @returns its output, and the loaded packages and project files */
async function loadedBy(...args: string[]) {
  const file = join(folder, `${args.join('_')}.txt`);
  await writeFile(file, '');
  const command = startCommand(args, {
    LOADED_FILE: file,
    NODE_OPTIONS: `--import=${pathToFileURL(join(folder, 'register.mjs')).href}`,
  });
  const code = await command.ended;
  const urls = (await readFile(file, 'utf8')).split('\n').filter((url) => url.startsWith('file:'));
  const root = pathToFileURL(inject('programFolder')).href;
  const names = urls.map((url) =>
    url.includes('/node_modules/')
      ? /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)![1]!
      : url.replace(`${root}/`, ''),
  );
  return { code, output: command.output(), loaded: [...new Set(names)].sort() };
}

/** Modules that declare the commands, without those that a single command needs. */
const DECLARATIONS =
  /^(commander|cli\/tripline\.mjs|cli\/main\.js|cli\/(program|declaration)\/.+\.js|cli\/[a-z]+\/index\.js)$/;

it('`--version` is answered before anything is loaded', async () => {
  const { code, output, loaded } = await loadedBy('--version');
  expect(code).toBe(0);
  expect(output).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(loaded.filter((name) => name !== 'cli/tripline.mjs')).toEqual([]);
});

it.each([['--help'], ['trips', '--help'], ['rules', 'draft', '--help'], ['help', 'dev']])(
  'help loads the declarations of the commands and nothing else: %s %s',
  async (...args) => {
    const { code, output, loaded } = await loadedBy(...args);
    expect(code).toBe(0);
    expect(output).toContain('Usage: tripline');
    expect(loaded).toContain('commander');
    expect(loaded.filter((name) => !DECLARATIONS.test(name))).toEqual([]);
  },
);

it('completion loads the declarations and what writes its script', async () => {
  const { code, output, loaded } = await loadedBy('completion', 'bash');
  expect(code).toBe(0);
  expect(output).toContain('complete -F _tripline tripline');
  const rest = loaded.filter((name) => !DECLARATIONS.test(name));
  expect(rest.filter((name) => !name.startsWith('cli/completion/'))).toEqual([]);
});

it('a command that asks the API loads no server, worker or database', async () => {
  const { code, loaded } = await loadedBy('trips', 'explain', 'd-1', 't-1', '--json');
  expect(code).toBe(2);
  expect(loaded).toContain('cli/trips/explain.js');
  const heavy = loaded.filter((name) =>
    /^(@temporalio\/|@swc\/|express|pg$|kysely|nodemailer|server\/)/.test(name),
  );
  expect(heavy).toEqual([]);
});
