import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { DEFAULT_TASK_QUEUE } from './workflows/contract.ts';

/** What a token may do: a `viewer` reads, an `editor` writes rules, an `admin` deletes and replays. */
export type Role = 'viewer' | 'editor' | 'admin';

/** A bearer token of the API. */
export interface ApiToken {
  readonly role: Role;
  readonly name: string;
  readonly token: string;
}

/** One customer account. */
export interface FleetConfig {
  readonly id: string;
  readonly name: string;
  /** IANA time zone. */
  readonly timezone: string;
  /** Absent: the sandbox stands in. `baseUrl` is without `/v3`. */
  readonly analytics?: { readonly baseUrl: string; readonly apiKey: string };
  readonly webhookTokens: readonly string[];
  /** Absent `botToken`: Slack messages go to the outbox. */
  readonly slack?: { readonly botToken?: string; readonly signingSecret?: string; readonly teamId?: string };
  readonly apiTokens: readonly ApiToken[];
}

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
  };
  readonly fleets: readonly FleetConfig[];
  /** True when no analytics service is configured: `dev` then starts the simulator. */
  readonly sandbox: boolean;
  readonly slackApiUrl?: string;
  /** Absent: e-mails go to the outbox. */
  readonly smtpUrl?: string;
  readonly emailFrom: string;
  readonly outgoingWebhooks: {
    /** Standard Webhooks secret, with or without its `whsec_` prefix. */
    readonly signingSecret?: string;
    /** `host:port` pairs spared the private-address check. */
    readonly allowHosts: readonly string[];
  };
  readonly tripReadableWaitMs: number;
  readonly trustProxy: boolean;
  readonly payloadEncryptionKeys?: string;
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

type Environment = Readonly<Record<string, string | undefined>>;

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const FLEET_ID = /^[a-z0-9][a-z0-9-]{0,62}$/;

const zone = z.string().refine(isTimeZone, 'is no IANA time zone; write one such as Europe/Berlin');
const url = z.string().refine(isHttpUrl, 'is no http(s) URL');
const token = z
  .string()
  .min(8, 'is shorter than 8 characters')
  .regex(/^[^\s/,]+$/, 'holds a space, a slash or a comma');

const fleetSchema = z.strictObject({
  id: z.string().regex(FLEET_ID, 'is no id: lower-case letters, digits and dashes, 63 at most'),
  name: z.string().min(1).optional(),
  timezone: zone.optional(),
  analytics: z.strictObject({ baseUrl: url, apiKey: z.string().min(1) }).optional(),
  webhookTokens: z.array(token).min(1, 'is empty: the analytics service could not post anything'),
  slack: z
    .strictObject({
      botToken: z.string().min(1).optional(),
      signingSecret: z.string().min(1).optional(),
      teamId: z.string().optional(),
    })
    .optional(),
  apiTokens: z
    .array(z.strictObject({ name: z.string().min(1), role: z.enum(['viewer', 'editor', 'admin']), token }))
    .default([]),
});
const fleetsFileSchema = z.strictObject({ fleets: z.array(fleetSchema).min(1, 'lists no fleet') });

/**
 * Reads and checks the environment, all at once.
 * @param environment usually `process.env` after `loadDotEnv`
 * @throws ConfigError listing every mistake with the variable's name and what is allowed, never a secret's value
 */
