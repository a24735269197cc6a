import { z } from 'zod';
import { CHANNEL_VARIABLES } from './channels/index.ts';
import { MAP_VARIABLES } from './maps.ts';
import { retentionDays } from './retention.ts';
import { BOTH, checked, isUrl } from './variable.ts';
import type { Variable } from './variable.ts';

const flag = z.enum(['1', '0', 'true', 'false'], 'must be 1, 0, true or false');
const isOn = flag.transform((word) => word === '1' || word === 'true');
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const MILLIS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Creates a schema for a duration such as `24h`, which is read as milliseconds. */
const durationThat = (is: (millis: number) => boolean, message: string) =>
  z
    .string()
    .regex(/^\d{1,6}[smhd]$/, message)
    .transform((text) => Number(text.slice(0, -1)) * MILLIS[text.slice(-1)]!)
    .refine(is, message);
const duration = durationThat(() => true, 'is not a duration: write 30s, 10m, 24h or 7d');
/** Schema of the time between two runs of a periodic task, in milliseconds. */
const interval = durationThat(
  (millis) => millis >= 60_000,
  'is not a duration of a minute or more, such as 10m or 1h, or off',
);

/** Creates a schema for a number in plain notation, which excludes `1e3` and `0x10`. */
const numberThat = (is: (value: number) => boolean, message: string) =>
  checked((text) => /^\d+(\.\d+)?$/.test(text) && is(Number(text)), message).transform(Number);
/** Creates a schema for a value or `off`, which is read as `undefined`. */
const orOff = <T>(type: z.ZodType<T, string>) =>
  z.string().transform((text, context): T | undefined => {
    if (text === 'off') return undefined;
    const parsed = type.safeParse(text);
    for (const { message } of parsed.error?.issues ?? []) context.addIssue(message);
    return parsed.data;
  });
/** Schema of a retention in days, as in the fleets' file, but given as a text. */
const daysText = z.preprocess((text) => (/^\d+$/.test(String(text)) ? Number(text) : text), retentionDays);

/**
 * All variables that Tripline reads. Code that reads another one does not compile. `docker-compose.yml` passes all of them on,
 * and `.env.example` lists them.
 */
