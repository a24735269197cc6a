import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { channelSetting, checkProduction, withSlackSetting } from './config/channels.ts';
import type { ConfiguredCommand } from './config/channels.ts';
import { withPassword } from './config/databasePassword.ts';
import type { FleetConfig } from './config/fleets.ts';
import { readDeployment } from './config/deployment.ts';
import type { Deployment } from './config/deployment.ts';
import { readFleetsFile } from './config/fleetsFile.ts';
import { readPayloadKeys } from './config/payloadKeys.ts';
import type { PayloadKey } from './config/payloadKeys.ts';
import { readRetention, retentionOf } from './config/retention.ts';
import { singleFleet } from './config/singleFleet.ts';
import {
  checkUrl,
  isHttpUrl,
  optional,
  readDuration,
  readEvery,
  readFlag,
  readPort,
  readRate,
} from './config/values.ts';
import { readSecret, TEMPORAL_CLIENT_VARIABLES, variableReader } from './config/variables.ts';
import type { Environment, VariableName, VariableReader } from './config/variables.ts';
import { DEFAULT_TASK_QUEUE } from './workflows/contract.ts';

export type { ApiToken, FleetConfig, Role } from './config/fleets.ts';
export type { PayloadKey } from './config/payloadKeys.ts';
export { TEMPORAL_CLIENT_VARIABLES, VARIABLES } from './config/variables.ts';
export type { Variable } from './config/variables.ts';

/** Everything Tripline reads from its environment, checked once at boot and frozen. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Absent: the embedded PostgreSQL. */
  readonly databaseUrl?: string;
  readonly temporal: {
    /** Absent: the embedded dev server. */
    readonly address?: string;
    readonly namespace: string;
    readonly taskQueue: string;
    readonly cliPath?: string;
    /** Temporal's Worker Deployment and the build of this process; absent: workers without versions. */
    readonly deployment?: Deployment;
    /** Temporal's own variables for TLS, API key and headers, without those that are empty; absent: none is set. Holds secrets. */
    readonly clientVariables?: Readonly<Record<string, string>>;
  };
  readonly fleets: readonly FleetConfig[];
  /** True when no analytics service is configured: `dev` then starts the simulator. */
  readonly sandbox: boolean;
  readonly slackApiUrl?: string;
  /** Absent: e-mails go to the outbox. */
  readonly smtpUrl?: string;
  /** Somebody decided that e-mails stay in the outbox. */
  readonly isEmailOff?: true;
  readonly emailFrom: string;
  readonly outgoingWebhooks: {
    /** What the secret of each endpoint is made of: base64, with or without the prefix `whsec_`. */
    readonly signingSecret?: string;
  };
  readonly tripReadableWaitMs: number;
  /** What may have reached a receiver that cannot be asked is sent once more after so long. */
  readonly repeatAfterMs: number;
  /** How often the trips that the service lists are compared with those that were announced; absent: never. */
  readonly reconcileEveryMs?: number;
  /** Trips of a fleet that may begin each second, at each web server; absent: all at once. */
  readonly fleetTripsPerSecond?: number;
  readonly trustProxy: boolean;
  /** For what Temporal keeps: the first encrypts, all decrypt; none: it is kept as plain text. */
  readonly payloadEncryptionKeys: readonly PayloadKey[];
  /** A worker sets this file's time to when Temporal last saw it ask for work; absent: no file. */
  readonly workerHealthFile?: string;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

/** Thrown when the environment does not make a configuration; `mistakes` lists all of them, and no secret. */
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
 * Reads and checks the environment, all at once.
 * @param environment usually `process.env` after `loadDotEnv`
 * @param command whose configuration it is: `serve` and `worker` want all that `dev` brings along, and each its own secrets alone
 * @throws ConfigError listing every mistake with the variable's name and what is allowed, never a secret's value
 */
