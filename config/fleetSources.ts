import { readFileSync } from 'node:fs';
import { channelSetting } from './channels/index.ts';
import { checkFleets, optional } from './fleets.ts';
import type { ConfiguredCommand, GivenFleet, Role } from './fleets.ts';
import { readSecret } from './reader.ts';
import type { Environment, VariableReader } from './reader.ts';

/** Time zone of the simulated fleet, which is also its drivers' time zone, so that all messages show the same local time. */
const SANDBOX_TIMEZONE = 'Europe/Berlin';
const SANDBOX_NAME = 'Sandbox fleet';

/**
 * Reads the single fleet that the variables describe. The worker does not need API tokens and webhook tokens, and the web server
 * does not need the service's API key.
 */
export function singleFleet(
  { value, list }: VariableReader,
  command: ConfiguredCommand,
  mistakes: string[],
): GivenFleet[] {
  const baseUrl = value('ANALYTICS_BASE_URL')?.replace(/\/+$/, '');
  const apiKey = value('ANALYTICS_API_KEY');
  if (baseUrl && !apiKey && command !== 'serve')
    mistakes.push('ANALYTICS_API_KEY is missing: ANALYTICS_BASE_URL is set and the service requires a key.');
  if (apiKey && !baseUrl)
    mistakes.push('ANALYTICS_BASE_URL is missing: ANALYTICS_API_KEY is set, but the service is not.');
  if (baseUrl?.endsWith('/v3')) mistakes.push('ANALYTICS_BASE_URL ends in /v3: write it without.');
  const webhookTokens = list('WEBHOOK_TOKENS');
  if (baseUrl && webhookTokens.length === 0 && command !== 'worker')
    mistakes.push('WEBHOOK_TOKENS is missing: without one, no notification can be accepted.');
  const slack = {
    ...optional('botToken', channelSetting(value('SLACK_BOT_TOKEN')).value),
    ...optional('signingSecret', value('SLACK_SIGNING_SECRET')),
  };
  const tokens = list('API_TOKENS').flatMap((entry, index) => apiToken(entry, index + 1, mistakes));
  const fleet = {
    id: value('FLEET_ID'),
    ...optional('name', value('FLEET_NAME') ?? (baseUrl ? undefined : SANDBOX_NAME)),
    ...optional('timezone', value('FLEET_TIMEZONE') ?? (baseUrl ? undefined : SANDBOX_TIMEZONE)),
    ...(baseUrl && (apiKey || command === 'serve')
      ? { analytics: { baseUrl, ...optional('apiKey', apiKey) } }
      : {}),
    webhookTokens,
    ...(Object.keys(slack).length > 0 ? { slack } : {}),
    ...(list('ALARMS_TO').length > 0 ? { alarmsTo: list('ALARMS_TO') } : {}),
    ...(list('WEBHOOK_ALLOW_HOSTS').length > 0 ? { webhookAllowHosts: list('WEBHOOK_ALLOW_HOSTS') } : {}),
    apiTokens: tokens.map(({ role, name, token }) => ({ role, name, token })),
  };
  const names: Readonly<Record<string, string>> = {
    id: 'FLEET_ID',
    name: 'FLEET_NAME',
    timezone: 'FLEET_TIMEZONE',
    analytics: 'ANALYTICS_BASE_URL',
    webhookTokens: 'WEBHOOK_TOKENS',
    apiTokens: 'API_TOKENS',
    slack: 'SLACK_BOT_TOKEN',
    alarmsTo: 'ALARMS_TO',
    webhookAllowHosts: 'WEBHOOK_ALLOW_HOSTS',
  };
  const nameOf = ([, , field, index]: PropertyKey[]): string => {
    const entry =
      typeof index !== 'number' ? undefined : field === 'apiTokens' ? tokens[index]?.entry : index + 1;
    return `${names[String(field)] ?? 'FLEET'}${entry ? `: entry ${entry}` : ''}`;
  };
  return checkFleets({ fleets: [fleet] }, { nameOf, command }, mistakes);
}

/** An entry of `API_TOKENS`, with its position from 1. */
interface TokenEntry {
  readonly role: Role;
  readonly name: string;
  readonly token: string;
  readonly entry: number;
}

function apiToken(text: string, entry: number, mistakes: string[]): TokenEntry[] {
  const [role = '', name = '', ...rest] = text.split(':');
  if (name !== '' && rest.length > 0 && ['viewer', 'editor', 'admin'].includes(role))
    return [{ role: role as Role, name, token: rest.join(':'), entry }];
  mistakes.push(`API_TOKENS: entry ${entry} is not role:name:token with a role of viewer, editor or admin.`);
  return [];
}

/** Path of the fleets' file, the environment with its variables, and the command that reads it. */
interface FleetsFile {
  readonly path: string;
  readonly environment: Environment;
  readonly command: ConfiguredCommand;
}

/**
 * Reads `FLEETS_FILE`. Replaces `${NAME}` in its values with the environment variable, or with the content of the file that
 * `NAME_FILE` names.
 */
export function readFleetsFile(file: FleetsFile, mistakes: string[]): GivenFleet[] {
  const { path, environment, command } = file;
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    mistakes.push(
      `FLEETS_FILE: ${path} cannot be read (${error instanceof SyntaxError ? 'it is not valid JSON' : ((error as NodeJS.ErrnoException).code ?? 'unreadable')}).`,
    );
    return [];
  }
  const fleets = checkFleets(
    insertVariables(parsed, { environment, file: 'FLEETS_FILE' }, mistakes),
    { nameOf: (at) => `FLEETS_FILE at /${at.map(String).join('/')}`, command },
    mistakes,
  );
  for (const { id, analytics, webhookTokens } of fleets)
    if (analytics && webhookTokens.length === 0 && command !== 'worker')
      mistakes.push(`FLEETS_FILE: fleet "${id}" has no webhook token: its service could not post anything.`);
  return fleets;
}

/** Environment with the variables to insert, and the file into which they are inserted. */
interface Insertion {
  readonly environment: Environment;
  /** Variable that names the file, for messages about mistakes. */
  readonly file: 'FLEETS_FILE' | 'OIDC_FILE';
}

/**
 * Replaces `${NAME}` in all texts of a file's content with the environment variable, or with the content of the file that
 * `NAME_FILE` names.
 */
export function insertVariables(value: unknown, from: Insertion, mistakes: string[]): unknown {
  if (typeof value === 'string')
    return value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_all, name: string) => {
      const found = readSecret(from.environment, name, mistakes);
      if (found === undefined) mistakes.push(`${from.file} names \${${name}}, but that variable is not set.`);
      return found ?? '';
    });
  if (Array.isArray(value)) return value.map((item) => insertVariables(item, from, mistakes));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, insertVariables(item, from, mistakes)]),
    );
  return value;
}
