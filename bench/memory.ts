import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryOf } from '../test/support/servers/nodeProcess.ts';
import { TRIPLINE, run } from './run.ts';
import type { Bench } from './run.ts';

/**
 * Measures the memory of `npm start`: idle, under attack, and once the attack has been over for a while. Everything stays on
 * this machine. IDLE, LOAD and AFTER are seconds; an hour afterwards is `AFTER=3600`. Aim: the memory of the command itself
 * afterwards is within `ALLOWED_MB` of the idle one; 1 as the exit code where it is not.
 */
const IDLE_SECONDS = Number(process.env['IDLE'] ?? 30);
const LOAD_SECONDS = Number(process.env['LOAD'] ?? 60);
const AFTER_SECONDS = Number(process.env['AFTER'] ?? 300);
const ALLOWED_MB = Number(process.env['ALLOWED_MB'] ?? 150);
/** More arguments for Node, such as a heap limit to compare with. */
const NODE_ARGUMENTS = (process.env['NODE_ARGUMENTS'] ?? '').split(' ').filter(Boolean);
const TRIPS_THAT_WAIT = 20;
const TOKENS = ['viewer', 'editor', 'admin'].map((role) => ({ role, token: `${role}-bench-memory-token` }));

/** Settings of glibc's allocator, as `npm start` makes them; ALLOCATOR=default measures without them. */
async function allocator(): Promise<Record<string, string>> {
  if (process.env['ALLOCATOR'] === 'default') return {};
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  const { scripts } = JSON.parse(manifest) as { scripts: { start: string } };
  const set = scripts.start.matchAll(/(?<name>MALLOC_\w+)=(?<value>\S+)/g);
  return Object.fromEntries([...set].map(({ groups = {} }) => [groups['name'] ?? '', groups['value'] ?? '']));
}

/** `tripline dev` in a process of its own. */
interface Command {
  readonly url: URL;
  readonly pid: number;
}

async function startDev(bench: Bench, dataDir: string): Promise<Command> {
  const { XDG_CACHE_HOME, TEMPORAL_CLI_PATH } = process.env;
  const dev = await bench.start([...NODE_ARGUMENTS, TRIPLINE, 'dev'], {
    environment: {
      DATA_DIR: dataDir,
      PORT: '0',
      API_TOKENS: TOKENS.map(({ role, token }) => `${role}:${role}:${token}`).join(','),
      ...(XDG_CACHE_HOME && { XDG_CACHE_HOME }),
      ...(TEMPORAL_CLI_PATH && { TEMPORAL_CLI_PATH }),
      ...(await allocator()),
    },
    ready: 'Ready',
  });
  const outbox = await dev.says(/http:\/\/[\w.:]+\/outbox/);
  return { url: new URL(/http:\/\/[\w.:]+/.exec(outbox)![0]), pid: dev.pid };
}

/** Resident memory in megabytes of the programs that a process started. */
async function childrenMb(pid: number): Promise<number> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
    parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0));
  }
  const isBelow = (id: number): boolean =>
    id > 1 && (parents.get(id) === pid || isBelow(parents.get(id) ?? 0));
  const sizes = await Promise.all([...parents.keys()].filter(isBelow).map(memoryOf));
  return sizes.filter((mb) => !Number.isNaN(mb)).reduce((sum, mb) => sum + mb, 0);
}

/** Figures that the process shows of itself, in megabytes. */
async function shown(url: URL): Promise<string> {
  const text = await (await fetch(new URL('/metrics', url))).text();
  const of = (name: string): string =>
    `${(Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0) / 2 ** 20).toFixed(0)} MB`;
  return `heap ${of('nodejs_heap_size_used_bytes')} of ${of('nodejs_heap_size_total_bytes')}, external ${of('nodejs_external_memory_bytes')}`;
}

