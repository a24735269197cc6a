import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { channelSetting, readChannels, withSlackSetting } from './config/channels/index.ts';
import type { ChannelSettings } from './config/channels/index.ts';
import { readFleetsFile, singleFleet } from './config/fleetSources.ts';
import { optional, token } from './config/fleets.ts';
import type { ConfiguredCommand, FleetConfig } from './config/fleets.ts';
import { readIdentityProviders } from './config/identityProviders.ts';
import type { IdentityProvider } from './config/identityProviders.ts';
import { checkProduction } from './config/production.ts';
import { readMaps } from './config/maps.ts';
import type { MapSettings } from './config/maps.ts';
import { readPayloadKeys } from './config/payloadKeys.ts';
import type { PayloadKey } from './config/payloadKeys.ts';
import { readSecret, variableReader } from './config/reader.ts';
import type { Environment, VariableReader } from './config/reader.ts';
import { retentionOf } from './config/retention.ts';
import { TEMPORAL_CLIENT_VARIABLES } from './config/variables.ts';
import type { VariableName } from './config/variables.ts';
import { DEFAULT_TASK_QUEUE } from './workflows/contracts/index.ts';

export type { ApiToken, FleetConfig, Role } from './config/fleets.ts';
export type { ClaimPath, IdentityProvider } from './config/identityProviders.ts';
export type { PayloadKey } from './config/payloadKeys.ts';
export { TEMPORAL_CLIENT_VARIABLES, VARIABLES } from './config/variables.ts';
export { channelStates } from './config/channels/index.ts';
export type { Variable } from './config/variable.ts';

