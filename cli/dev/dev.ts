import { join } from 'node:path';
import { readConfig } from '../../config.ts';
import type { Config, FleetConfig } from '../../config.ts';
import { startServer } from '../../server/main.ts';
import { UnreleasedSchemaError, migrateToLatest, openDatabase, upsertFleets } from '../../store/db/index.ts';
import type { Db } from '../../store/db/index.ts';
import { publishedDocuments } from '../../store/documents/index.ts';
import { searchAttributesWarning, temporalSettings } from '../../temporal/index.ts';
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
import { CommandError, EXIT, StoppedError, createLogger, createTerminal } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';
import { buildConsole, consoleBuilder } from './console.ts';
import { followActivity } from './feed.ts';
import { Lifecycle } from './lifecycle.ts';
import { noteChannelsOff, refuseTemporalSettings, workerBroke } from './roleParts.ts';
import { fetchHistory, publishStarterRules, startSandbox } from './sandbox.ts';
import { signInLink } from './signInLink.ts';
import { welcome } from './welcome.ts';
import type { Running } from './welcome.ts';

/** Exit code with which shells report an interrupted command. */
const INTERRUPTED = 130;

/**
 * Runs everything in one process on embedded defaults, until Ctrl-C.
 * @returns the exit code
 */
export async function dev(): Promise<number> {
  const terminal = createTerminal();
  const given = readConfig();
  refuseTemporalSettings(given);
  const lifecycle = new Lifecycle(terminal);
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
    lifecycle.add('data folder', release, { outlives: true });
    await refuseBusyPort(given).catch((error: unknown) => {
      terminal.line(`  ${terminal.colors.red('✗')} Web server: port ${given.port} is in use`);
      throw error;
    });
    const running = await startAll(given, { terminal, lifecycle });
    welcome(terminal, running);
    const feed = followActivity(running.database.db, { terminal, fleet: running.config.fleets[0]! });
    lifecycle.add('feed', () => feed.stop());
    const ended = await Promise.race([
      lifecycle.stopRequested.then(() => 'asked' as const),
      lifecycle.broken,
      running.worker.run.then(
        () => 'worker' as const,
        (error: unknown) => Promise.reject(workerBroke(error, running.config)),
      ),
      running.temporalEnded,
    ]);
    terminal.line();
    if (ended === 'asked') throw new StoppedError();
    throw new CommandError(
      `${ended === 'worker' ? 'The worker' : "Temporal's dev server"} stopped unexpectedly. The logs are in ${given.dataDir}.`,
    );
  } catch (error) {
    const isAsked = error instanceof StoppedError;
    if (isAsked) terminal.line(`  ${terminal.colors.dim('Stopping …')}`);
    const isHurried = await lifecycle.end();
    if (isAsked) {
      terminal.line(`  ${terminal.colors.green('✓')} Stopped. All data is stored in ${given.dataDir}.`);
      return isHurried ? INTERRUPTED : EXIT.ok;
    }
    const { code, cause } = error as NodeJS.ErrnoException & { readonly cause?: { readonly code?: string } };
    // The error also occurs if another process took the port after the check at the start.
    if (code === 'EADDRINUSE' || cause?.code === 'EADDRINUSE') await refuseBusyPort(given);
    throw error;
  }
}

