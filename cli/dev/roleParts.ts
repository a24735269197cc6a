import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { channelStates, readConfig } from '../../config.ts';
import type { Config } from '../../config.ts';
import { alarmOf } from '../../messages/alerts/index.ts';
import { channelAlarm } from '../../rules/channels/index.ts';
import { resolveAlarm, raiseAlarm } from '../../store/alarms/index.ts';
import { UnreleasedSchemaError, migrateToLatest, openDatabase, upsertFleets } from '../../store/db/index.ts';
import type { Database, Db } from '../../store/db/index.ts';
import {
  TemporalSettingsError,
  TemporalUnreachableError,
  checkTemporal,
  searchAttributesWarning,
  temporalSettings,
} from '../../temporal/index.ts';
import { databaseProblem } from '../doctor/index.ts';
import { CommandError } from '../terminal/index.ts';
import type { Part } from '../terminal/index.ts';

/** Dependencies that `serve` and `worker` both need. */
export interface RoleParts {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
}

/**
 * Reads the configuration of `serve` or `worker`, which have no embedded servers.
 * @throws ConfigError that names everything wrong or missing; CommandError for Temporal settings that cannot
 * be used
 */
export function productionConfig(role: 'serve' | 'worker'): Config {
  const config = readConfig(process.env, role);
  refuseTemporalSettings(config);
  return config;
}

/**
 * Checks Temporal's settings.
 * @throws CommandError when its variables contradict each other or name a file that cannot be read
 */
export function refuseTemporalSettings({ temporal }: Config): void {
  if (!temporal.address) return;
  try {
    temporalSettings(temporal);
  } catch (error) {
    throw error instanceof TemporalSettingsError ? new CommandError(error.message) : error;
  }
}

/** Describes the failure of a worker that lost its connection, in one line. The log has the details. */
export function workerBroke(error: unknown, config: Pick<Config, 'temporal'>): CommandError {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const first = message.split('\n', 1)[0]!.replace(/[.\s]+$/, '');
  return new CommandError(
    `The worker lost its connection to Temporal at ${config.temporal.address ?? 'its dev server'} (${name}: ${first}). Its work is not lost and continues on any worker: check that Temporal answers (\`tripline doctor\`), and start the worker again.`,
  );
}

/** Opens the configured database. The database need not answer yet. */
export function openForRole(config: Config, log: Logger): Database {
  return openDatabase(config.databaseUrl!, {
    onConnectionLost: ({ name, message }) =>
      log.warn(
        { error: { name, message } },
        'a connection to PostgreSQL was lost while idle; it is replaced',
      ),
  });
}

const CLOSE_WITHIN_MS = 1_000;

/** Closes the database within `CLOSE_WITHIN_MS`, so that neither a connection attempt nor a migration lock delays the end. */
export async function closeSoon(database: Database): Promise<void> {
  await Promise.race([database.close(), pause(CLOSE_WITHIN_MS, undefined, { ref: false })]);
}

/**
 * Returns the dependency PostgreSQL. Each attempt migrates the schema, stores the fleets, and raises an alarm
 * for each channel that is off.
 */
export function preparedDatabase({ config, log, database }: RoleParts, meanwhile: string): Part<void> {
  return {
    name: 'PostgreSQL',
    meanwhile,
    async attempt() {
      const { applied, newer } = await migrateToLatest(database.db).catch((error: unknown) => {
        throw error instanceof UnreleasedSchemaError
          ? new CommandError(databaseProblem(error, config.databaseUrl!))
          : error;
      });
      await upsertFleets(
        database.db,
        config.fleets.map(({ id, name, timezone }) => ({ id, name, timezone })),
      );
      log.info({ applied, newer }, 'database schema is up to date');
      await noteChannelsOff(database.db, { config, log, at: new Date() });
    },
    inWords: (error) => databaseProblem(error, config.databaseUrl!),
    isPassing: (error) => !(error instanceof CommandError),
  };
}

/**
 * Returns the dependency Temporal. An attempt succeeds once Temporal answers and has our namespace. Missing
 * search attributes are only logged.
 */
export function answeringTemporal(
  config: Config,
  { meanwhile, log }: { readonly meanwhile: string; readonly log: Pick<Logger, 'warn'> },
): Part<void> {
  const settings = temporalSettings(config.temporal);
  return {
    name: 'Temporal',
    meanwhile,
    async attempt() {
      const { namespace } = config.temporal;
      await checkTemporal(settings, namespace);
      const warning = await searchAttributesWarning(settings, namespace).catch(() => undefined);
      if (warning !== undefined) log.warn(warning);
    },
    inWords: (error) =>
      error instanceof TemporalUnreachableError
        ? error.message
        : `Temporal at ${settings.address} became unavailable while the worker started (${(error as Error).name}).`,
  };
}

/**
 * Raises an alarm for each fleet and channel that the configuration turned off, and resolves it when the
 * channel is configured.
 * A channel whose state this process does not know keeps its alarm, because the workers send over it or `dev`
 * has defaults.
 */
export async function noteChannelsOff(
  db: Db,
  parts: { readonly config: Config; readonly log: Pick<Logger, 'error'>; readonly at: Date },
): Promise<void> {
  const { config, log, at } = parts;
  for (const fleet of config.fleets) {
    for (const [channel, state] of channelStates(config, fleet)) {
      const kind = channelAlarm(channel, 'off');
      if (!kind) continue;
      const about = { fleetId: fleet.id, at };
      const alarm = alarmOf({ kind, subject: '' });
      if (state === 'set') await resolveAlarm(db, { ...about, kind });
      else if (await raiseAlarm(db, { ...about, ...alarm }))
        log.error({ fleet: fleet.id, alarm: kind }, alarm.message);
    }
  }
}