/** Everything Tripline reads from its environment, checked once at the start and frozen. */
export interface Config extends ChannelSettings, MapSettings {
  readonly port: number;
  readonly host: string;
  /** The public URL without a trailing slash. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** URL of PostgreSQL. When absent, the embedded PostgreSQL is used. */
  readonly databaseUrl?: string;
  readonly temporal: {
    /** Address of Temporal. When absent, the embedded dev server is used. */
    readonly address?: string;
    readonly namespace: string;
    readonly taskQueue: string;
    readonly cliPath?: string;
    /** Temporal's Worker Deployment and the build of this process. When absent, workers have no versions. */
    readonly deployment?: { readonly name: string; readonly buildId: string };
    /**
     * Temporal's own variables for TLS, API key and headers, without the empty ones. Absent when none is set.
     * They contain secrets.
     */
    readonly clientVariables?: Readonly<Record<string, string>>;
  };
  readonly fleets: readonly FleetConfig[];
  /** The OpenID Connect providers that may sign people in. */
  readonly identityProviders: readonly IdentityProvider[];
  /** Whether no analytics service is configured. `dev` then starts the simulator. */
  readonly sandbox: boolean;
  readonly tripReadableWaitMs: number;
  /** Milliseconds after which a delivery with an unknown outcome is repeated, if its receiver offers no lookup. */
  readonly repeatAfterMs: number;
  /**
   * Milliseconds between reconciliation runs, which compare the service's list of trips with the received
   * trips. When absent, there are no runs.
   */
  readonly reconcileEveryMs?: number;
  /** Trips of a fleet that may start per second, at each web server. When absent, there is no limit. */
  readonly fleetTripsPerSecond?: number;
  readonly trustProxy: boolean;
  /**
   * Keys that encrypt the data that Temporal stores. The first key encrypts, and all keys decrypt. Without a
   * key, the data is plain text.
   */
  readonly payloadEncryptionKeys: readonly PayloadKey[];
  /**
   * File whose modification time a worker sets to the time at which Temporal last saw it poll. When absent,
   * there is no such file.
   */
  readonly workerHealthFile?: string;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

/** Thrown for an environment that is not a valid configuration. `mistakes` lists all mistakes, and contains no secret. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(
      `The configuration has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:\n${mistakes.map((m) => `  - ${m}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.mistakes = mistakes;
  }
}

/**
 * Reads and checks all of the environment.
 * @param environment usually `process.env` after `loadDotEnv`
 * @param command the command that is configured. `serve` and `worker` require the settings that `dev`
 * replaces, and read only their own secrets
 * @throws ConfigError that lists every mistake with the variable's name and what is allowed, never a secret's
 * value
 */
export function readConfig(
  environment: Environment = process.env,
  command: ConfiguredCommand = 'dev',
): Config {
  const mistakes: string[] = [];
  const reader = variableReader(environment, mistakes);
  const { value, list } = reader;
  const retention = {
    positionsDays: value('RETENTION_POSITIONS_DAYS'),
    tripsDays: value('RETENTION_TRIPS_DAYS'),
  };
  const fleetsFile = value('FLEETS_FILE');
  const named = fleetsFile
    ? readFleetsFile({ path: fleetsFile, environment, command }, mistakes)
    : singleFleet(reader, command, mistakes);
  const slack = channelSetting(value('SLACK_BOT_TOKEN'));
  const fleets = named.map((fleet) => ({
    ...withSlackSetting(fleet, slack),
    retention: retentionOf(fleet.retention, retention),
  }));
  const oidcFile = value('OIDC_FILE');
  const fleetIds = fleets.map(({ id }) => id);
  // A worker handles no sign-ins, so it gets none of these secrets.
  const identityProviders =
    oidcFile && command !== 'worker'
      ? readIdentityProviders({ path: oidcFile, environment, fleetIds }, mistakes)
      : [];
  const databaseUrl = withPassword(value('DATABASE_URL'), value('DATABASE_PASSWORD'), mistakes);
  if (fleetsFile && value('WEBHOOK_ALLOW_HOSTS'))
    mistakes.push(
      'WEBHOOK_ALLOW_HOSTS serves a single fleet: with FLEETS_FILE, write webhookAllowHosts at each fleet that needs it.',
    );
  const deployment = readDeployment(value, mistakes);
  checkProduction(
    {
      command,
      databaseUrl,
      value,
      hasFleetsFile: fleetsFile !== undefined,
      fleets,
    },
    mistakes,
  );
  const config: Config = {
    port: value('PORT'),
    host: value('HOST'),
    publicUrl: (value('PUBLIC_URL') ?? ownAddress(environment)).replace(/\/+$/, ''),
    dataDir: resolve(value('DATA_DIR')),
    ...optional('databaseUrl', databaseUrl),
    temporal: {
      ...optional('address', value('TEMPORAL_ADDRESS')),
      namespace: value('TEMPORAL_NAMESPACE'),
      taskQueue: value('TEMPORAL_TASK_QUEUE') ?? DEFAULT_TASK_QUEUE,
      ...optional('cliPath', value('TEMPORAL_CLI_PATH')),
      ...optional('deployment', deployment),
      ...optional('clientVariables', readClientVariables(value, environment)),
    },
    fleets,
    identityProviders,
    sandbox: fleets.every((fleet) => fleet.analytics === undefined),
    ...readChannels(value),
    ...readMaps(value, mistakes),
    tripReadableWaitMs: value('TRIP_READABLE_WAIT'),
    repeatAfterMs: value('REPEAT_AFTER'),
    ...optional('reconcileEveryMs', value('RECONCILE_EVERY')),
    ...optional('fleetTripsPerSecond', startRate(value('FLEET_TRIPS_PER_SECOND'), fleets.length)),
    trustProxy: value('TRUST_PROXY'),
    payloadEncryptionKeys: readPayloadKeys(list('PAYLOAD_ENCRYPTION_KEYS'), mistakes),
    ...optional('workerHealthFile', value('WORKER_HEALTH_FILE')),
    logLevel: value('LOG_LEVEL'),
  };
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return deepFreeze(config);
}

/**
 * Default number of a fleet's trips that may start per second: about half of what one web server and one
 * worker can process on two cores. A flood from one fleet leaves the other half free.
 */
const SHARED_START_RATE = 5;

/**
 * Returns the number of trips of a fleet that may start per second; undefined means no limit. A single fleet
 * has no limit, because there are no other fleets to protect.
 */
function startRate(rate: number | 'off' | undefined, fleetCount: number): number | undefined {
  if (rate === undefined) return fleetCount > 1 ? SHARED_START_RATE : undefined;
  return rate === 'off' ? undefined : rate;
}

/**
 * Reads the worker's deployment and build from `TEMPORAL_DEPLOYMENT_NAME` and `TEMPORAL_BUILD_ID`. Both
 * variables must be set, or neither.
 */
function readDeployment(
  value: VariableReader['value'],
  mistakes: string[],
): Config['temporal']['deployment'] {
  const [name, buildId] = [value('TEMPORAL_DEPLOYMENT_NAME'), value('TEMPORAL_BUILD_ID')];
  if (name !== undefined && buildId !== undefined) return { name, buildId };
  if (name === undefined && buildId === undefined) return undefined;
  const words = ['DEPLOYMENT_NAME', 'BUILD_ID'];
  const [missing, other] = name === undefined ? words : words.reverse();
  mistakes.push(
    `TEMPORAL_${missing} is missing: TEMPORAL_${other} is set, and a version of the workers is named by both. Set both or none.`,
  );
  return undefined;
}

/**
 * Reads the variables of Temporal's client without the empty ones. The client would treat an empty variable
 * as set: `TEMPORAL_TLS=` as false, a path as a file without a name.
 */
function readClientVariables(
  value: VariableReader['value'],
  environment: Environment,
): Readonly<Record<string, string>> | undefined {
  value('TEMPORAL_TLS_DISABLE_HOST_VERIFICATION');
  const headers = Object.entries(environment).filter(([name]) => name.startsWith('TEMPORAL_GRPC_META_'));
  const named = TEMPORAL_CLIENT_VARIABLES.map((name) => [name, value(name)] as const);
  const set = [...named, ...headers].filter((entry): entry is [string, string] => Boolean(entry[1]));
  return set.length > 0 ? Object.fromEntries(set) : undefined;
}

/**
 * Inserts the password of `DATABASE_PASSWORD` into `DATABASE_URL`. The two may then come from different
 * places, and the password may contain any character.
 */
function withPassword(
  url: string | undefined,
  password: string | undefined,
  mistakes: string[],
): string | undefined {
  if (password === undefined || (url !== undefined && !URL.canParse(url))) return url;
  if (url === undefined) {
    mistakes.push('DATABASE_PASSWORD is set and DATABASE_URL is not: set DATABASE_URL too.');
    return undefined;
  }
  const complete = new URL(url);
  if (complete.password !== '') {
    mistakes.push('DATABASE_PASSWORD is set, and DATABASE_URL holds a password too: keep one of them.');
    return url;
  }
  complete.password = encodeURIComponent(password);
  // A URL without a host, such as that of a socket, accepts no password.
  if (complete.password === '' || complete.username === '')
    mistakes.push(
      'DATABASE_PASSWORD needs a user and a host in DATABASE_URL: write postgres://user@host:5432/name.',
    );
  return complete.href;
}

/** Returns the URL of the web server on its own machine, from `HOST` and `PORT`. The values are not checked. */
export function ownAddress(environment: Environment): string {
  const text = (name: VariableName): string | undefined => environment[name]?.trim() || undefined;
  const host = text('HOST') ?? '127.0.0.1';
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${text('PORT') ?? '3000'}`;
}

/**
 * Reads the token that the command line sends to the API, from `TRIPLINE_TOKEN` or `TRIPLINE_TOKEN_FILE`.
 * @throws ConfigError
 */
export function readToken(environment: Environment = process.env): string | undefined {
  const mistakes: string[] = [];
  const token = readSecret(environment, 'TRIPLINE_TOKEN' satisfies VariableName, mistakes);
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return token;
}

/** The configuration of `tripline codec`. */
export interface CodecConfig {
  /** Keys, at least one. The first key encrypts, and all keys decrypt. */
  readonly keys: readonly PayloadKey[];
  /** Tokens that clients send; at least one. */
  readonly tokens: readonly string[];
  readonly logLevel: Config['logLevel'];
}

/**
 * Reads only the settings of the codec server, which gets no other secret.
 * @throws ConfigError listing every mistake, never a secret's value
 */
export function readCodecConfig(environment: Environment): CodecConfig {
  const mistakes: string[] = [];
  const { value, list } = variableReader(environment, mistakes);
  const logLevel = value('LOG_LEVEL');
  const keys = readPayloadKeys(list('PAYLOAD_ENCRYPTION_KEYS'), mistakes);
  const tokens = list('CODEC_TOKENS');
  for (const [index, each] of tokens.entries())
    for (const { message } of token.safeParse(each).error?.issues ?? [])
      mistakes.push(`CODEC_TOKENS: entry ${index + 1} ${message}.`);
  if (keys.length === 0 && mistakes.length === 0)
    mistakes.push(
      'PAYLOAD_ENCRYPTION_KEYS is not set: the codec server decrypts with the keys of `serve` and `worker`. Without them, Temporal stores plain text and needs no codec server.',
    );
  if (tokens.length === 0)
    mistakes.push(
      'CODEC_TOKENS is not set: whoever reaches the codec server could decrypt. Make a token with openssl rand -hex 32.',
    );
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return { keys, tokens, logLevel };
}

/**
 * Adds the variables of a `.env` file in `folder`. Variables that are set already keep their value. A missing
 * file is ignored.
 */
export function loadDotEnv(folder: string): void {
  const path = join(folder, '.env');
  if (existsSync(path)) process.loadEnvFile(path);
}

function deepFreeze<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
