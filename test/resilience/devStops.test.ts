import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startDev } from '../support/servers/commandProcess.ts';
import type { NodeProcess } from '../support/servers/nodeProcess.ts';

let dataDir: string;
let running: NodeProcess | undefined;
let stopLoad: (() => void) | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tripline-stops-'));
  // The user under which root's PostgreSQL runs needs access.
  await chmod(dataDir, 0o755);
});
afterEach(async () => {
  stopLoad?.();
  await running?.kill();
  for (const { pid } of await leftBehind()) process.kill(pid, 'SIGKILL');
});
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

function start(more: Readonly<Record<string, string>> = {}): NodeProcess {
  running = startDev(dataDir, { ownGroup: true, more });
  return running;
}

/** Lists processes whose command line names the data folder. */
async function leftBehind(): Promise<{ readonly pid: number; readonly what: string }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-e', '-ww', '-o', 'pid=,args=']);
  return stdout
    .split('\n')
    .filter((line) => line.includes(dataDir))
    .map((line) => ({ pid: Number.parseInt(line, 10), what: line.trim() }));
}

/** Expects that a start has left no process and no lock. */
async function expectNothingLeft(): Promise<void> {
  expect(await leftBehind()).toEqual([]);
  expect(await readdir(dataDir)).not.toContain('tripline.lock');
}

/** Lets trips be driven and lists be read until the test has ended. */
async function load(command: NodeProcess): Promise<void> {
  const [sandbox, outbox] = await Promise.all(
    ['Sandbox  ', 'Outbox'].map(async (label) => /http:\/\/[\w.:]+/.exec(await command.says(label))?.[0]),
  );
  const { apiToken } = JSON.parse(await readFile(join(dataDir, 'dev-secrets.json'), 'utf8')) as {
    apiToken: string;
  };
  let isOver = false;
  stopLoad = () => (isOver = true);
  const again = async (address: string, init: RequestInit): Promise<void> => {
    while (!isOver) {
      // The server that is asked stops in the middle of it.
      await fetch(address, init).then(
        (answer) => answer.text(),
        () => pause(50),
      );
      await pause(100);
    }
  };
  const collision = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'collision' }),
  };
  const reader = { headers: { authorization: `Bearer ${apiToken}` } };
  void again(`${sandbox}/control/trips`, collision);
  for (const list of ['rules', 'trips', 'incidents', 'setup', 'digests', 'rotations', 'drivers'])
    void again(`${outbox}/api/v1/fleets/default/${list}`, reader);
}

/** A start of everything, beside other tests. */
const WAIT = { timeout: 240_000 };

it.each([
  ['the database is created', 'creating the database'],
  ['the schema is ready and the worker starts', 'Database schema'],
])('a stop while %s ends the start and leaves nothing behind', WAIT, async (_when, line) => {
  const command = start();
  await command.says(line);
  command.interrupt('SIGINT');
  expect(await command.ended, command.output()).toBe(0);
  expect(command.output()).toContain('Stopped. All data is stored');
  expect(command.output()).not.toContain('Ready');
  await expectNothingLeft();
});

it('a Temporal that dies ends the start, which then leaves nothing behind', WAIT, async () => {
  const command = start();
  await command.says('Ready');
  process.kill(Number(await readFile(join(dataDir, 'temporal.pid'), 'utf8')), 'SIGKILL');
  expect(await command.ended, command.output()).toBe(2);
  expect(command.output()).toMatch(/Temporal.*stopped unexpectedly|lost its connection to Temporal/);
  await expectNothingLeft();
});

it('an unforeseen error ends the start, which then leaves nothing behind', WAIT, async () => {
  const fault = join(dataDir, 'fault.mjs');
  await writeFile(fault, "process.on('SIGUSR2', () => { throw new Error('unforeseen'); });");
  const command = start({ NODE_OPTIONS: `--import=${fault}` });
  await command.says('Ready');
  command.interrupt('SIGUSR2');
  expect(await command.ended, command.output()).toBe(2);
  expect(command.output()).toContain('unforeseen');
  await expectNothingLeft();
});

it('a second stop under load skips the work under way, but no server', WAIT, async () => {
  const command = start();
  await command.says('Ready');
  await load(command);
  await command.says('Collision');
  command.interrupt('SIGINT');
  await command.says('Stopping');
  // Longer than the time in which one press may arrive twice.
  await pause(1_000);
  command.interrupt('SIGINT');
  await command.ended;
  await expectNothingLeft();
});

it('a stop under load whose output has lost its reader leaves nothing behind', WAIT, async () => {
  const command = start();
  await command.says('Ready');
  await load(command);
  await command.says('Collision');
  // Ctrl-C ends `tee` as well.
  command.stopReading();
  command.interrupt('SIGINT');
  await command.ended;
  await expectNothingLeft();
});
