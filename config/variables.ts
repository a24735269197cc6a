import { readFileSync } from 'node:fs';

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One variable of the configuration. */
export interface Variable {
  /** What it is for, in a line. */
  readonly purpose: string;
  /**
   * A secret, and who needs it: the web server, the worker, or the command line that asks the API. A secret may also be
   * given as `NAME_FILE`, a file that holds it.
   */
  readonly secretOf?: readonly ('serve' | 'worker' | 'cli')[];
}

const BOTH = ['serve', 'worker'] as const;

/**
 * Every variable that Tripline reads. Reading another one does not compile, `docker-compose.yml` passes on all of them, and
 * `.env.example` lists them.
 */
export const VARIABLES = {
  PORT: { purpose: 'Port of the web server; 3000 when not set, 0 takes any.' },
  HOST: { purpose: 'Address that the web server listens on; 127.0.0.1 when not set.' },
  PUBLIC_URL: { purpose: 'What links in messages begin with; made of HOST and PORT when not set.' },
  TRUST_PROXY: { purpose: '1 when TLS ends at a proxy in front of the web server; 0 when not set.' },
  DATA_DIR: { purpose: 'Folder for what `tripline dev` keeps; .tripline when not set.' },
  LOG_LEVEL: { purpose: 'fatal, error, warn, info, debug, trace or silent; info when not set.' },

  DATABASE_URL: {
    purpose: 'PostgreSQL, as postgres://user@host:5432/name; `dev` brings its own when not set.',
    secretOf: BOTH,
  },
  DATABASE_PASSWORD: {
    purpose: 'The password of DATABASE_URL, when that holds none.',
    secretOf: BOTH,
  },

  TEMPORAL_ADDRESS: { purpose: 'Temporal, as host:7233; `dev` brings its own when not set.' },
  TEMPORAL_NAMESPACE: { purpose: 'Temporal’s namespace; default when not set.' },
  TEMPORAL_TASK_QUEUE: { purpose: 'The task queue of the workers; tripline when not set.' },
  TEMPORAL_CLI_PATH: { purpose: 'The `temporal` program that `dev` starts; found or fetched when not set.' },
  TEMPORAL_DEPLOYMENT_NAME: { purpose: 'The workers’ deployment, together with TEMPORAL_BUILD_ID.' },
  TEMPORAL_BUILD_ID: { purpose: 'The workers’ version, together with TEMPORAL_DEPLOYMENT_NAME.' },
  TEMPORAL_API_KEY: { purpose: 'API key for Temporal; turns TLS on.', secretOf: BOTH },
  TEMPORAL_TLS: { purpose: 'true: TLS to Temporal, false: none, whatever the variables below say.' },
  TEMPORAL_TLS_CLIENT_CERT_PATH: { purpose: 'File with the client’s certificate for Temporal.' },
  TEMPORAL_TLS_CLIENT_CERT_DATA: { purpose: 'The client’s certificate itself (PEM).' },
  TEMPORAL_TLS_CLIENT_KEY_PATH: { purpose: 'File with the key of the client’s certificate.' },
  TEMPORAL_TLS_CLIENT_KEY_DATA: {
    purpose: 'The key of the client’s certificate itself (PEM).',
    secretOf: BOTH,
  },
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: {
    purpose: 'File with the authority that signed Temporal’s certificate.',
  },
  TEMPORAL_TLS_SERVER_CA_CERT_DATA: { purpose: 'That authority’s certificate itself (PEM).' },
  TEMPORAL_TLS_DISABLE_HOST_VERIFICATION: {
    purpose: 'Refused: Temporal’s client for Node.js would ignore it.',
  },
  TEMPORAL_TLS_SERVER_NAME: { purpose: 'The name in Temporal’s certificate, when it is not its host.' },

  FLEETS_FILE: { purpose: 'JSON file with several fleets, in place of the variables of one fleet below.' },
  FLEET_ID: { purpose: 'The one fleet’s id; default when not set.' },
  FLEET_TIMEZONE: { purpose: 'The one fleet’s IANA time zone; UTC when not set.' },
  ANALYTICS_BASE_URL: { purpose: 'The driving-analytics service, without /v3.' },
  ANALYTICS_API_KEY: { purpose: 'The fleet’s key for it.', secretOf: ['worker'] },
  WEBHOOK_TOKENS: {
    purpose: 'The last part of the webhook’s address; a comma list while you rotate.',
    secretOf: ['serve'],
  },
  API_TOKENS: {
    purpose: 'Comma list of role:name:token, roles viewer, editor, admin; `dev` makes one when not set.',
    secretOf: ['serve'],
  },
  ALARMS_TO: { purpose: 'Comma list of e-mail addresses and Slack channels that hear of alarms.' },

  SLACK_BOT_TOKEN: {
    purpose: 'Token of the Slack app. off: Slack messages stay in the outbox, and an alarm stands.',
    secretOf: ['worker'],
  },
  SLACK_SIGNING_SECRET: { purpose: 'For presses of buttons in Slack.', secretOf: ['serve'] },
  SLACK_API_URL: { purpose: 'Another Slack API than Slack’s own.' },
  SMTP_URL: {
    purpose:
      'Mail server, as smtp(s)://user:password@host. off: e-mails stay in the outbox, and an alarm stands.',
    secretOf: ['worker'],
  },
  EMAIL_FROM: { purpose: 'Sender of e-mails.' },
  WEBHOOK_SIGNING_SECRET: {
    purpose: 'Signs outgoing webhooks: base64 of 24 bytes or more.',
    secretOf: BOTH,
  },
  WEBHOOK_ALLOW_HOSTS: {
    purpose: 'Comma list of host:port that outgoing webhooks may reach at private addresses.',
  },

  TRIP_READABLE_WAIT: { purpose: 'How long a trip’s data is waited for; 24h when not set.' },
  REPEAT_AFTER: { purpose: 'When a message that may have arrived is sent once more; 5m when not set.' },
  RECONCILE_EVERY: {
    purpose: 'How often trips that were not announced are looked for; 1h when not set, or off.',
  },
  RETENTION_POSITIONS_DAYS: { purpose: 'Days for which positions are kept; 90 when not set, or off.' },
  RETENTION_TRIPS_DAYS: { purpose: 'Days for which trips are kept; 730 when not set, or off.' },
  FLEET_TRIPS_PER_SECOND: { purpose: 'Trips of a fleet that begin each second, at each web server, or off.' },
  PAYLOAD_ENCRYPTION_KEYS: {
    purpose: 'Encrypts what Temporal keeps: id:key, a comma list while you rotate.',
    secretOf: BOTH,
  },
  WORKER_HEALTH_FILE: {
    purpose: 'A worker sets this file’s time to when Temporal last saw it ask for work; for health checks.',
  },

  TRIPLINE_URL: { purpose: 'The Tripline that the command line asks; made of HOST and PORT when not set.' },
  TRIPLINE_TOKEN: { purpose: 'Its API token for the command line.', secretOf: ['cli'] },
} as const satisfies Readonly<Record<string, Variable>>;

