import { channelSetting } from './channels.ts';
import type { ConfiguredCommand } from './channels.ts';
import { checkFleets } from './fleets.ts';
import type { GivenFleet, Role } from './fleets.ts';
import { optional } from './values.ts';
import type { VariableReader } from './variables.ts';

/** Where the simulated fleet drives: its messages then show one clock, the driver's. */
const SANDBOX_TIMEZONE = 'Europe/Berlin';

/** The one fleet that variables describe. A worker needs no tokens of callers, the web server no key of the service. */
export function singleFleet(
  { text, list }: VariableReader,
  command: ConfiguredCommand,
  mistakes: string[],
): GivenFleet[] {
  const baseUrl = text('ANALYTICS_BASE_URL')?.replace(/\/+$/, '');
  const apiKey = text('ANALYTICS_API_KEY');
  if (baseUrl && !apiKey && command !== 'serve')
    mistakes.push('ANALYTICS_API_KEY is missing: ANALYTICS_BASE_URL is set and the service wants a key.');
  if (apiKey && !baseUrl)
    mistakes.push('ANALYTICS_BASE_URL is missing: ANALYTICS_API_KEY is set, but for which service?');
  if (baseUrl?.endsWith('/v3')) mistakes.push('ANALYTICS_BASE_URL ends in /v3: write it without.');
  const webhookTokens = list('WEBHOOK_TOKENS');
  if (baseUrl && webhookTokens.length === 0 && command !== 'worker')
    mistakes.push('WEBHOOK_TOKENS is missing: without one, no notification can be accepted.');
  const slack = {
    ...optional('botToken', channelSetting(text('SLACK_BOT_TOKEN')).value),
    ...optional('signingSecret', text('SLACK_SIGNING_SECRET')),
  };
  const fleet = {
    id: text('FLEET_ID') ?? 'default',
    ...optional('timezone', text('FLEET_TIMEZONE') ?? (baseUrl ? undefined : SANDBOX_TIMEZONE)),
    ...(baseUrl && (apiKey || command === 'serve')
      ? { analytics: { baseUrl, ...optional('apiKey', apiKey) } }
      : {}),
    webhookTokens,
    ...(Object.keys(slack).length > 0 ? { slack } : {}),
    ...(list('ALARMS_TO').length > 0 ? { alarmsTo: list('ALARMS_TO') } : {}),
    ...(list('WEBHOOK_ALLOW_HOSTS').length > 0 ? { webhookAllowHosts: list('WEBHOOK_ALLOW_HOSTS') } : {}),
    apiTokens: list('API_TOKENS').map((entry, index) => apiToken(entry, index, mistakes)),
  };
  const names: Readonly<Record<string, string>> = {
    id: 'FLEET_ID',
    timezone: 'FLEET_TIMEZONE',
    analytics: 'ANALYTICS_BASE_URL',
    webhookTokens: 'WEBHOOK_TOKENS',
    apiTokens: 'API_TOKENS',
    slack: 'SLACK_BOT_TOKEN',
    alarmsTo: 'ALARMS_TO',
    webhookAllowHosts: 'WEBHOOK_ALLOW_HOSTS',
  };
  const nameOf = (path: PropertyKey[]): string => names[String(path[2])] ?? 'FLEET';
  return checkFleets({ fleets: [fleet] }, { nameOf, command }, mistakes);
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
