import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from '../../workflows/contracts/index.ts';
import { endServer, freePort } from './localServer.ts';
import type { LocalServer } from './localServer.ts';

/** A Temporal dev server that this process started. */
export interface TemporalServer {
  /** `host:port` of Temporal's frontend service. */
  readonly address: string;
  readonly uiUrl: string;
  /** Whether the server of an earlier start that was killed was still running. That server was ended first. */
  readonly wasLeftOver: boolean;
  /** Promise that settles when the server ends, for whatever reason. */
  readonly exited: Promise<void>;
  stop(): Promise<void>;
}

/** Options of the dev server. */
export interface TemporalServerOptions {
  readonly executable: string;
  /** Folder of the server's database and log. */
  readonly dataDir: string;
  readonly namespace?: string;
  /** Preferred port of the frontend; another free port if it is taken. 0 means any free port. */
  readonly port?: number;
  readonly uiPort?: number;
}

const READY_WITHIN_MS = 60_000;

/**
 * Starts Temporal's dev server with its database in a file. SQLite's write-ahead log doubles its throughput.
 * Full synchronisation lets an acknowledged trip survive a power cut.
 * @throws Error with the end of the server's log when the server does not become ready
 */
export async function startTemporalServer(options: TemporalServerOptions): Promise<TemporalServer> {
  await mkdir(options.dataDir, { recursive: true });
  const pidFile = join(options.dataDir, 'temporal.pid');
  const database = join(options.dataDir, 'temporal.db');
  const server: LocalServer = {
    name: "Temporal's dev server",
    pidFile,
    mark: database,
    signals: ['SIGTERM', 'SIGKILL'],
    endsWithinMs: 10_000,
  };
  const wasLeftOver = await endServer(server);
  const port = await freePort(options.port ?? 7233);
  const uiPort = await freePort(options.uiPort ?? 8233);
  const logFile = join(options.dataDir, 'temporal.log');
  const child = spawn(
    options.executable,
    [
      'server',
      'start-dev',
      '--ip',
      '127.0.0.1',
      '--port',
      String(port),
      '--ui-port',
      String(uiPort),
      '--db-filename',
      database,
      '--namespace',
      options.namespace ?? 'default',
      ...Object.entries(SEARCH_ATTRIBUTES).flatMap(([name, type]) => [
        '--search-attribute',
        `${name}=${type}`,
      ]),
      // With fairness, tasks of waiting fleets alternate.
      '--dynamic-config-value',
      'matching.enableFairness=true',
      '--sqlite-pragma',
      'journal_mode=WAL',
      '--sqlite-pragma',
      'synchronous=FULL',
      '--log-level',
      'error',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  const log = createWriteStream(logFile, { flags: 'w' });
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  const exited = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', () => done());
  });
  const address = `127.0.0.1:${port}`;
  try {
    await writeFile(pidFile, String(child.pid));
    await ready(address, child, exited);
  } catch (error) {
    child.kill('SIGKILL');
    const tail = (await readFile(logFile, 'utf8').catch(() => '')).trim().split('\n').slice(-5).join('\n');
    throw new Error(
      `Temporal's dev server did not become ready: ${(error as Error).message}\n${tail}\nIts log is ${logFile}.`,
      { cause: error },
    );
  }
  return {
    address,
    uiUrl: `http://127.0.0.1:${uiPort}`,
    wasLeftOver,
    exited,
    async stop() {
      if (!(await endServer(server))) child.kill('SIGKILL');
      await exited;
      await rm(pidFile, { force: true });
    },
  };
}

async function ready(address: string, child: ChildProcess, exited: Promise<void>): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  let ended = false;
  void exited.then(() => (ended = true));
  while (Date.now() < until) {
    if (ended) throw new Error(`it ended with code ${child.exitCode ?? child.signalCode ?? 'unknown'}`);
    const connection = await Connection.connect({ address, connectTimeout: 1000 }).catch(() => undefined);
    const answered = await connection?.workflowService.getSystemInfo({}).then(
      () => true,
      () => false,
    );
    await connection?.close();
    if (answered) return;
    await pause(150);
  }
  throw new Error(`it did not answer within ${READY_WITHIN_MS / 1000} s`);
}
