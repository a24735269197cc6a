import { WebClient } from '@slack/web-api';
import { createTransport } from 'nodemailer';
import { mayLogInPlainly, smtpConnectionOptions } from '../../activities/channels/email/index.ts';
import { createAnalyticsClient } from '../../analytics/index.ts';
import { ConfigError, readConfig } from '../../config.ts';
import type { Config, FleetConfig } from '../../config.ts';
import { attempt } from './check.ts';
import type { Check } from './check.ts';
import { doctorDatabase, doctorRules } from './database.ts';
import { asRunning, doctorTemporal, doctorWorkers } from './temporal.ts';
import { EXIT, createTerminal } from '../terminal/index.ts';
import { startWarnings } from './startWarnings.ts';

/** Scopes of the Slack app: to post, to look for a message again, to find a channel by name, to upload the picture, to name people. */
const SLACK_SCOPES = [
  'chat:write',
  ...['channels:read', 'groups:read', 'channels:history', 'groups:history'],
  ...['files:write', 'users:read'],
];

/** A mail server that says nothing for so long is taken as away. */
const MAIL_WITHIN_MS = 10_000;

/** Checks everything Tripline depends on and says what to do about what is wrong. */
export async function doctor(options: { readonly json?: boolean }): Promise<number> {
  const checks = await examine();
  const terminal = createTerminal();
  const { colors } = terminal;
  if (options.json) terminal.line(JSON.stringify({ checks }, undefined, 2));
  else
    for (const { name, result, message } of checks) {
      const mark = { ok: colors.green('✓'), warn: colors.yellow('!'), fail: colors.red('✗') }[result];
      terminal.line(`${mark} ${colors.bold(name.padEnd(14))} ${message}`);
    }
  return checks.some((check) => check.result === 'fail') ? EXIT.problems : EXIT.ok;
}

async function examine(): Promise<Check[]> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.mistakes.map((message) => ({ name: 'configuration', result: 'fail', message }));
  }
  const checks: Check[] = [
    {
      name: 'configuration',
      result: 'ok',
      message: `${config.fleets.length} ${config.fleets.length === 1 ? 'fleet' : 'fleets'}: ${config.fleets.map((fleet) => fleet.id).join(', ')}`,
    },
  ];
  const temporal = await doctorTemporal(config);
  checks.push(
    ...(await asRunning([temporal, await doctorDatabase(config)])),
    ...(temporal.result === 'ok' ? [await doctorWorkers(config)] : []),
    ...(await doctorRules(config)),
  );
  for (const message of startWarnings(config.fleets))
    checks.push({ name: 'analytics', result: 'warn', message });
  for (const fleet of config.fleets)
    checks.push(...(await checkAnalytics(fleet)), await checkSlack(fleet, config));
  checks.push(await checkMail(config), checkWebhooks(config), checkEncryption(config));
  return checks;
}

async function checkAnalytics(fleet: Config['fleets'][number]): Promise<readonly Check[]> {
  const name = `analytics`;
  if (!fleet.analytics)
    return [
      {
        name,
        result: 'warn',
        message: `Fleet ${fleet.id} has no analytics service: the sandbox is used.`,
      },
    ];
  const outcome = await createAnalyticsClient({ ...fleet.analytics, retries: 0 }).groups();
  if (outcome.kind === 'ok')
    return [
      {
        name,
        result: 'ok',
        message: `fleet ${fleet.id}: the key is accepted, ${outcome.value.length} groups`,
      },
      ...checkGroupTokens(fleet, outcome.value),
    ];
  const remedy = {
    unauthorised: 'the key is refused: check ANALYTICS_API_KEY.',
    limited: 'the service is rate-limiting Tripline; the key was not refused.',
    unavailable: 'the service does not answer: check ANALYTICS_BASE_URL (without /v3).',
    invalid: 'the answer is not that of the analytics service: check ANALYTICS_BASE_URL (without /v3).',
    no_such_trip: 'the answer is not that of the analytics service: check ANALYTICS_BASE_URL (without /v3).',
  }[outcome.kind];
  return [
    {
      name,
      result: outcome.kind === 'limited' ? 'warn' : 'fail',
      message: `fleet ${fleet.id}: ${remedy}`,
    },
  ];
}

