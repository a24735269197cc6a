import { join } from 'node:path';
import { readConfig } from '../../config.ts';
import type { Config, FleetConfig } from '../../config.ts';
import { startServer } from '../../server/main.ts';
import { UnreleasedSchemaError, migrateToLatest, openDatabase, upsertFleets } from '../../store/db/index.ts';
import type { Db } from '../../store/db/index.ts';
import { publishedDocuments } from '../../store/documents/index.ts';
import { logTemporalTo, startWorker } from '../../worker.ts';
import { databaseProblem, startWarnings } from '../doctor/index.ts';
import {
  devSecrets,
  findTemporalCli,
  keepToOwner,
  lockFolder,
  refuseBusyPort,
  startEmbeddedPostgres,
  startTemporalServer,
} from '../embedded/index.ts';
import type { DevSecrets } from '../embedded/index.ts';
import { CommandError, EXIT, createLogger, createTerminal, untilStopped } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';
import { buildConsole, consoleBuilder } from './console.ts';
import { followActivity } from './feed.ts';
import { noteChannelsOff, refuseTemporalSettings, workerBroke } from './roleParts.ts';
import { fetchHistory, publishStarterRules, signInLink, startSandbox } from './sandbox.ts';
import { welcome } from './welcome.ts';
import type { Running } from './welcome.ts';

/** Stops what was started, the latest first. */
class Shutdown {
  private readonly steps: { readonly title: string; readonly stop: () => Promise<unknown> }[] = [];
  add(title: string, stop: () => Promise<unknown>): void {
    this.steps.unshift({ title, stop });
  }
  async run(terminal: Terminal): Promise<void> {
    for (const { title, stop } of this.steps.splice(0))
      await stop().catch((error: unknown) =>
        terminal.line(`  ${terminal.colors.yellow('!')} ${title}: ${(error as Error).message}`),
      );
  }
}

/**
 * Runs everything in one process on embedded defaults, until Ctrl-C.
 * @returns the exit code
 */
export async function dev(): Promise<number> {
  const terminal = createTerminal();
  const stopped = untilStopped();
  const given = readConfig();
  refuseTemporalSettings(given);
  const shutdown = new Shutdown();
  terminal.line();
  terminal.line(
    `  ${terminal.colors.bold('Tripline')} ${terminal.colors.dim('is starting everything it needs')}`,
  );
  terminal.line();
  for (const warning of startWarnings(given.fleets))
    terminal.line(`  ${terminal.colors.yellow('!')} ${warning}`);
  try {
    const isRootsPostgres = process.getuid?.() === 0 && given.databaseUrl === undefined;
    await keepToOwner(given.dataDir, isRootsPostgres ? 'pass' : 'nothing');
    const release = await lockFolder(given.dataDir);
    shutdown.add('data folder', release);
    await refuseBusyPort(given).catch((error: unknown) => {
      terminal.line(`  ${terminal.colors.red('✗')} Web server: port ${given.port} is in use`);
      throw error;
    });
    const running = await startAll(given, { terminal, shutdown });
    welcome(terminal, running);
    const feed = followActivity(running.database.db, { terminal, fleet: running.config.fleets[0]! });
    shutdown.add('feed', () => feed.stop());
    const ended = await Promise.race([
      stopped.then(() => 'asked' as const),
      running.worker.run.then(
        () => 'worker' as const,
        (error: unknown) => Promise.reject(workerBroke(error, running.config)),
      ),
      running.temporalEnded,
    ]);
    terminal.line();
    if (ended === 'asked') terminal.line(`  ${terminal.colors.dim('Stopping …')}`);
    await shutdown.run(terminal);
    if (ended !== 'asked')
      throw new CommandError(
        `${ended === 'worker' ? 'The worker' : "Temporal's dev server"} stopped unexpectedly. The logs are in ${given.dataDir}.`,
      );
    terminal.line(`  ${terminal.colors.green('✓')} Stopped. All data is stored in ${given.dataDir}.`);
    return EXIT.ok;
  } catch (error) {
    await shutdown.run(terminal);
    const { code, cause } = error as NodeJS.ErrnoException & { readonly cause?: { readonly code?: string } };
    // Taken between the check at the start and now.
    if (code === 'EADDRINUSE' || cause?.code === 'EADDRINUSE') await refuseBusyPort(given);
    throw error;
  }
}

/** Where a database from before the first release is, and what to do. */
function unreleased(error: UnreleasedSchemaError, { databaseUrl, dataDir }: Config): string {
  return databaseUrl === undefined
    ? `The data folder ${dataDir} cannot be used. ${error.message} Move it away, or name another one in DATA_DIR.`
    : databaseProblem(error, databaseUrl);
}

interface RunningParts extends Running {
  readonly worker: Awaited<ReturnType<typeof startWorker>>;
  readonly temporalEnded: Promise<'temporal'>;
}