let sent = 0;
const statuses = new Map<number, number>();
async function send(url: URL, path: string, options: RequestInit): Promise<void> {
  sent += 1;
  const response = await fetch(new URL(path, url), options).catch(() => undefined);
  await response?.arrayBuffer().catch(() => undefined);
  const status = response?.status ?? 0;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

const API = '/api/v1/fleets/default';
const point = { latitude: 52.5, longitude: 13.4, timestamp: '2026-11-20T10:00:00+01:00', speed_kmph: 50 };
const rule = {
  id: 'hostile', name: 'Hostile', actions: [{ type: 'slack', channel: '#a', text: 'x' }],
  conditions: { all: Array.from({ length: 150 }, (_, at) => ({ fact: 'trip.distance_km', operator: 'greaterThan', value: at, name: `n${at}` })) },
}; // prettier-ignore
const wholeTrip = JSON.stringify({
  rule,
  trip: { driver_id: 'd-1', trip_id: '1', info: { distance_km: 500 }, path: Array.from({ length: 50_000 }, () => point) },
}); // prettier-ignore

/** The kinds of requests of the attack; each is sent again and again, so many at once. */
function attacks(
  url: URL,
  webhookToken: string,
): readonly { readonly atOnce: number; readonly ask: () => Promise<void> }[] {
  const post = (path: string, token: string, body: string): Promise<void> =>
    send(url, API + path, { method: 'POST', body, headers: { authorization: `Bearer ${token}` } });
  const webhook = (token: string, body: string): Promise<void> =>
    send(url, `/webhooks/default/${token}`, { method: 'POST', body });
  // The same few: each that is new waits for its trip for a day, and what waits holds memory by right.
  const notification = (): string =>
    JSON.stringify({ version: 3, type: 'TRIP_SCORED', driver_id: `x-${sent % TRIPS_THAT_WAIT}`, trip_id: '1790000000000', data: {} }); // prettier-ignore
  return [
    ...TOKENS.map(({ token }) => ({ atOnce: 6, ask: () => post('/simulations', token, wholeTrip) })),
    ...TOKENS.map(({ token }) => ({
      atOnce: 4,
      ask: () => post('/rules/validate', token, JSON.stringify(rule)),
    })),
    { atOnce: 8, ask: () => webhook(webhookToken, notification()) },
    {
      atOnce: 4,
      ask: () => webhook(webhookToken, JSON.stringify({ type: `T${sent}`, pad: 'x'.repeat(2_000_000) })),
    },
    { atOnce: 8, ask: () => webhook('wrong-bench-webhook-token', notification()) },
    {
      atOnce: 4,
      ask: () => send(url, `${API}/trips`, { headers: { authorization: `Bearer wrong-${sent}` } }),
    },
    { atOnce: 4, ask: () => send(url, '/outbox', {}) },
    { atOnce: 4, ask: () => send(url, `/nothing/${sent}`, {}) },
  ];
}

/** Connections that send all of a body but its last byte. */
function unfinished(url: URL, count: number): Socket[] {
  return Array.from({ length: count }, () => {
    const socket = connect(Number(url.port), url.hostname).on('error', () => undefined);
    socket.write(
      `PUT ${API}/rules/x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKENS[1]!.token}\r\nContent-Length: 1048576\r\n\r\n`,
    );
    socket.write(Buffer.alloc(1_048_575, ' '));
    return socket;
  });
}

async function underLoad({ url, pid }: Command, webhookToken: string): Promise<number> {
  let most = 0;
  const until = performance.now() + LOAD_SECONDS * 1000;
  const slow = unfinished(url, 500);
  const senders = attacks(url, webhookToken).flatMap(({ atOnce, ask }) =>
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < until) await ask();
    }),
  );
  const watch = setInterval(() => void memoryOf(pid).then((own) => (most = Math.max(most, own))), 1_000);
  await Promise.all(senders);
  clearInterval(watch);
  for (const socket of slow) socket.destroy();
  return most;
}

await run(async (bench) => {
  const dataDir = await bench.folder();
  const command = await startDev(bench, dataDir);
  const { url, pid } = command;
  const { webhookToken } = JSON.parse(await readFile(join(dataDir, 'dev-secrets.json'), 'utf8')) as { webhookToken: string }; // prettier-ignore
  const say = async (when: string): Promise<number> => {
    const own = await memoryOf(pid);
    const children = await childrenMb(pid);
    process.stdout.write(`${when.padEnd(28)} ${own.toFixed(0).padStart(6)} MB (${await shown(url)}); PostgreSQL and Temporal ${children.toFixed(0)} MB\n`); // prettier-ignore
    return own;
  };
  await pause(IDLE_SECONDS * 1000);
  const idle = await say('idle');
  const most = await underLoad(command, webhookToken);
  process.stdout.write(`${'most under load'.padEnd(28)} ${most.toFixed(0).padStart(6)} MB; ${sent} requests, answered ${JSON.stringify(Object.fromEntries([...statuses].sort()))}\n`); // prettier-ignore
  await say('right after');
  const step = Math.max(30, AFTER_SECONDS / 6);
  let passed = 0;
  for (; passed < AFTER_SECONDS - step; passed += step) {
    await pause(step * 1000);
    await say(`${Math.round(passed + step)} s after`);
  }
  await pause((AFTER_SECONDS - passed) * 1000);
  const stays = (await say('in the end')) - idle;
  process.stdout.write(`${stays.toFixed(0)} MB more than idle; at most ${ALLOWED_MB} are allowed.\n`);
  process.exitCode = stays > ALLOWED_MB ? 1 : 0;
});