export function readConfig(environment: Environment = process.env): Config {
  const mistakes: string[] = [];
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const list = (name: string): string[] =>
    (text(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  const port = readPort(text('PORT'), mistakes);
  const host = text('HOST') ?? '127.0.0.1';
  const fleets = text('FLEETS_FILE')
    ? readFleetsFile(text('FLEETS_FILE')!, environment, mistakes)
    : singleFleet(text, list, mistakes);
  const logLevel = text('LOG_LEVEL') ?? 'info';
  if (!['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].includes(logLevel))
    mistakes.push('LOG_LEVEL is none of fatal, error, warn, info, debug, trace, silent.');
  const publicUrl = (
    text('PUBLIC_URL') ?? `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`
  ).replace(/\/+$/, '');
  if (!isHttpUrl(publicUrl)) mistakes.push('PUBLIC_URL is no http(s) URL.');
  for (const name of ['DATABASE_URL', 'SMTP_URL', 'SLACK_API_URL']) checkUrl(name, text(name), mistakes);
  const allowHosts = list('WEBHOOK_ALLOW_HOSTS');
  for (const pair of allowHosts)
    if (!/^(\[[0-9a-f:]+\]|[^\s:/]+):\d{1,5}$/i.test(pair))
      mistakes.push(`WEBHOOK_ALLOW_HOSTS: "${pair}" is not host:port.`);
  const wait = readDuration('TRIP_READABLE_WAIT', text('TRIP_READABLE_WAIT') ?? '24h', mistakes);
  const signingSecret = text('WEBHOOK_SIGNING_SECRET');
  if (signingSecret && Buffer.from(signingSecret.replace(/^whsec_/, ''), 'base64').length < 24)
    mistakes.push('WEBHOOK_SIGNING_SECRET is no base64 text of at least 24 bytes (Standard Webhooks).');
  if (text('PAYLOAD_ENCRYPTION_KEYS'))
    mistakes.push('PAYLOAD_ENCRYPTION_KEYS is not supported yet: unset it.');
  const trustProxy = readFlag('TRUST_PROXY', text('TRUST_PROXY'), mistakes);
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return deepFreeze<Config>({
    port,
    host,
    publicUrl,
    dataDir: resolve(text('DATA_DIR') ?? '.tripline'),
    ...optional('databaseUrl', text('DATABASE_URL')),
    temporal: {
      ...optional('address', text('TEMPORAL_ADDRESS')),
      namespace: text('TEMPORAL_NAMESPACE') ?? 'default',
      taskQueue: text('TEMPORAL_TASK_QUEUE') ?? DEFAULT_TASK_QUEUE,
      ...optional('cliPath', text('TEMPORAL_CLI_PATH')),
    },
    fleets,
    sandbox: fleets.every((fleet) => fleet.analytics === undefined),
    ...optional('slackApiUrl', text('SLACK_API_URL')),
    ...optional('smtpUrl', text('SMTP_URL')),
    emailFrom: text('EMAIL_FROM') ?? 'Tripline <tripline@localhost>',
    outgoingWebhooks: { ...optional('signingSecret', signingSecret), allowHosts },
    tripReadableWaitMs: wait,
    trustProxy,
    logLevel: logLevel as Config['logLevel'],
  });
}

/** Adds the variables of a `.env` file in `folder` that are not set already. A missing file is no mistake. */
export function loadDotEnv(folder: string): void {
  const path = join(folder, '.env');
  if (existsSync(path)) process.loadEnvFile(path);
}

type Reader = (name: string) => string | undefined;

function singleFleet(text: Reader, list: (name: string) => string[], mistakes: string[]): FleetConfig[] {
  const baseUrl = text('ANALYTICS_BASE_URL')?.replace(/\/+$/, '');
  const apiKey = text('ANALYTICS_API_KEY');
  if (baseUrl && !apiKey)
    mistakes.push('ANALYTICS_API_KEY is missing: ANALYTICS_BASE_URL is set and the service wants a key.');
  if (apiKey && !baseUrl)
    mistakes.push('ANALYTICS_BASE_URL is missing: ANALYTICS_API_KEY is set, but for which service?');
  if (baseUrl?.endsWith('/v3')) mistakes.push('ANALYTICS_BASE_URL ends in /v3: write it without.');
  const webhookTokens = list('WEBHOOK_TOKENS');
  if (baseUrl && webhookTokens.length === 0)
    mistakes.push('WEBHOOK_TOKENS is missing: without one, no notification can be accepted.');
  const slack = {
    ...optional('botToken', text('SLACK_BOT_TOKEN')),
    ...optional('signingSecret', text('SLACK_SIGNING_SECRET')),
  };
  const fleet = {
    id: text('FLEET_ID') ?? 'default',
    ...optional('timezone', text('FLEET_TIMEZONE')),
    ...(baseUrl && apiKey ? { analytics: { baseUrl, apiKey } } : {}),
    webhookTokens: webhookTokens.length > 0 ? webhookTokens : ['sandbox-webhook-token'],
    ...(Object.keys(slack).length > 0 ? { slack } : {}),
    apiTokens: list('API_TOKENS').map((entry, index) => apiToken(entry, index, mistakes)),
  };
  const names: Readonly<Record<string, string>> = {
    id: 'FLEET_ID',
    timezone: 'FLEET_TIMEZONE',
    analytics: 'ANALYTICS_BASE_URL',
    webhookTokens: 'WEBHOOK_TOKENS',
    apiTokens: 'API_TOKENS',
    slack: 'SLACK_BOT_TOKEN',
  };
  return checkFleets({ fleets: [fleet] }, (path) => names[String(path[2])] ?? 'FLEET', mistakes);
}

function apiToken(
  entry: string,
  index: number,
  mistakes: string[],
): { role: Role; name: string; token: string } {
  const [role = '', name = '', ...rest] = entry.split(':');
  if (rest.length === 0 || !['viewer', 'editor', 'admin'].includes(role))
    mistakes.push(
      `API_TOKENS: entry ${index + 1} is not role:name:token with a role of viewer, editor or admin.`,
    );
  return { role: role as Role, name: name || 'unnamed', token: rest.join(':') || 'missing-token' };
}

function readFleetsFile(path: string, environment: Environment, mistakes: string[]): FleetConfig[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    mistakes.push(
      `FLEETS_FILE: ${path} cannot be read as JSON (${error instanceof SyntaxError ? 'the JSON is broken' : ((error as NodeJS.ErrnoException).code ?? 'unreadable')}).`,
    );
    return [];
  }
  return checkFleets(
    insertVariables(parsed, environment, mistakes),
    (at) => `FLEETS_FILE at /${at.map(String).join('/')}`,
    mistakes,
  );
}

function insertVariables(value: unknown, environment: Environment, mistakes: string[]): unknown {
  if (typeof value === 'string')
    return value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_all, name: string) => {
      const found = environment[name];
      if (found === undefined || found === '')
        mistakes.push(`FLEETS_FILE names \${${name}}, but that variable is not set.`);
      return found ?? '';
    });
  if (Array.isArray(value)) return value.map((item) => insertVariables(item, environment, mistakes));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, insertVariables(item, environment, mistakes)]),
    );
  return value;
}

