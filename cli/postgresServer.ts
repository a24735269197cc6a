import { open, readFile, readlink, realpath, rm, stat, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { CommandError } from './exit.ts';
import type { PostgresBinaries } from './postgresBinaries.ts';
import { runAs } from './postgresUser.ts';
import type { PostgresUser } from './postgresUser.ts';

/** The database user, the database, and the address PostgreSQL listens on. */
const NAME = 'tripline';
const HOST = '127.0.0.1';
/** How long a start may take; after a crash it first replays what was not written yet. */
const START_SECONDS = 120;
/** The server's log is begun anew beyond this. */
const LOG_BYTES = 5_000_000;

/** One PostgreSQL: its programs, whom it runs as, and its data. */
export interface PostgresServer {
  readonly binaries: PostgresBinaries;
  readonly user: PostgresUser;
  readonly folder: string;
  readonly password: string;
  /** Settings beyond ours, e.g. `{ fsync: 'off' }` for tests. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Address of a database on the server. */
export function serverUrl(server: PostgresServer, port: number, database: string = NAME): string {
  return `postgres://${NAME}:${encodeURIComponent(server.password)}@${HOST}:${port}/${database}`;
}

/**
 * The port of a server that runs on the folder already, left behind by a process that was killed. One that runs and does not
 * answer is stopped. What a crash left of one that does not run any more is cleared away.
 */
export async function runningPort(server: PostgresServer): Promise<number | undefined> {
  for (let waited = 0; ; waited += 1) {
    const lines = (await readPidFile(server.folder))?.split('\n');
    const pid = Number(lines?.[0]);
    if (lines === undefined || !Number.isInteger(pid)) return undefined;
    if (!(await isPostmaster(pid, server.folder))) {
      // PostgreSQL clears a dead one's file itself, and with care. It only cannot tell a process that took the number.
      if (isAlive(pid)) await rm(join(server.folder, 'postmaster.pid'), { force: true });
      return undefined;
    }
    const port = Number(lines[3]);
    const answer = await ask(server, port);
    if (answer === 'ours') return port;
    if (answer === 'starting' && waited < START_SECONDS) await pause(1_000);
    else {
      await stopServer(server);
      return undefined;
    }
  }
}

/** Starts the server. @param wanted the port to take when it is free. @returns the port it took */
export async function startServer(server: PostgresServer, wanted: number | undefined): Promise<number> {
  const log = join(server.folder, 'server.log');
  const size = await stat(log).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_BYTES) await truncate(log);
  for (let tries = 1; ; tries += 1) {
    const port = tries === 1 && wanted !== undefined && (await isFree(wanted)) ? wanted : await freePort();
    const options = Object.entries({ ...SETTINGS, port: String(port), ...server.settings })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' ');
    const wait = ['-w', '-t', String(START_SECONDS), '-s'];
    const { code, output } = await control(server, ['start', ...wait, '-l', log, '-o', options]);
    if (code === 0) return port;
    if (tries === 5)
      throw new CommandError(
        `The embedded PostgreSQL did not start on ${server.folder}: ${output.split('\n')[0]}\n${await endOf(log)}`,
      );
    // Children of a killed server need a moment to notice; another process may have taken the port just now.
    await pause(1_500);
  }
}

/** Stops the server: open transactions are undone, everything committed is on the disk. One that is gone is no error. */
export async function stopServer(server: PostgresServer): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    // pg_ctl signals whatever process has the number in the file: make sure that it is ours.
    if (!(await isRunning(server))) return;
    await control(server, ['stop', '-m', mode, '-w', '-t', '30', '-s']);
  }
  if (!(await isRunning(server))) return;
  throw new CommandError(
    `The embedded PostgreSQL on ${server.folder} does not stop: end its process by hand.`,
  );
}

/** Makes the database if it is not there. A fresh server may need a moment before it lets anybody in. */
export async function ensureDatabase(server: PostgresServer, port: number): Promise<void> {
  const client = new Client({
    connectionString: serverUrl(server, port, 'postgres'),
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [NAME]);
    if (found.rowCount === 0) await client.query(`create database ${NAME}`);
  } finally {
    await client.end();
  }
}

/** Sets the password from inside, when the one in the notes was lost. The server must not run. */
export async function resetPassword(server: PostgresServer): Promise<void> {
  const command = `alter user ${NAME} password '${server.password}'\n`;
  const single = ['--single', '-D', server.folder, '-c', 'exit_on_error=on', 'postgres'] as const;
  const { code, output } = await runAs(server.user, [server.binaries.postgres, ...single], command);
  if (code !== 0)
    throw new CommandError(
      `The password of the database in ${server.folder} could not be set anew: ${output}`,
    );
}

/** Errors are logged without statements and details: both may hold positions. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: HOST,
  unix_socket_directories: '',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

async function control(server: PostgresServer, args: readonly string[]) {
  return runAs(server.user, [server.binaries.pgCtl, '-D', server.folder, ...args]);
}

function readPidFile(folder: string): Promise<string | undefined> {
  return readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined);
}

async function isRunning(server: PostgresServer): Promise<boolean> {
  const pid = Number((await readPidFile(server.folder))?.split('\n')[0]);
  return Number.isInteger(pid) && (await isPostmaster(pid, server.folder));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a process is the server of this folder, and not one that got its number later. It works in its data folder. */
async function isPostmaster(pid: number, folder: string): Promise<boolean> {
  if (pid <= 0 || !isAlive(pid)) return false;
  const place = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (place !== undefined) return place === (await realpath(folder));
  const { code, output } = await runAs({ name: 'the present user' }, [
    'ps',
    '-o',
    'command=',
    '-p',
    String(pid),
  ]);
  return code === 0 && output.includes(folder);
}

/** Who answers on the port: the server of our folder, one that is still starting, or somebody else. */
async function ask(server: PostgresServer, port: number): Promise<'ours' | 'starting' | 'other'> {
  if (!Number.isInteger(port) || port <= 0) return 'starting';
  const client = new Client({
    connectionString: serverUrl(server, port, 'postgres'),
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory === (await realpath(server.folder)) ? 'ours' : 'other';
  } catch (error) {
    const { code } = error as { code?: string };
    return code === '57P03' || code === 'ECONNREFUSED' ? 'starting' : 'other';
  } finally {
    await client.end().catch(() => undefined);
  }
}

function isFree(port: number): Promise<boolean> {
  return listenOn(port).then(
    () => true,
    () => false,
  );
}

function freePort(): Promise<number> {
  return listenOn(0);
}

function listenOn(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, HOST, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}

async function endOf(file: string): Promise<string> {
  const handle = await open(file).catch(() => undefined);
  if (handle === undefined) return '';
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, 1_500);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8');
  } finally {
    await handle.close();
  }
}
