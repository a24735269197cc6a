import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { startServer } from '../server/main.ts';
import { isDatabaseUnavailable, migrateToLatest, openDatabase } from '../store/database.ts';
import type { Database } from '../store/database.ts';
import { upsertFleets } from '../store/fleets.ts';
import { logTemporalTo, startWorker } from '../worker.ts';
import { CommandError, EXIT } from './exit.ts';
import { createLogger } from './logger.ts';
import { untilStopped } from './untilStopped.ts';

/** Runs the web server until it is asked to stop. Many may run against one Temporal and one PostgreSQL. */
export async function serve(): Promise<number> {
  const config = productionConfig();
  const log = createLogger(config);
  const database = await prepareDatabase(config);
  try {
    const server = await startServer({ config, database, log });
    log.info({ url: server.url }, 'web server listens');
    await untilStopped();
    await server.close();
  } finally {
    await database.close();
  }
  log.info('web server stopped');
  return EXIT.ok;
}

/** Runs a worker until it is asked to stop. Many may run. */
export async function work(): Promise<number> {
  const config = productionConfig();
  const log = createLogger(config);
  logTemporalTo(log);
  const database = await prepareDatabase(config);
  const bundle = workflowBundlePath();
  try {
    const worker = await startWorker({
      config,
      database,
      log,
      ...(bundle ? { workflowBundlePath: bundle } : {}),
    });
    log.info({ taskQueue: config.temporal.taskQueue }, 'worker runs');
    await Promise.race([untilStopped(), worker.run]);
    await worker.shutdown();
  } finally {
    await database.close();
  }
  log.info('worker stopped');
  return EXIT.ok;
}

/** The bundle that `npm run build` makes, when it is there. */
export function workflowBundlePath(): string | undefined {
  const found = ['../workflow-bundle.js', '../dist/workflow-bundle.js']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path));
  return import.meta.url.endsWith('.ts') ? undefined : found;
}

/** @throws CommandError naming what a role without embedded parts needs */
function productionConfig(): Config {
  const config = readConfig();
  const missing = [
    config.databaseUrl ? '' : 'DATABASE_URL',
    config.temporal.address ? '' : 'TEMPORAL_ADDRESS',
  ].filter(Boolean);
  if (missing.length > 0)
    throw new CommandError(
      `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set: \`serve\` and \`worker\` keep no state of their own. \`tripline dev\` brings everything along.`,
    );
  return config;
}

async function prepareDatabase(config: Config): Promise<Database> {
  const database = openDatabase(config.databaseUrl!);
  try {
    await migrateToLatest(database.db);
    await upsertFleets(
      database.db,
      config.fleets.map(({ id, name, timezone }) => ({ id, name, timezone })),
    );
    return database;
  } catch (error) {
    await database.close();
    if (isDatabaseUnavailable(error))
      throw new CommandError(
        'PostgreSQL does not answer at DATABASE_URL: is it up, and is the address right?',
      );
    throw error;
  }
}
