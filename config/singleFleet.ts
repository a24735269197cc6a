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
  const tokens = list('API_TOKENS').flatMap((entry, index) => apiToken(entry, index + 1, mistakes));
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
    apiTokens: tokens.map(({ role, name, token }) => ({ role, name, token })),
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
  const nameOf = ([, , field, index]: PropertyKey[]): string => {
    const entry =
      field === 'apiTokens' ? tokens[Number(index)]?.entry : field === 'webhookTokens' && Number(index) + 1;
    return `${names[String(field)] ?? 'FLEET'}${entry ? `: entry ${entry}` : ''}`;
  };
  return checkFleets({ fleets: [fleet] }, { nameOf, command }, mistakes);
}

/** An entry of `API_TOKENS`, and which one it is. */
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
