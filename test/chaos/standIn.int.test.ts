import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { JournalReader } from './journal.ts';
import { freePorts } from './ports.ts';
import type { AttemptEntry } from './standIn/attempts.ts';
import type { Mode } from './standIn/mode.ts';

const A = 'drv-0000001';
let folder: string;
let child: ChildProcess | undefined;
let port: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripline-stand-in-'));
  [port] = (await freePorts(1)) as [number];
});
afterEach(async () => {
  if (child?.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
});

async function start(name: 'smtp' | 'webhooks' | 'slack'): Promise<void> {
  const script = join(inject('programFolder'), `test/chaos/standIn/${name}.js`);
  child = spawn(process.execPath, [script], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      SEED: '1',
      SECRET: 'c2VjcmV0',
      TOKEN: 'xoxb-t',
      CHANNELS: 'c',
      JOURNAL: join(folder, 'journal'),
      ATTEMPTS: join(folder, 'attempts'),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
}

/** Repeats a call until it meets the mood, because a mood affects most calls but not each. */
async function untilIn(mode: Mode, call: () => Promise<string>): Promise<string> {
  child!.stdin!.write(`${JSON.stringify({ mode, ms: 60_000 })}\n`);
  for (;;) {
    const heard = await call();
    const last = entriesOf('attempts').at(-1) as AttemptEntry | undefined;
    if (last !== undefined && last.fate !== 'taken') return `${last.fate}: ${heard}`;
  }
}

function entriesOf(name: 'journal' | 'attempts'): object[] {
  const entries: object[] = [];
  new JournalReader(join(folder, name)).read((entry) => entries.push(entry as object));
  return entries;
}

/** Counts the stored messages beyond those that were taken and answered. */
function takenOnly(): number {
  const well = entriesOf('attempts').filter((each) => (each as AttemptEntry).fate === 'taken').length;
  return entriesOf('journal').length - well;
}

async function post(path: string, body: string): Promise<string> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, headers: type }).then(
    ({ status }) => String(status),
    () => 'cut',
  );
}

/** Sends one mail line by line. @returns whether the server answered its body or cut the connection */
async function mail(): Promise<string> {
  const socket = createConnection(port, '127.0.0.1');
  const lines = [
    'HELO test',
    'MAIL FROM:<a@chaos.example>',
    'RCPT TO:<b@chaos.example>',
    'DATA',
    `Subject: ${A}\r\n\r\nPossible duplicate: ${A}\r\n.`,
  ];
  let isBodyOut = false;
  let answer = 'cut';
  socket.on('data', () => {
    const line = lines.shift();
    if (isBodyOut) answer = 'answered';
    isBodyOut = lines.length === 0;
    if (line === undefined) socket.end();
    else socket.write(`${line}\r\n`);
  });
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return answer;
}

describe('a stand-in writes down what it does with an attempt', () => {
  it.each<[Mode, string, number]>([
    ['cuts', 'not taken, cut: cut', 0],
    ['takes_and_drops', 'taken, answer dropped: cut', 1],
  ])('the mail server in the mood %s', async (mode, heard, taken) => {
    await start('smtp');
    expect(await mail()).toBe('answered');
    expect(await untilIn(mode, mail)).toBe(heard);
    expect(takenOnly()).toBe(taken);
    const about = { receiver: 'b@chaos.example', drivers: [A], isMarked: true };
    for (const entry of entriesOf('attempts')) expect(entry).toMatchObject(about);
  });

  it.each<[Mode, string, number]>([
    ['cuts', 'not taken, cut: cut', 0],
    ['bad_gateway', 'not taken, answered 5xx: 502', 0],
    ['broken', 'refused: 503', 0],
    ['limits', 'refused: 429', 0],
    ['takes_and_drops', 'taken, answer dropped: cut', 1],
  ])('the receiver of webhooks in the mood %s', async (mode, heard, taken) => {
    await start('webhooks');
    const hook = (): Promise<string> => post('/hook', JSON.stringify({ driver: A, possible_repeat: false }));
    expect(await untilIn(mode, hook)).toBe(heard);
    expect(takenOnly()).toBe(taken);
    expect(entriesOf('attempts')[0]).toMatchObject({ receiver: '/hook', drivers: [A], isMarked: false });
  });

  it('a gateway takes every second webhook', async () => {
    await start('webhooks');
    const hook = (): Promise<string> => post('/hook', JSON.stringify({ driver: A }));
    const answers = [await untilIn('bad_gateway', hook), await untilIn('bad_gateway', hook)];
    expect(answers).toEqual(['not taken, answered 5xx: 502', 'taken, answered 5xx: 502']);
    expect(takenOnly()).toBe(1);
  });

  it.each<[Mode, string, number]>([
    ['cuts', 'not taken, cut: cut', 0],
    ['broken', 'not taken, answered 5xx: 503', 0],
    ['takes_and_drops', 'taken, answer dropped: cut', 1],
  ])('Slack in the mood %s, of posts and of looks that fail', async (mode, heard, taken) => {
    await start('slack');
    const form = `token=xoxb-t&channel=%23c&text=${A}`;
    expect(await untilIn(mode, () => post('/api/chat.postMessage', form))).toBe(heard);
    expect(takenOnly()).toBe(taken);
    const isLookup = (entry: object): boolean => 'isLookup' in entry;
    await expect
      .poll(async () => {
        await post('/api/conversations.history', 'channel=%23c');
        return entriesOf('attempts').find(isLookup);
      })
      .toMatchObject({ receiver: '#c', drivers: [] });
  });
});
