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

/** What `serve` and `worker` are made of. */
export interface RoleParts {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
}

/**
 * The configuration of a role without embedded parts.
 * @throws ConfigError naming all that is wrong or missing; CommandError
 */
export function productionConfig(role: 'serve' | 'worker'): Config {
  const config = readConfig(process.env, role);
  refuseTemporalSettings(config);
  return config;
}

/** @throws CommandError when Temporal's variables contradict each other or name a file that cannot be read */
export function refuseTemporalSettings({ temporal }: Config): void {
  if (!temporal.address) return;
  try {
    temporalSettings(temporal);
  } catch (error) {
    throw error instanceof TemporalSettingsError ? new CommandError(error.message) : error;
  }
}

/** A worker that ran and lost its connection, in one line; the log has the rest. */
export function workerBroke(error: unknown, config: Pick<Config, 'temporal'>): CommandError {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const first = message.split('\n', 1)[0]!.replace(/[.\s]+$/, '');
  return new CommandError(
    `The worker lost its connection to Temporal at ${config.temporal.address ?? 'its dev server'} (${name}: ${first}). Its work is not lost and continues on any worker: check that Temporal answers (\`tripline doctor\`), and start the worker again.`,
  );
}

/** The configured database, whether or not it answers. */
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

/** Closes the database, but waits neither for a connection that is being tried nor for another's migration lock. */
export async function closeSoon(database: Database): Promise<void> {
  await Promise.race([database.close(), pause(CLOSE_WITHIN_MS, undefined, { ref: false })]);
}

/** PostgreSQL with its schema brought up to date, the fleets made known, and an alarm for each channel that is off. */
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

/** A Temporal that answers and has our namespace. Which search attributes it lacks is logged, and keeps nothing from starting. */
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
 * Raises an alarm for each fleet and channel that the configuration turned off, and clears it where the channel is set. What a
 * process does not know, because it leaves sending to the workers or brings everything along, is left as it is.
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
