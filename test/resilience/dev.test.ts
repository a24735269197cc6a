import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CHECKOUT_COMMAND, startDev } from '../support/servers/commandProcess.ts';
import type { NodeProcess } from '../support/servers/nodeProcess.ts';

let dataDir: string;
let running: NodeProcess;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tripline-dev-'));
  // The user under which root's PostgreSQL runs needs access.
  await chmod(dataDir, 0o755);
});
afterEach(async () => {
  await running.kill();
  // One orderly start and stop ends everything that a kill left behind.
  const last = start();
  await last.says('Ready').catch(() => undefined);
  await last.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function start(): NodeProcess {
  running = startDev(dataDir, { command: CHECKOUT_COMMAND });
  return running;
}

/** Lists the files of `dev` that the group or others may read, write or list. */
async function openToOthers(): Promise<string[]> {
  const names = ['.', ...(await readdir(dataDir))];
  const found = names.map(async (name) => ({ name, mode: (await lstat(join(dataDir, name))).mode & 0o777 }));
  return (await Promise.all(found))
    .filter(({ mode }) => (mode & 0o066) !== 0)
    .map(({ name, mode }) => `${mode.toString(8)} ${name}`);
}

/** Returns the part of a line of the welcome that follows its label. */
async function printed(label: string, what: RegExp): Promise<string> {
  return what.exec(await running.says(label))?.[0] ?? `no ${label}`;
}

interface Listed {
  readonly id: string;
  readonly state: string;
}

async function listed(token: string, list: string): Promise<readonly Listed[]> {
  const url = await printed('Outbox', /http:\/\/[\w.:]+/);
  const answer = await fetch(`${url}/api/v1/fleets/default/${list}?limit=100`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return (JSON.parse(text) as { items: Listed[] }).items;
}

/** Returns the newest message of the outbox as a browser shows it that signed in by the link alone. */
async function firstMessage(link: string): Promise<string> {
  const { headers } = await fetch(link, { redirect: 'manual' });
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  const outbox = new URL('/api/v1/fleets/default/outbox', link).href;
  const list = await fetch(`${outbox}?limit=1`, { headers: { cookie } });
  const { items } = (await list.json()) as { readonly items: readonly { readonly id: string }[] };
  return (await fetch(`${outbox}/${items[0]?.id}/page`, { headers: { cookie } })).text();
}

const alerts = async (token: string): Promise<string[]> =>
  (await listed(token, 'alerts')).map(({ id }) => id);

/** Three starts of everything, beside other tests. */
const WAIT = { timeout: 900_000 };

it(
  'runs everything as one command, stops cleanly, and finds its data again, after a kill too',
  WAIT,
  async () => {
    start();
    await running.says('Ready');
    await running.says('stored in the outbox');
    expect(await firstMessage(await printed('Sign in', /http:\/\/\S+\/once\/\S+/))).toMatch(/collision/i);
    const token = await printed('API token', /tl_[\w-]+/);
    const first = await alerts(token);
    expect(first).not.toEqual([]);
    expect(running.output()).toContain('four weeks of trips are being fetched');
    expect(await listed(token, 'backfills')).toHaveLength(1);
    expect((await readdir(dataDir)).sort()).toEqual(
      expect.arrayContaining(['dev-secrets.json', 'postgres', 'sandbox.jsonl', 'temporal.db']),
    );
    expect(await openToOthers()).toEqual([]);
    expect(await running.stop()).toBe(0);
    expect(running.output()).toContain('Stopped. All data is stored');

    // As an older Tripline left it.
    await chmod(dataDir, 0o755);
    for (const name of ['temporal.db', 'tripline.log', 'sandbox.jsonl'])
      await chmod(join(dataDir, name), 0o644);
    start();
    await running.says('Ready');
    expect(await openToOthers()).toEqual([]);
    expect(await alerts(token)).toEqual(expect.arrayContaining(first));
    // The fleet's history is requested once, and its backfill continues where it was stopped.
    expect(running.output()).not.toContain('four weeks of trips');
    await expect
      .poll(async () => (await listed(token, 'backfills')).map(({ state }) => state), {
        timeout: 240_000,
        interval: 2_000,
      })
      .toEqual(['done']);
    await running.kill();

    start();
    await running.says('Ready');
    expect(await alerts(token)).toEqual(expect.arrayContaining(first));
    expect(await running.stop()).toBe(0);
  },
);