async function startAll(
  given: Config,
  parts: { readonly terminal: Terminal; readonly shutdown: Shutdown },
): Promise<RunningParts> {
  const { terminal, shutdown } = parts;
  // Begun first: it computes while the servers below are waited for.
  const building = consoleBuilder === undefined ? undefined : buildConsole(consoleBuilder);
  building?.catch(() => undefined);
  const secrets = await devSecrets(given.dataDir);
  const [temporal, databaseUrl] = [await startTemporal(given, parts), await startPostgres(given, parts)];
  const sandbox = given.sandbox
    ? await terminal.step('Sandbox: a simulated fleet', () => startSandbox(given, secrets))
    : undefined;
  if (sandbox) shutdown.add('sandbox', () => sandbox.close());
  const config: Config = {
    ...given,
    databaseUrl,
    temporal: { ...given.temporal, address: temporal.address },
    fleets: given.fleets.map((fleet) => withDefaults(fleet, { secrets, sandboxUrl: sandbox?.url })),
  };
  const database = openDatabase(databaseUrl);
  shutdown.add('database connections', () => database.close());
  await terminal.step('Database schema', async (_progress, note) => {
    const report = await migrateToLatest(database.db).catch((error: unknown) => {
      throw error instanceof UnreleasedSchemaError ? new CommandError(unreleased(error, given)) : error;
    });
    note(report.applied.length === 0 ? 'up to date' : `${report.applied.length} migrations applied`);
    await upsertFleets(
      database.db,
      config.fleets.map(({ id, name, timezone }) => ({ id, name, timezone })),
    );
    if (given.sandbox) await publishStarterRules(database.db, config.fleets[0]!.id);
  });
  const log = createLogger(given, join(given.dataDir, 'tripline.log'));
  logTemporalTo(log);
  await noteChannelsOff(database.db, { config, log, at: new Date() });
  const isTemporalEmbedded = given.temporal.address === undefined;
  const worker = await terminal.step('Worker: bundling the workflows', () =>
    startWorker({ config, database, log, isTemporalEmbedded }),
  );
  shutdown.add('worker', () => worker.shutdown());
  if (building) await terminal.step('Console', async (_progress, note) => note(await building));
  const server = await terminal.step('Web server', () =>
    startServer({ config, database, log, isTemporalEmbedded }),
  );
  shutdown.add('web server', () => server.close());
  sandbox?.drive(`${server.url}/webhooks/${config.fleets[0]!.id}/${config.fleets[0]!.webhookTokens[0]!}`);
  return {
    config,
    database,
    secrets,
    url: server.url,
    temporalUi: temporal.uiUrl,
    sandboxUrl: sandbox?.url,
    signInLink: sandbox && (await signInLink(database.db, server.url)),
    isFetchingHistory: sandbox !== undefined && (await fetchHistory(server.url, config.fleets[0]!)),
    fleetsWithoutRules: await fleetsWithoutRules(database.db, config.fleets),
    worker,
    temporalEnded: temporal.ended,
  };
}

async function fleetsWithoutRules(db: Db, fleets: readonly FleetConfig[]): Promise<string[]> {
  const counts = fleets.map(async ({ id }) => ({
    id,
    rules: (await publishedDocuments(db, { fleetId: id, kind: 'rule' })).length,
  }));
  return (await Promise.all(counts)).filter(({ rules }) => rules === 0).map(({ id }) => id);
}

async function startTemporal(
  config: Config,
  parts: { readonly terminal: Terminal; readonly shutdown: Shutdown },
): Promise<{ address: string; uiUrl: string | undefined; ended: Promise<'temporal'> }> {
  if (config.temporal.address)
    return { address: config.temporal.address, uiUrl: undefined, ended: new Promise(() => undefined) };
  const { cliPath, namespace } = config.temporal;
  const server = await parts.terminal.step('Temporal dev server', async (progress, note) => {
    const executable = await findTemporalCli({ ...(cliPath ? { cliPath } : {}), progress });
    const started = await startTemporalServer({ executable, dataDir: config.dataDir, namespace });
    if (started.wasLeftOver) note('replaced one that an earlier start left behind');
    return started;
  });
  parts.shutdown.add('Temporal', () => server.stop());
  return {
    address: server.address,
    uiUrl: server.uiUrl,
    ended: server.exited.then(() => 'temporal' as const),
  };
}

async function startPostgres(
  config: Config,
  parts: { readonly terminal: Terminal; readonly shutdown: Shutdown },
): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl;
  const { terminal, shutdown } = parts;
  const notes: string[] = [];
  const postgres = await terminal.step('PostgreSQL', async (progress, note) => {
    const log = (line: string): unknown => notes.push(line);
    const started = await startEmbeddedPostgres({ dataDir: config.dataDir, log, progress });
    if (started.wasLeftOver) note('replaced one that an earlier start left behind');
    return started;
  });
  for (const note of notes) terminal.line(`    ${terminal.colors.dim(note)}`);
  shutdown.add('PostgreSQL', () => postgres.stop());
  return postgres.url;
}

/** The fleet with what `dev` brings along: an API token, and in the sandbox the simulator as its service. */
function withDefaults(
  fleet: FleetConfig,
  made: { readonly secrets: DevSecrets; readonly sandboxUrl: string | undefined },
): FleetConfig {
  const { secrets, sandboxUrl } = made;
  return {
    ...fleet,
    ...(sandboxUrl
      ? {
          analytics: { baseUrl: sandboxUrl, apiKey: secrets.analyticsKey },
          webhookTokens: [secrets.webhookToken, ...fleet.webhookTokens],
        }
      : {}),
    apiTokens:
      fleet.apiTokens.length > 0
        ? fleet.apiTokens
        : [{ role: 'admin', name: 'dev', token: secrets.apiToken }],
  };
}