export function readConfig(
  environment: Environment = process.env,
  command: ConfiguredCommand = 'dev',
): Config {
  const mistakes: string[] = [];
  const reader = variableReader(environment, mistakes);
  const { text, list } = reader;
  const port = readPort(text('PORT'), mistakes);
  const host = text('HOST') ?? '127.0.0.1';
  const retention = readRetention(text, mistakes);
  const named = text('FLEETS_FILE')
    ? readFleetsFile({ path: text('FLEETS_FILE')!, environment, command }, mistakes)
    : singleFleet(reader, command, mistakes);
  const slack = channelSetting(text('SLACK_BOT_TOKEN'));
  const smtp = channelSetting(text('SMTP_URL'));
  const fleets = named.map((fleet) => ({
    ...withSlackSetting(fleet, slack),
    retention: retentionOf(fleet.retention, retention),
  }));
  const logLevel = text('LOG_LEVEL') ?? 'info';
  if (!['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].includes(logLevel))
    mistakes.push('LOG_LEVEL is none of fatal, error, warn, info, debug, trace, silent.');
  const publicUrl = (text('PUBLIC_URL') ?? ownAddress(environment)).replace(/\/+$/, '');
  if (!isHttpUrl(publicUrl)) mistakes.push('PUBLIC_URL is no http(s) URL.');
  checkUrl('DATABASE_URL', text('DATABASE_URL'), mistakes);
  checkUrl('SMTP_URL', smtp.value, mistakes);
  checkUrl('SLACK_API_URL', text('SLACK_API_URL'), mistakes);
  const databaseUrl = withPassword(text('DATABASE_URL'), text('DATABASE_PASSWORD'), mistakes);
  if (text('FLEETS_FILE') && text('WEBHOOK_ALLOW_HOSTS'))
    mistakes.push(
      'WEBHOOK_ALLOW_HOSTS serves a single fleet: with FLEETS_FILE, write webhookAllowHosts at each fleet that needs it.',
    );
  const wait = readDuration('TRIP_READABLE_WAIT', text('TRIP_READABLE_WAIT') ?? '24h', mistakes);
  const repeatAfterMs = readDuration('REPEAT_AFTER', text('REPEAT_AFTER') ?? '5m', mistakes);
  const every = text('RECONCILE_EVERY') ?? '1h';
  const reconcileEveryMs = every === 'off' ? undefined : readEvery('RECONCILE_EVERY', every, mistakes);
  const signingSecret = text('WEBHOOK_SIGNING_SECRET');
  if (signingSecret && Buffer.from(signingSecret.replace(/^whsec_/, ''), 'base64').length < 24)
    mistakes.push('WEBHOOK_SIGNING_SECRET is no base64 text of at least 24 bytes (Standard Webhooks).');
  const deployment = readDeployment(text, mistakes);
  const payloadEncryptionKeys = readPayloadKeys(list('PAYLOAD_ENCRYPTION_KEYS'), mistakes);
  const fleetTripsPerSecond = readRate('FLEET_TRIPS_PER_SECOND', text('FLEET_TRIPS_PER_SECOND'), mistakes);
  const trustProxy = readFlag('TRUST_PROXY', text('TRUST_PROXY'), mistakes);
  checkProduction(
    {
      ...{ command, databaseUrl, temporalAddress: text('TEMPORAL_ADDRESS') },
      ...{ smtp, slack, hasFleetsFile: text('FLEETS_FILE') !== undefined, fleets },
    },
    mistakes,
  );
  const clientVariables = readClientVariables(text, environment, mistakes);
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return deepFreeze<Config>({
    port,
    host,
    publicUrl,
    dataDir: resolve(text('DATA_DIR') ?? '.tripline'),
    ...optional('databaseUrl', databaseUrl),
    temporal: {
      ...optional('address', text('TEMPORAL_ADDRESS')),
      namespace: text('TEMPORAL_NAMESPACE') ?? 'default',
      taskQueue: text('TEMPORAL_TASK_QUEUE') ?? DEFAULT_TASK_QUEUE,
      ...optional('cliPath', text('TEMPORAL_CLI_PATH')),
      ...optional('deployment', deployment),
      ...optional('clientVariables', clientVariables),
    },
    fleets,
    sandbox: fleets.every((fleet) => fleet.analytics === undefined),
    ...optional('slackApiUrl', text('SLACK_API_URL')),
    ...optional('smtpUrl', smtp.value),
    ...(smtp.word === 'off' && { isEmailOff: true }),
    emailFrom: text('EMAIL_FROM') ?? 'Tripline <tripline@localhost>',
    outgoingWebhooks: { ...optional('signingSecret', signingSecret) },
    tripReadableWaitMs: wait,
    repeatAfterMs,
    ...optional('reconcileEveryMs', reconcileEveryMs),
    ...optional('fleetTripsPerSecond', fleetTripsPerSecond),
    trustProxy,
    payloadEncryptionKeys,
    ...optional('workerHealthFile', text('WORKER_HEALTH_FILE')),
    logLevel: logLevel as Config['logLevel'],
  });
}

/** Temporal's client reads an empty variable as one that is set: `TEMPORAL_TLS=` as false, a path as a file without a name. */
function readClientVariables(
  text: VariableReader['text'],
  environment: Environment,
  mistakes: string[],
): Readonly<Record<string, string>> | undefined {
  // What it does not know as yes, it takes for no.
  readFlag('TEMPORAL_TLS', text('TEMPORAL_TLS'), mistakes);
  const unchecked = 'TEMPORAL_TLS_DISABLE_HOST_VERIFICATION';
  if (readFlag(unchecked, text(unchecked), mistakes))
    mistakes.push(
      `${unchecked} is not supported: name the authority in TEMPORAL_TLS_SERVER_CA_CERT_PATH, and the certificate's name in TEMPORAL_TLS_SERVER_NAME where it is not the host.`,
    );
  const headers = Object.entries(environment).filter(([name]) => name.startsWith('TEMPORAL_GRPC_META_'));
  const named = TEMPORAL_CLIENT_VARIABLES.map((name) => [name, text(name)] as const);
  const set = [...named, ...headers].filter((entry): entry is [string, string] => Boolean(entry[1]));
  return set.length > 0 ? Object.fromEntries(set) : undefined;
}

/** Where the web server is reached on its own machine, from `HOST` and `PORT`. Checks nothing. */
export function ownAddress(environment: Environment): string {
  const text = (name: VariableName): string | undefined => environment[name]?.trim() || undefined;
  const host = text('HOST') ?? '127.0.0.1';
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${text('PORT') ?? '3000'}`;
}

/**
 * The token with which the command line asks the API, from `TRIPLINE_TOKEN` or `TRIPLINE_TOKEN_FILE`.
 * @throws ConfigError
 */
export function readToken(environment: Environment = process.env): string | undefined {
  const mistakes: string[] = [];
  const token = readSecret(environment, 'TRIPLINE_TOKEN' satisfies VariableName, mistakes);
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return token;
}

/** Adds the variables of a `.env` file in `folder` that are not set already. A missing file is no mistake. */
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
