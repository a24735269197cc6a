import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { openDatabase } from '../store/db/index.ts';
import type { Database } from '../store/db/index.ts';
import { startNode } from '../test/support/servers/nodeProcess.ts';
import type { NodeProcess } from '../test/support/servers/nodeProcess.ts';
import { startStack } from '../test/support/servers/stack.ts';
import type { Stack, StackOptions } from '../test/support/servers/stack.ts';
import { createTestDatabase, startTestPostgres } from '../test/support/store/postgres.ts';
import { startTestTemporal } from '../test/support/temporal/server.ts';
import { logTemporalTo } from '../worker.ts';
import { machine } from './report.ts';

type Environment = Readonly<Record<string, string>>;

/** The `tripline` command of this checkout. */
export const TRIPLINE = fileURLToPath(new URL('../cli/tripline.mjs', import.meta.url));

/** A PostgreSQL and a Temporal of the benchmark's own. */
interface Servers {
  readonly postgresUrl: string;
  readonly temporalAddress: string;
}

/** A database of the benchmark's own. */
export interface Made {
  readonly database: Database;
  readonly url: string;
}

/** The parts that a benchmark may start. They end with it, the last one first. */
export interface Bench {
  /** Has something ended with the benchmark. */
  endWith(end: () => unknown): void;
  folder(): Promise<string>;
  servers(): Promise<Servers>;
  /** Opens a migrated database, on a PostgreSQL of its own where none is given. */
  database(postgresUrl?: string): Promise<Made>;
  /** Starts Tripline in this process, with the fake services of the tests. */
  stack(options: StackOptions): Promise<Stack>;
  /** Starts a Node process, and waits until it writes a line that holds `ready`. */
  start(
    command: readonly string[],
    options: { readonly environment: Environment; readonly ready: string },
  ): Promise<NodeProcess>;
  /** Starts Tripline's web server as a process. */
  startServer(
    environment: Environment,
    tripline?: string,
  ): Promise<{ readonly url: string; readonly pid: number }>;
}

/** The settings of Tripline's processes that no benchmark varies. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'info',
  PORT: '0',
  RECONCILE_EVERY: 'off',
  RETENTION_POSITIONS_DAYS: 'off',
  RETENTION_TRIPS_DAYS: 'off',
};

/** Runs a benchmark and ends what it started, also where it is interrupted. */
export async function run(work: (bench: Bench) => Promise<void>): Promise<void> {
  const ends: (() => unknown)[] = [];
  const endAll = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void endAll().finally(() => process.exit(130)));
  logTemporalTo(pino({ level: 'silent' }));
  process.stdout.write(`On ${machine()}\n`);
  try {
    await work(createBench((end) => void ends.push(end)));
  } finally {
    await endAll();
  }
  // Temporal's runtime would keep the process.
  process.exit();
}

function createBench(endWith: Bench['endWith']): Bench {
  const startPostgres = async (): Promise<string> => {
    const postgres = await startTestPostgres();
    endWith(() => postgres.stop());
    return postgres.url;
  };
  const bench: Bench = {
    endWith,
    async folder() {
      const folder = await mkdtemp(join(tmpdir(), 'tripline-bench-'));
      endWith(() => rm(folder, { recursive: true, force: true }));
      return folder;
    },
    async servers() {
      const postgresUrl = await startPostgres();
      const temporal = await startTestTemporal();
      endWith(() => temporal.stop());
      return { postgresUrl, temporalAddress: temporal.address };
    },
    async database(postgresUrl) {
      const { url } = await createTestDatabase(postgresUrl ?? (await startPostgres()));
      const database = openDatabase(url, { statementTimeoutMs: 300_000 });
      endWith(() => database.close());
      return { database, url };
    },
    async stack(options) {
      const stack = await startStack(options);
      endWith(() => stack.close());
      return stack;
    },
    async start(command, { environment, ready }) {
      const running = startNode(command, {
        environment: { HOME: process.env['HOME'] ?? '', ...environment },
      });
      endWith(() => running.stop());
      await running.says(ready);
      return running;
    },
    async startServer(environment, tripline = TRIPLINE) {
      const ready = 'web server listens';
      const { pid, lines } = await bench.start([tripline, 'serve'], { environment, ready });
      return { pid, url: (JSON.parse(lines(ready)[0]!) as { url: string }).url };
    },
  };
  return bench;
}
