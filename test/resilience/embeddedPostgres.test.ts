import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { startEmbeddedPostgres } from '../../cli/embedded/index.ts';
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from '../../cli/embedded/index.ts';
import { freePorts } from '../chaos/ports.ts';

const isRoot = process.getuid?.() === 0;
let home: string;
let dataDir: string;
let said: string[];
let started: EmbeddedPostgres[];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tripline-embedded-'));
  await chmod(home, 0o755);
  dataDir = join(home, 'data');
  said = [];
  started = [];
});

afterEach(async () => {
  for (const postgres of started) await postgres.stop();
  await rm(home, { recursive: true, force: true });
});

async function start(change: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: (line) => said.push(line),
    fallbackFolder: join(home, 'fallback'),
    ...change,
  });
  started.push(postgres);
  return postgres;
}

/** Returns a port for a server that stops and starts again. */
async function lastingPort(): Promise<{ port: number }> {
  const [port] = await freePorts(1);
  return { port: port! };
}

async function query<T>(url: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as T[];
  } finally {
    await client.end();
  }
}

const remember = (url: string) => query(url, 'create table kept as select 42 as answer');
const recall = (url: string) => query<{ answer: number }>(url, 'select answer from kept');
const pidFile = (folder: string) => join(folder, 'postmaster.pid');
const postmaster = async (folder: string) => Number((await readFile(pidFile(folder), 'utf8')).split('\n')[0]);

/** Starts PostgreSQL in its own process, and kills that process as a crash would. */
async function startAndKill(port: number): Promise<string> {
  const script = join(inject('programFolder'), 'test/support/store/holdPostgres.js');
  const child = spawn(process.execPath, [script, dataDir, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8')));
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)));
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  return (JSON.parse(line) as { url: string }).url;
}