export const VARIABLES = {
  PORT: {
    purpose: 'Port of the web server; 0: any free port.',
    otherwise: '3000',
    type: numberThat(
      (port) => Number.isInteger(port) && port <= 65_535,
      'is not a whole number from 0 to 65535',
    ),
  },
  HOST: { purpose: 'Address that the web server listens on.', otherwise: '127.0.0.1' },
  PUBLIC_URL: {
    purpose: 'Base URL of links in messages; made of HOST and PORT when not set.',
    type: checked((text) => isUrl(text, 'http', 'https'), 'is not an http(s) URL'),
  },
  TRUST_PROXY: {
    purpose: '1 when TLS ends at a proxy in front of the web server.',
    otherwise: '0',
    type: isOn,
  },
  DATA_DIR: { purpose: 'Folder in which `tripline dev` stores its data.', otherwise: '.tripline' },
  LOG_LEVEL: {
    purpose: 'fatal, error, warn, info, debug, trace or silent.',
    otherwise: 'info',
    type: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`),
  },

  DATABASE_URL: {
    purpose: 'PostgreSQL, as postgres://user@host:5432/name; `dev` runs its own when not set.',
    secretOf: BOTH,
    type: checked(
      (text) => isUrl(text, 'postgres', 'postgresql'),
      'is not a URL of the right kind (postgres or postgresql)',
    ),
  },
  DATABASE_PASSWORD: {
    purpose: 'The password of DATABASE_URL, when that contains none.',
    secretOf: BOTH,
  },

  TEMPORAL_ADDRESS: { purpose: 'Temporal, as host:7233; `dev` runs its own when not set.' },
  TEMPORAL_NAMESPACE: { purpose: 'Temporal’s namespace.', otherwise: 'default' },
  TEMPORAL_TASK_QUEUE: { purpose: 'The task queue of the workers; tripline when not set.' },
  TEMPORAL_CLI_PATH: { purpose: 'The `temporal` program that `dev` starts; found or fetched when not set.' },
  TEMPORAL_DEPLOYMENT_NAME: {
    purpose: 'The workers’ deployment, together with TEMPORAL_BUILD_ID.',
    // Temporal writes a version as `name:build`, formerly as `name.build`, and reserves names that begin with `__`.
    type: z
      .string()
      .regex(
        /^[A-Za-z0-9][\w-]{0,99}$/,
        'is not a name such as tripline: letters, digits, - and _, at most 100',
      ),
  },
  TEMPORAL_BUILD_ID: {
    purpose: 'The workers’ version, together with TEMPORAL_DEPLOYMENT_NAME.',
    type: z
      .string()
      .regex(
        /^[A-Za-z0-9][\w.+-]{0,99}$/,
        'is not a name such as 1.4.0 or a git SHA: letters, digits, . _ + and -, at most 100',
      ),
  },
  TEMPORAL_API_KEY: { purpose: 'API key for Temporal; turns TLS on.', secretOf: BOTH },
  // Restricts the values, because Temporal's client reads every unknown word as false.
  TEMPORAL_TLS: {
    purpose: 'true: TLS to Temporal, false: none, whatever the variables below say.',
    type: flag,
  },
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
    type: isOn.refine(
      (isAsked) => !isAsked,
      "is not supported: name the authority in TEMPORAL_TLS_SERVER_CA_CERT_PATH, and the certificate's name in TEMPORAL_TLS_SERVER_NAME where it is not the host",
    ),
  },
  TEMPORAL_TLS_SERVER_NAME: { purpose: 'The name in Temporal’s certificate, when it is not its host.' },

  FLEETS_FILE: { purpose: 'JSON file with several fleets, in place of the variables of one fleet below.' },
  FLEET_ID: { purpose: 'The one fleet’s id.', otherwise: 'default' },
  FLEET_NAME: { purpose: 'The one fleet’s name, as people read it; its id when not set.' },
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
  OIDC_FILE: {
    purpose: 'JSON file with the OpenID Connect providers that sign people in.',
  },
  ALARMS_TO: { purpose: 'Comma list of e-mail addresses and Slack channels that receive alarms.' },

  ...CHANNEL_VARIABLES,

  ...MAP_VARIABLES,

  TRIP_READABLE_WAIT: {
    purpose: 'How long to wait for a trip’s data.',
    otherwise: '24h',
    type: duration,
  },
  REPEAT_AFTER: {
    purpose: 'How long to wait before a message with unknown outcome is sent once more.',
    otherwise: '5m',
    type: duration,
  },
  RECONCILE_EVERY: {
    purpose: 'How often to reconcile with the service’s trip lists, or off.',
    otherwise: '1h',
    type: orOff(interval),
  },
  // Default for fleets that do not set their own retention.
  RETENTION_POSITIONS_DAYS: {
    purpose: 'How many days positions are stored, or off.',
    otherwise: '90',
    type: daysText,
  },
  RETENTION_TRIPS_DAYS: {
    purpose: 'How many days trips are stored, or off.',
    otherwise: '730',
    type: daysText,
  },
  FLEET_TRIPS_PER_SECOND: {
    purpose:
      'Rate limit: trips of a fleet whose evaluation may start per second, at each web server, or off; 5 with two or more fleets.',
    type: orOff(
      numberThat(
        (rate) => rate >= 0.1 && rate <= 10_000,
        'is not a number from 0.1 to 10000: how many each second, or off',
      ),
    ).transform((rate) => rate ?? ('off' as const)),
  },
  PAYLOAD_ENCRYPTION_KEYS: {
    purpose: 'Encrypts workflow data in Temporal: id:key, a comma list while you rotate.',
    secretOf: BOTH,
  },
  CODEC_TOKENS: {
    purpose:
      'Tokens that `tripline codec` asks Temporal’s UI and command line for; a comma list while you rotate.',
    secretOf: ['codec'],
  },
  WORKER_HEALTH_FILE: {
    purpose: 'File whose modification time is the worker’s last poll of Temporal; for health checks.',
  },

  TRIPLINE_URL: {
    purpose: 'Base URL of the Tripline that the command line uses; made of HOST and PORT when not set.',
  },
  TRIPLINE_TOKEN: { purpose: 'Its API token for the command line.', secretOf: ['cli'] },
} as const satisfies Readonly<Record<string, Variable>>;

/** Name of a variable that Tripline reads. */
export type VariableName = keyof typeof VARIABLES;

/** Variables of Temporal's own client. `TEMPORAL_GRPC_META_…`, each of which names a header, are not among them. */
export const TEMPORAL_CLIENT_VARIABLES = (Object.keys(VARIABLES) as VariableName[]).filter(
  (name) => /^TEMPORAL_(API_KEY|TLS)/.test(name) && name !== 'TEMPORAL_TLS_DISABLE_HOST_VERIFICATION',
);