/** Returns a message about a database from before the first release: where it is, and what to do. */
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
  parts: { readonly terminal: Terminal; readonly lifecycle: Lifecycle },
): Promise<RunningParts> {
  const { lifecycle } = parts;
  // The build starts first, so that it runs while the servers below start.
  const building = consoleBuilder === undefined ? undefined : buildConsole(consoleBuilder, lifecycle.signal);
  building?.catch(() => undefined);
  const secrets = await devSecrets(given.dataDir);
  const [temporal, databaseUrl] = [await startTemporal(given, parts), await startPostgres(given, parts)];
  const sandbox = given.sandbox
    ? await lifecycle.step('Sandbox: a simulated fleet', () => startSandbox(given, secrets))
    : undefined;
  if (sandbox) lifecycle.add('sandbox', () => sandbox.close());
  const config: Config = {
    ...given,
    databaseUrl,
    temporal: { ...given.temporal, address: temporal.address },
    fleets: given.fleets.map((fleet) => withDefaults(fleet, { secrets, sandboxUrl: sandbox?.url })),
  };
  const database = openDatabase(databaseUrl);
  lifecycle.add('database connections', () => database.close());
  await lifecycle.step('Database schema', async (_progress, note) => {
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
  const worker = await lifecycle.step('Worker: bundling the workflows', () =>
    startWorker({ config, database, log, isTemporalEmbedded }),
  );
  lifecycle.add('worker', () => worker.shutdown());
  if (building) await lifecycle.step('Console', async (_progress, note) => note(await building));
  const server = await lifecycle.step('Web server', () =>
    startServer({ config, database, log, isTemporalEmbedded }),
  );
  lifecycle.add('web server', () => server.close());
  sandbox?.drive(`${server.url}/webhooks/${config.fleets[0]!.id}/${config.fleets[0]!.webhookTokens[0]!}`);
  const [link, isFetchingHistory, withoutRules] = await lifecycle.unlessStopped(
    Promise.all([
      signInLink(database.db, server.url),
      sandbox !== undefined && fetchHistory(server.url, config.fleets[0]!),
      fleetsWithoutRules(database.db, config.fleets),
    ]),
  );
  return {
    config,
    database,
    secrets,
    url: server.url,
    temporalUi: temporal.uiUrl,
    sandboxUrl: sandbox?.url,
    signInLink: link,
    isFetchingHistory,
    fleetsWithoutRules: withoutRules,
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
  parts: { readonly terminal: Terminal; readonly lifecycle: Lifecycle },
): Promise<{ address: string; uiUrl: string | undefined; ended: Promise<'temporal'> }> {
  if (config.temporal.address) {
    const { temporal } = config;
    const warning = await searchAttributesWarning(temporalSettings(temporal), temporal.namespace).catch(
      () => undefined,
    );
    const { colors } = parts.terminal;
    if (warning !== undefined) parts.terminal.line(`  ${colors.yellow('!')} ${warning}`);
    return { address: config.temporal.address, uiUrl: undefined, ended: new Promise(() => undefined) };
  }
  const { cliPath, namespace } = config.temporal;
  const server = await parts.lifecycle.server('Temporal dev server', async (progress, note) => {
    const executable = await findTemporalCli({
      ...(cliPath ? { cliPath } : {}),
      progress,
      signal: parts.lifecycle.signal,
    });
    const started = await startTemporalServer({ executable, dataDir: config.dataDir, namespace });
    if (started.wasLeftOver) note('replaced one that an earlier start left behind');
    return started;
  });
  parts.lifecycle.add('Temporal', () => server.stop(), { outlives: true });
  return {
    address: server.address,
    uiUrl: server.uiUrl,
    ended: server.exited.then(() => 'temporal' as const),
  };
}

async function startPostgres(
  config: Config,
  parts: { readonly terminal: Terminal; readonly lifecycle: Lifecycle },
): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl;
  const { terminal, lifecycle } = parts;
  const notes: string[] = [];
  const postgres = await lifecycle.server('PostgreSQL', async (progress, note) => {
    const log = (line: string): unknown => notes.push(line);
    const started = await startEmbeddedPostgres({ dataDir: config.dataDir, log, progress });
    if (started.wasLeftOver) note('replaced one that an earlier start left behind');
    return started;
  });
  for (const note of notes) terminal.line(`    ${terminal.colors.dim(note)}`);
  lifecycle.add('PostgreSQL', () => postgres.stop(), { outlives: true });
  return postgres.url;
}

/** Returns the fleet with the defaults of `dev`: an API token, and in the sandbox the simulator as its service. */
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