function checkFleets(
  value: unknown,
  nameOf: (path: PropertyKey[]) => string,
  mistakes: string[],
): FleetConfig[] {
  const parsed = fleetsFileSchema.safeParse(value);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) mistakes.push(`${nameOf(issue.path)}: ${issue.message}.`);
    return [];
  }
  const seen = new Set<string>();
  const tokens = new Map<string, string>();
  for (const fleet of parsed.data.fleets) {
    if (seen.has(fleet.id)) mistakes.push(`Two fleets have the id "${fleet.id}".`);
    seen.add(fleet.id);
    for (const { token: value, name } of fleet.apiTokens) {
      const owner = tokens.get(value);
      if (owner !== undefined)
        mistakes.push(
          `The API tokens "${owner}" and "${fleet.id}/${name}" are the same text: each needs its own.`,
        );
      tokens.set(value, `${fleet.id}/${name}`);
    }
  }
  return parsed.data.fleets.map((fleet) => ({
    id: fleet.id,
    name: fleet.name ?? fleet.id,
    timezone: fleet.timezone ?? 'UTC',
    ...(fleet.analytics
      ? { analytics: { ...fleet.analytics, baseUrl: fleet.analytics.baseUrl.replace(/\/+$/, '') } }
      : {}),
    webhookTokens: fleet.webhookTokens,
    ...(fleet.slack
      ? {
          slack: {
            ...optional('botToken', fleet.slack.botToken),
            ...optional('signingSecret', fleet.slack.signingSecret),
            ...optional('teamId', fleet.slack.teamId),
          },
        }
      : {}),
    apiTokens: fleet.apiTokens,
  }));
}

function readPort(value: string | undefined, mistakes: string[]): number {
  const port = Number(value ?? 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    mistakes.push('PORT is no whole number from 0 to 65535.');
  return port;
}

function readDuration(name: string, value: string, mistakes: string[]): number {
  const match = /^(\d{1,6})([smhd])$/.exec(value);
  if (!match) mistakes.push(`${name} is no duration: write 30s, 10m, 24h or 7d.`);
  return match ? Number(match[1]) * SECONDS[match[2]!]! * 1000 : 0;
}

function readFlag(name: string, value: string | undefined, mistakes: string[]): boolean {
  if (value !== undefined && !['1', '0', 'true', 'false'].includes(value))
    mistakes.push(`${name} is none of 1, 0, true, false.`);
  return value === '1' || value === 'true';
}

function checkUrl(name: string, value: string | undefined, mistakes: string[]): void {
  const schemes: Readonly<Record<string, RegExp>> = {
    DATABASE_URL: /^postgres(ql)?:$/,
    SMTP_URL: /^smtps?:$/,
    SLACK_API_URL: /^https?:$/,
  };
  if (value === undefined) return;
  const ok = URL.canParse(value) && schemes[name]!.test(new URL(value).protocol);
  if (!ok)
    mistakes.push(
      `${name} is no URL of the right kind (${String(schemes[name]).replace(/[/^$\\?:]/g, '')}).`,
    );
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function isTimeZone(value: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
}

function optional<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}

function deepFreeze<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
