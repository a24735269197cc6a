import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../../config.ts';
import { mistakesOf } from './mistakes.ts';

type Name = keyof typeof VARIABLES;

/** A wrong value, what is to be said of it, and what else has to be set for that. */
type Wrong = readonly [value: string, words: string, beside?: Partial<Record<Name, string>>];

const PORT = 'PORT is not a whole number from 0 to 65535.';
const days = (name: Name): string => `${name} is neither a number of days from 1 to 36500 nor off.`;
const duration = (name: Name): string => `${name} is not a duration: write 30s, 10m, 24h or 7d.`;
const flag = (name: Name): string => `${name} must be 1, 0, true or false.`;
const EVERY = 'RECONCILE_EVERY is not a duration of a minute or more, such as 10m or 1h, or off.';
const service = { ANALYTICS_API_KEY: 'key', WEBHOOK_TOKENS: 'long-enough-token-of-a-webhook' };

/** Wrong values of every variable; none where it takes any text. */
const WRONG: Readonly<Record<Name, readonly Wrong[]>> = {
  PORT: [
    ['70000', PORT],
    ['1e3', PORT],
    ['-1', PORT],
    ['80.5', PORT],
  ],
  HOST: [],
  PUBLIC_URL: [['ftp://here', 'PUBLIC_URL is not an http(s) URL.']],
  TRUST_PROXY: [['maybe', flag('TRUST_PROXY')]],
  DATA_DIR: [],
  LOG_LEVEL: [['loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.']],
  OIDC_FILE: [['/no/such/file.json', 'OIDC_FILE: /no/such/file.json cannot be read (ENOENT).']],
  DATABASE_URL: [
    ['mysql://somewhere/db', 'DATABASE_URL is not a URL of the right kind (postgres or postgresql).'],
  ],
  DATABASE_PASSWORD: [['secret', 'DATABASE_PASSWORD is set and DATABASE_URL is not: set DATABASE_URL too.']],
  TEMPORAL_ADDRESS: [],
  TEMPORAL_NAMESPACE: [],
  TEMPORAL_TASK_QUEUE: [],
  TEMPORAL_CLI_PATH: [],
  TEMPORAL_DEPLOYMENT_NAME: [
    [
      '__ours',
      'TEMPORAL_DEPLOYMENT_NAME is not a name such as tripline: letters, digits, - and _, at most 100.',
      { TEMPORAL_BUILD_ID: '1' },
    ],
  ],
  TEMPORAL_BUILD_ID: [
    [
      'a b',
      'TEMPORAL_BUILD_ID is not a name such as 1.4.0 or a git SHA: letters, digits, . _ + and -, at most 100.',
      { TEMPORAL_DEPLOYMENT_NAME: 'tripline' },
    ],
  ],
  TEMPORAL_API_KEY: [],
  TEMPORAL_TLS: [['yes', flag('TEMPORAL_TLS')]],
  TEMPORAL_TLS_CLIENT_CERT_PATH: [],
  TEMPORAL_TLS_CLIENT_CERT_DATA: [],
  TEMPORAL_TLS_CLIENT_KEY_PATH: [],
  TEMPORAL_TLS_CLIENT_KEY_DATA: [],
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: [],
  TEMPORAL_TLS_SERVER_CA_CERT_DATA: [],
  TEMPORAL_TLS_DISABLE_HOST_VERIFICATION: [
    ['yes', flag('TEMPORAL_TLS_DISABLE_HOST_VERIFICATION')],
    [
      'true',
      "TEMPORAL_TLS_DISABLE_HOST_VERIFICATION is not supported: name the authority in TEMPORAL_TLS_SERVER_CA_CERT_PATH, and the certificate's name in TEMPORAL_TLS_SERVER_NAME where it is not the host.",
    ],
  ],
  TEMPORAL_TLS_SERVER_NAME: [],
  FLEETS_FILE: [['/nowhere/fleets.json', 'FLEETS_FILE: /nowhere/fleets.json cannot be read (ENOENT).']],
  FLEET_ID: [['North Fleet', 'FLEET_ID: is not an id: lower-case letters, digits and dashes, 63 at most.']],
  FLEET_NAME: [],
  FLEET_TIMEZONE: [
    ['Mars/Base', 'FLEET_TIMEZONE: is not an IANA time zone; write one such as Europe/Berlin.'],
  ],
  ANALYTICS_BASE_URL: [
    ['ftp://a.example', 'ANALYTICS_BASE_URL: is not an http(s) URL.', service],
    ['https://a.example/v3', 'ANALYTICS_BASE_URL ends in /v3: write it without.', service],
  ],
  ANALYTICS_API_KEY: [
    ['key', 'ANALYTICS_BASE_URL is missing: ANALYTICS_API_KEY is set, but the service is not.'],
  ],
  WEBHOOK_TOKENS: [
    [
      'long-enough-token-1,short',
      'WEBHOOK_TOKENS: entry 2: is shorter than 16 characters: make one with openssl rand -hex 32.',
    ],
    ['a token with spaces', 'WEBHOOK_TOKENS: entry 1: contains a space, a slash or a comma.'],
  ],
  API_TOKENS: [
    [
      'boss:ann:long-enough-token-1',
      'API_TOKENS: entry 1 is not role:name:token with a role of viewer, editor or admin.',
    ],
    [
      'admin:ann:short',
      'API_TOKENS: entry 1: is shorter than 16 characters: make one with openssl rand -hex 32.',
    ],
  ],
  ALARMS_TO: [
    [
      'lead@example.com,ops',
      'ALARMS_TO: entry 2: is neither an e-mail address nor a Slack channel such as #fleet-safety.',
    ],
    [
      Array.from({ length: 51 }, (_, index) => `a${index}@example.com`).join(','),
      'ALARMS_TO: names more than 50 recipients.',
    ],
  ],
  SLACK_BOT_TOKEN: [],
  SLACK_SIGNING_SECRET: [],
  SLACK_API_URL: [['ftp://slack.test', 'SLACK_API_URL is not a URL of the right kind (http or https).']],
  SMTP_URL: [['http://mail.test', 'SMTP_URL is not a URL of the right kind (smtp or smtps).']],
  EMAIL_FROM: [],
  WEBHOOK_SIGNING_SECRET: [
    ['short', 'WEBHOOK_SIGNING_SECRET is not a base64 string of at least 24 bytes (Standard Webhooks).'],
  ],
  WEBHOOK_ALLOW_HOSTS: [
    [
      'hooks.internal:8443,no-port',
      'WEBHOOK_ALLOW_HOSTS: entry 2: is not host:port, such as hooks.internal:8443.',
    ],
  ],
  GEOCODER_URL: [
    ['nominatim.example', 'GEOCODER_URL is not an http(s) URL without user and password.'],
    ['https://u:p@geo.example', 'GEOCODER_URL is not an http(s) URL without user and password.'],
  ],
  MAP_TILES_URL: [
    [
      'https://tiles.example/{z}/{x}.png',
      'MAP_TILES_URL is not an http(s) URL with {z}, {x} and {y}, no other braces, and no user and password.',
      { MAP_ATTRIBUTION: '© Makers' },
    ],
  ],
  MAP_ATTRIBUTION: [
    [
      '<b>Makers</b>',
      'MAP_ATTRIBUTION is not one line of 1 to 80 characters without < and >, such as © OpenStreetMap contributors.',
    ],
  ],
  TRIP_READABLE_WAIT: [['a day', duration('TRIP_READABLE_WAIT')]],
  REPEAT_AFTER: [['5', duration('REPEAT_AFTER')]],
  RECONCILE_EVERY: [
    ['hourly', EVERY],
    ['0s', EVERY],
    ['30s', EVERY],
  ],
  RETENTION_POSITIONS_DAYS: [
    ['0', days('RETENTION_POSITIONS_DAYS')],
    ['1.5', days('RETENTION_POSITIONS_DAYS')],
  ],
  RETENTION_TRIPS_DAYS: [
    ['for ever', days('RETENTION_TRIPS_DAYS')],
    ['36501', days('RETENTION_TRIPS_DAYS')],
  ],
  FLEET_TRIPS_PER_SECOND: [
    ['0', 'FLEET_TRIPS_PER_SECOND is not a number from 0.1 to 10000: how many each second, or off.'],
  ],
  PAYLOAD_ENCRYPTION_KEYS: [
    [
      'key-without-an-id',
      'PAYLOAD_ENCRYPTION_KEYS: entry 1 is not id:key with an id of at most 31 letters, digits, dots, dashes and underscores.',
    ],
    [
      '2026:c2hvcnQ=',
      'PAYLOAD_ENCRYPTION_KEYS: entry 1 ("2026") contains no key of 32 bytes in base64: make one with openssl rand -base64 32.',
    ],
  ],
  WORKER_HEALTH_FILE: [],
  TRIPLINE_URL: [],
  CODEC_TOKENS: [],
  TRIPLINE_TOKEN: [],
};

describe('a wrong value is one mistake that names its variable and what it takes, in Tripline’s words', () => {
  const cases = Object.entries(WRONG).flatMap(([name, wrong]) =>
    wrong.map(([value, words, beside]) => [name, value.slice(0, 40), { value, words, beside }] as const),
  );
  it.each(cases)('%s=%s', (name, _shown, { value, words, beside }) => {
    expect(mistakesOf({ ...beside, [name]: value })).toEqual([words]);
  });
});

describe('any text is right', () => {
  const free = Object.entries(WRONG).flatMap(([name, wrong]) => (wrong.length === 0 ? [name] : []));
  it.each(free)('for %s', (name) => {
    expect(Object.keys(VARIABLES)).toContain(name);
    expect(mistakesOf({ [name]: 'any text: even this' })).toEqual([]);
  });
  it('for no variable that has a type', () => {
    expect(free.filter((name) => 'type' in VARIABLES[name as Name])).toEqual([]);
  });
});