/** The name of a variable that Tripline reads. */
export type VariableName = keyof typeof VARIABLES;

/** Variables that Temporal's own client settings are made of, beside `TEMPORAL_GRPC_META_…`, of which each names a header. */
export const TEMPORAL_CLIENT_VARIABLES = [
  'TEMPORAL_API_KEY',
  'TEMPORAL_TLS',
  'TEMPORAL_TLS_CLIENT_CERT_PATH',
  'TEMPORAL_TLS_CLIENT_CERT_DATA',
  'TEMPORAL_TLS_CLIENT_KEY_PATH',
  'TEMPORAL_TLS_CLIENT_KEY_DATA',
  'TEMPORAL_TLS_SERVER_CA_CERT_PATH',
  'TEMPORAL_TLS_SERVER_CA_CERT_DATA',
  'TEMPORAL_TLS_SERVER_NAME',
] as const satisfies readonly VariableName[];

/** Reads variables; each is trimmed, and an empty one is not set. */
export interface VariableReader {
  readonly text: (name: VariableName) => string | undefined;
  /** The parts of a comma list. */
  readonly list: (name: VariableName) => string[];
}

/** Reads the environment. Each file of a `NAME_FILE` is read once. */
export function variableReader(environment: Environment, mistakes: string[]): VariableReader {
  const read = new Map<VariableName, string | undefined>();
  const text = (name: VariableName): string | undefined => {
    const variable: Variable = VARIABLES[name];
    if (!read.has(name))
      read.set(
        name,
        variable.secretOf ? readSecret(environment, name, mistakes) : environment[name]?.trim() || undefined,
      );
    return read.get(name);
  };
  return {
    text,
    list: (name) =>
      (text(name) ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
  };
}

/**
 * A secret from the variable `name`, or from the file that `NAME_FILE` names. An empty file is a secret that is not set, as
 * an empty variable is.
 * @param mistakes gets a file that cannot be read, and a secret that both hold; never the secret
 */
export function readSecret(environment: Environment, name: string, mistakes: string[]): string | undefined {
  const given = environment[name]?.trim() || undefined;
  const path = environment[`${name}_FILE`]?.trim();
  if (!path) return given;
  let held: string | undefined;
  try {
    held = readFileSync(path, 'utf8').trim() || undefined;
  } catch (error) {
    mistakes.push(
      `${name}_FILE: ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unreadable'}).`,
    );
    return given;
  }
  if (given !== undefined && held !== undefined)
    mistakes.push(`${name} and ${name}_FILE are both set: keep one of them.`);
  return held ?? given;
}