describe('the embedded PostgreSQL', () => {
  it('is durable, private, and finds its data on its port again', async () => {
    const steps: string[] = [];
    const first = await start({ ...(await lastingPort()), progress: (detail) => steps.push(detail) });
    expect(steps).toEqual(['creating the database, at the first start only', 'starting']);
    await remember(first.url);
    expect(await query(first.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
    expect(await query(first.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    expect((await stat(first.folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(first.folder, 'tripline-password'))).mode & 0o777).toBe(0o600);
    const guess = first.url.replace(/:[^:@]+@/, ':guess@');
    await expect(query(guess, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    await first.stop();
    await first.stop();
    const second = await start();
    expect(second.wasLeftOver).toBe(false);
    expect(second.url).toBe(first.url);
    expect(await recall(second.url)).toEqual([{ answer: 42 }]);
    expect(await readdir(dataDir)).toEqual(['postgres']);
  });

  it('is found still running after its starter was killed, and started anew at its address with its data', async () => {
    const url = await startAndKill((await lastingPort()).port);
    await remember(url);
    const leftOver = await postmaster(join(dataDir, 'postgres'));
    const again = await start();
    expect(again).toMatchObject({ wasLeftOver: true, url });
    expect(await postmaster(again.folder)).not.toBe(leftOver);
    expect(await recall(again.url)).toEqual([{ answer: 42 }]);
    await again.stop();
    await expect(query(url, 'select 1')).rejects.toThrow();
  });

  it('starts again after it was killed itself, with everything committed', async () => {
    const first = await start();
    await remember(first.url);
    process.kill(await postmaster(first.folder), 'SIGKILL');
    const again = await start();
    expect(again.wasLeftOver).toBe(false);
    expect(await recall(again.url)).toEqual([{ answer: 42 }]);
  });

  it('is not stopped by the number of another process in its file, and leaves that process alone', async () => {
    const first = await start();
    await remember(first.url);
    const lines = (await readFile(pidFile(first.folder), 'utf8')).split('\n');
    await first.stop();
    const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await writeFile(pidFile(first.folder), [String(bystander.pid), ...lines.slice(1)].join('\n'));
    const again = await start();
    expect(await recall(again.url)).toEqual([{ answer: 42 }]);
    await again.stop();
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
    bystander.kill();
  });

  it('takes another port when its own is taken', async () => {
    const first = await start(await lastingPort());
    await first.stop();
    const thief = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
    await new Promise((resolve) => thief.once('listening', resolve));
    const again = await start();
    expect(new URL(again.url).port).not.toBe(String((thief.address() as AddressInfo).port));
    expect(await query(again.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await new Promise((resolve) => thief.close(resolve));
  });

  it('needs nothing but its own folder, in a data folder of another name too', async () => {
    const first = await start();
    await remember(first.url);
    await first.stop();
    await mkdir(join(home, 'moved'), { mode: 0o755 });
    await rename(first.folder, join(home, 'moved', 'postgres'));
    dataDir = join(home, 'moved');
    expect(await recall((await start()).url)).toEqual([{ answer: 42 }]);
  });

  it('refuses a database without its password, and says what to do', async () => {
    const first = await start();
    await first.stop();
    await rm(join(first.folder, 'tripline-password'));
    await expect(start()).rejects.toThrow(
      /contains no tripline-password.*Move it away, or name another DATA_DIR/,
    );
    expect(await readdir(first.folder)).toContain('PG_VERSION');
  });

  it('says that it may not enter a database, rather than that there is none', async () => {
    const first = await start();
    await first.stop();
    await chmod(first.folder, 0o000);
    await expect(start()).rejects.toThrow(/cannot enter the database in .*as the user who made it/);
    await chmod(first.folder, 0o700);
    expect((await start()).folder).toBe(first.folder);
  });

  it('starts over where a start was killed while it made the database', async () => {
    await mkdir(join(dataDir, 'postgres.new-data'), { recursive: true });
    await writeFile(join(dataDir, 'postgres.new-data', 'PG_VERSION'), '18\n');
    await writeFile(join(dataDir, 'postgres.new-password'), 'x');
    const postgres = await start();
    expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await readdir(dataDir)).toEqual(['postgres']);
  });

  it('refuses a folder that is in use for something else, and one of another version', async () => {
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres', 'diary.txt'), 'mine');
    await expect(start()).rejects.toThrow(/contains no database/);
    expect(await readFile(join(dataDir, 'postgres', 'diary.txt'), 'utf8')).toBe('mine');
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '11\n');
    await expect(start()).rejects.toThrow(/made by PostgreSQL 11/);
  });

  it('keeps its data where its user can get to, says so, and finds them there again', async () => {
    await mkdir(join(home, 'closed'), { mode: 0o700 });
    dataDir = join(home, 'closed', 'data');
    const first = await start();
    await remember(first.url);
    await first.stop();
    // Only root's PostgreSQL runs as another user, who has no access.
    expect(first.folder.startsWith(join(home, isRoot ? 'fallback' : 'closed'))).toBe(true);
    // If the checkout is closed too, another line says the same about the programs.
    expect(said.filter((line) => line.includes('the database is in'))).toHaveLength(isRoot ? 1 : 0);
    const again = await start();
    expect(again.folder).toBe(first.folder);
    expect(await recall(again.url)).toEqual([{ answer: 42 }]);
    await again.stop();
    await rename(dataDir, join(home, 'closed', 'renamed'));
    const renamed = await start({ dataDir: join(home, 'closed', 'renamed') });
    expect(await recall(renamed.url)).toEqual([{ answer: 42 }]);
    await renamed.stop();
    await rename(join(home, 'closed', 'renamed'), dataDir);
    // A database that could not be stored in the data folder survives the removal of that folder.
    if (isRoot) await rm(dataDir, { recursive: true });
    const later = await start();
    expect(later.folder).toBe(first.folder);
    expect(await recall(later.url)).toEqual([{ answer: 42 }]);
    await later.stop();
  });
});
