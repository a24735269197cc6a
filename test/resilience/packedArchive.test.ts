import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notificationOf } from '../support/stand-ins/analytics.ts';
import { everyTripRule } from '../support/servers/rules.ts';
import { startCommand } from '../support/servers/commandProcess.ts';
import type { NodeProcess } from '../support/servers/nodeProcess.ts';
import { expectTaken } from '../support/servers/notificationSender.ts';
import { FLEET, WEBHOOK_TOKEN, startStack } from '../support/servers/stack.ts';

const PROJECT = join(import.meta.dirname, '../..');
const execute = promisify(execFile);

let root: string;
/** The folder in which a user has the archive and nothing else. */
let empty: string;
let archive: string;
let packed: readonly string[];
/** Result of the first call, which installs the archive. */
let first: { readonly code: number; readonly out: string };
/**
 * Environment with the user's npm downloads. Packages that `npx` installs belong to this test alone, and are removed after it.
 */
let environment: Readonly<Record<string, string | undefined>>;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tripline-packed-'));
  empty = join(root, 'empty');
  const cache = join(root, 'cache');
  await Promise.all([mkdir(empty), mkdir(cache)]);
  const { stdout: kept } = await execute('npm', ['config', 'get', 'cache'], { cwd: root });
  await mkdir(join(kept.trim(), '_cacache'), { recursive: true });
  await symlink(join(kept.trim(), '_cacache'), join(cache, '_cacache'));
  environment = { ...process.env, npm_config_cache: cache, npm_config_update_notifier: 'false' };
  if (!existsSync(join(PROJECT, 'dist/console/index.html')))
    await execute('npm', ['run', 'build'], { cwd: PROJECT, maxBuffer: 64 * 1_048_576 });
  const { stdout } = await execute('npm', ['pack', '--json', '--pack-destination', empty], {
    cwd: PROJECT,
    env: environment,
    maxBuffer: 64 * 1_048_576,
  });
  const [made] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  archive = `./${made.filename}`;
  packed = made.files.map(({ path }) => path);
  first = await npx('--version');
}, 600_000);
afterAll(() => rm(root, { recursive: true, force: true }));

/** Runs the archive's command as its user does, in the folder that holds nothing else. */
async function npx(...args: string[]): Promise<{ readonly code: number; readonly out: string }> {
  const command = ['--yes', '--prefer-offline', '--package', archive, 'tripline', ...args];
  return execute('npx', command, { cwd: empty, env: environment, maxBuffer: 64 * 1_048_576 }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      out: error.stdout + error.stderr,
    }),
  );
}

/** Returns the folder in which `npx` has installed the archive. */
async function installed(): Promise<string> {
  const folder = join(root, 'cache/_npx');
  const [only] = await readdir(folder);
  return join(folder, only!, 'node_modules/tripline');
}

it('the archive holds the build with the console and the workflow bundles, and nothing that only developers need', () => {
  for (const path of [
    'package.json',
    'README.md',
    'cli/tripline.mjs',
    'dist/cli/main.js',
    'dist/package.json',
    'dist/workflow-bundle.js',
    'dist/workflow-bundle-versioned-encrypted.js',
    'dist/temporal/failureConverter.cjs',
    'dist/console/index.html',
    'dist/rules/examples/rules/collision.json',
  ])
    expect(packed).toContain(path);
  const needless = packed.filter((path) =>
    /^(test|bench|checks|docs|dist\/docs)\/|\.(ts|tsx|map)$/.test(path),
  );
  expect(needless).toEqual([]);
  const others = packed.filter((path) => !/^(dist|cli)\//.test(path));
  expect(others.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
});

it('npx runs it in an empty folder: its version, and a check of the rules that come with it', async () => {
  const { version } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(archive).toBe(`./tripline-${version}.tgz`);
  expect(first).toEqual({ code: 0, out: `${version}\n` });
  const rules = await npx('rules', 'lint', join(await installed(), 'dist/rules/examples'));
  expect([rules.code, rules.out]).toEqual([0, expect.stringContaining('0 errors')]);
});

it('its server and worker take a trip from the notification to the message', async () => {
  const command = join(await installed(), 'cli/tripline.mjs');
  const stack = await startStack();
  const commands: NodeProcess[] = [];
  const start = (role: string, ready: string): Promise<string> => {
    const started = startCommand(
      [role],
      { ...stack.environment, NODE_ENV: 'production', PORT: '0' },
      { command },
    );
    commands.push(started);
    return started.says(ready);
  };
  try {
    await stack.publish(everyTripRule());
    const trip = stack.put({ driverId: 'd-17', tripId: `t-${randomUUID()}` });
    await start('worker', 'worker runs');
    const { url } = JSON.parse(await start('serve', 'web server listens')) as { url: string };
    const body = notificationOf(trip);
    await expectTaken(() => fetch(`${url}/webhooks/${FLEET}/${WEBHOOK_TOKEN}`, { method: 'POST', body }));
    await expect.poll(() => stack.slack.messages.length, { timeout: 60_000, interval: 100 }).toBe(1);
    expect(await (await fetch(`${url}/`)).text()).toContain('<script');
    for (const each of commands) expect(await each.stop()).toBe(0);
  } finally {
    await Promise.all(commands.map((each) => each.kill()));
    await stack.close();
  }
}, 300_000);