function checkSlack(fleet: Config['fleets'][number], config: Config): Promise<Check> {
  const token = fleet.slack?.botToken;
  if (!token)
    return Promise.resolve({
      name: 'Slack',
      result: 'warn',
      message: fleet.isSlackOff
        ? `Fleet ${fleet.id}: Slack is off, so its messages stay in the outbox, and an alarm is open.`
        : `Fleet ${fleet.id} has no Slack app: its messages go to the outbox in \`dev\`; \`serve\` and \`worker\` require a token, or off.`,
    });
  return attempt(
    'Slack',
    async () => {
      const client = new WebClient(token, {
        retryConfig: { retries: 0 },
        timeout: 10_000,
        ...(config.slackApiUrl ? { slackApiUrl: config.slackApiUrl } : {}),
      });
      const answer = await client.auth.test();
      const missing = SLACK_SCOPES.filter((scope) => !answer.response_metadata?.scopes?.includes(scope));
      return missing.length === 0
        ? { result: 'ok', message: `fleet ${fleet.id}: team ${answer.team ?? ''}` }
        : {
            result: 'warn',
            message: `fleet ${fleet.id}: the app lacks ${missing.join(', ')}; without them, messages may be duplicated or lack a picture.`,
          };
    },
    `fleet ${fleet.id}: Slack refuses the token or does not answer: check SLACK_BOT_TOKEN.`,
  );
}

/** Logs in at the mail server, as a worker would. */
export function checkMail(config: Pick<Config, 'smtpUrl' | 'isEmailOff' | 'emailFrom'>): Promise<Check> {
  const url = config.smtpUrl;
  if (!url)
    return Promise.resolve({
      name: 'e-mail',
      result: 'warn',
      message: config.isEmailOff
        ? 'SMTP_URL is off: e-mails stay in the outbox, and an alarm is open.'
        : 'SMTP_URL is not set: e-mails go to the outbox in `dev`; `serve` and `worker` require a mail server, or off.',
    });
  return attempt(
    'e-mail',
    async () => {
      await createTransport({
        ...smtpConnectionOptions(url),
        connectionTimeout: MAIL_WITHIN_MS,
        greetingTimeout: MAIL_WITHIN_MS,
        socketTimeout: MAIL_WITHIN_MS,
      }).verify();
      const accepted = `the mail server accepts the login; sender ${config.emailFrom}`;
      return mayLogInPlainly(url)
        ? {
            result: 'warn',
            message: `${accepted}. SMTP_URL says requireTLS=false: without STARTTLS, the password is sent as plain text.`,
          }
        : { result: 'ok', message: accepted };
    },
    (error) =>
      (error as { command?: string }).command === 'STARTTLS'
        ? 'The mail server offers no TLS (STARTTLS), so the password of SMTP_URL was not sent. Use smtps:// or a port with STARTTLS; ?requireTLS=false in SMTP_URL would send it as plain text.'
        : 'The mail server does not answer or refuses the login: check SMTP_URL.',
  );
}

function checkWebhooks(config: Config): Check {
  return config.outgoingWebhooks.signingSecret
    ? { name: 'webhooks', result: 'ok', message: 'outgoing webhooks are signed' }
    : {
        name: 'webhooks',
        result: 'warn',
        message: 'WEBHOOK_SIGNING_SECRET is not set: `webhook` actions are refused.',
      };
}

function checkEncryption({ payloadEncryptionKeys: [current, ...older] }: Config): Check {
  const name = 'encryption';
  if (!current)
    return {
      ...{ name, result: 'warn' },
      message:
        'PAYLOAD_ENCRYPTION_KEYS is not set: workflow data in Temporal (ids of drivers and trips, decisions, error messages) is not encrypted.',
    };
  const ids = older.map(({ id }) => `"${id}"`).join(', ');
  return {
    ...{ name, result: 'ok' },
    message: `workflow data in Temporal is encrypted with the key "${current.id}"${ids && `; ${ids} ${older.length === 1 ? 'decrypts' : 'decrypt'} older data`}`,
  };
}

/**
 * What the tokens that are limited to groups may see, by name; never the token itself.
 * @param known the fleet's groups, as the service lists them
 */
export function checkGroupTokens(
  { id, apiTokens }: Pick<FleetConfig, 'id' | 'apiTokens'>,
  known: readonly string[],
): readonly Check[] {
  return apiTokens.flatMap(({ name, groups }): Check[] => {
    if (groups === undefined) return [];
    const unknown = groups.filter((group) => !known.includes(group));
    const of = `fleet ${id}: the token "${name}"`;
    return unknown.length === 0
      ? [{ name: 'API token', result: 'ok', message: `${of} sees only ${groups.join(', ')}` }]
      : [
          {
            name: 'API token',
            result: 'warn',
            message: `${of} is limited to groups that the service does not list: ${unknown.join(', ')}. Check their spelling.`,
          },
        ];
  });
}
