import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config.ts';
import type { Database } from '../../store/db/index.ts';
import type { DevSecrets } from '../embedded/index.ts';
import { SANDBOX_PORT } from './sandbox.ts';
import type { Terminal } from '../terminal/index.ts';

/** Everything that runs, for the message after the start. */
export interface Running {
  readonly config: Config;
  readonly database: Database;
  readonly secrets: DevSecrets;
  readonly url: string;
  readonly temporalUi: string | undefined;
  readonly sandboxUrl: string | undefined;
  /** URL that signs a browser in once. */
  readonly signInLink: string | undefined;
  /** Whether the sandbox starts for the first time and fetches the fleet's history. */
  readonly isFetchingHistory: boolean;
  /** Ids of fleets without a published rule. */
  readonly fleetsWithoutRules: readonly string[];
}

/** Prints what runs at which address, and what to try. */
export function welcome(terminal: Terminal, running: Running): void {
  const { colors } = terminal;
  const fleet = running.config.fleets[0]!;
  terminal.line();
  terminal.line(
    `  ${colors.green('●')} ${colors.bold('Ready.')} ${running.sandboxUrl ? 'A simulated fleet drives; its messages appear in the outbox.' : `Fleet ${fleet.id} is connected to its analytics service.`}`,
  );
  terminal.line();
  for (const [name, value, note] of rows(running))
    terminal.line(`    ${name.padEnd(12)}${colors.cyan(value)}${note ? colors.dim(`  ${note}`) : ''}`);
  terminal.line();
  const found = warnings(running);
  for (const warning of found) terminal.line(`  ${colors.yellow('!')} ${warning}`);
  if (found.length > 0) terminal.line();
  terminal.line(`  ${colors.bold('Try')}`);
  for (const line of tries(running)) terminal.line(`    ${line}`);
  terminal.line();
  terminal.line(colors.dim(`  Ctrl-C stops everything. Events from now on (${fleet.timezone}):`));
  terminal.line();
}

/** Path of the command `tripline` of this installation. */
const COMMAND = fileURLToPath(new URL('../tripline.mjs', import.meta.url));

type Row = readonly [name: string, value: string, note?: string];

function rows(running: Running): readonly Row[] {
  const { config, secrets, url, temporalUi, sandboxUrl, signInLink, isFetchingHistory } = running;
  const isMoved = sandboxUrl !== undefined && new URL(sandboxUrl).port !== String(SANDBOX_PORT);
  return [
    signInLink
      ? ['Sign in', signInLink, 'opens the console; works once, within 15 minutes, on this machine']
      : ['Console', `${url}/`, 'asks you to sign in'],
    ['Outbox', `${url}/outbox`, 'messages of channels that are not configured, in the console'],
    ['API', `${url}/docs`],
    tokenRow(config.fleets[0]!.apiTokens[0]?.token === secrets.apiToken, secrets),
    ...(sandboxUrl ? [] : config.fleets.map(({ id }) => webhookRow(config.publicUrl, id))),
    ...(temporalUi ? [['Temporal', temporalUi, 'every workflow and its history'] as const] : []),
    ...(sandboxUrl
      ? [
          [
            'Sandbox',
            sandboxUrl,
            `the simulated analytics service${isMoved ? ` (port ${SANDBOX_PORT} is in use)` : ''}`,
          ] as const,
        ]
      : []),
    ...(isFetchingHistory
      ? [
          [
            'History',
            'four weeks of trips are being fetched',
            'for trends and back-tests; takes one or two minutes',
          ] as const,
        ]
      : []),
    ['Data', shown(config.dataDir), 'logs too'],
  ];
}

function tokenRow(isOwn: boolean, secrets: Running['secrets']): Row {
  if (!isOwn) return ['API token', 'API_TOKENS', 'the last part of an entry'];
  return secrets.areNew
    ? ['API token', secrets.apiToken, `kept in ${shown(secrets.file)}`]
    : ['API token', `in ${shown(secrets.file)}`];
}

/** Returns the row with the webhook's URL. Its token is left out, because the token is a secret of the configuration. */
function webhookRow(publicUrl: string, fleetId: string): Row {
  const isHere = /^(localhost|127\.|\[::1\])/.test(new URL(publicUrl).hostname);
  return [
    'Webhook',
    `${publicUrl}/webhooks/${fleetId}/…`,
    `enter this at the service, with a webhook token of the fleet for …${isHere ? '; set PUBLIC_URL to where it reaches this machine' : ''}`,
  ];
}

function warnings({ fleetsWithoutRules }: Running): readonly string[] {
  return fleetsWithoutRules.map(
    (id) =>
      `Fleet ${id} has no rules, so no alerts are sent. Apply the starter set: tripline rules apply rules/examples --fleet ${id}`,
  );
}

function tries({ config, secrets, url, sandboxUrl }: Running): readonly string[] {
  const isOwn = config.fleets[0]!.apiTokens[0]?.token === secrets.apiToken;
  const kept = `"$(node -p 'require(${JSON.stringify(secrets.file)}).apiToken')"`;
  const token = !isOwn ? '…' : secrets.areNew ? secrets.apiToken : kept;
  return [
    // The alias uses the path, because a registry might have another package of this name.
    `alias tripline='node "${COMMAND}"'`,
    `export TRIPLINE_TOKEN=${token}`,
    ...(config.port === 3000 ? [] : [`export TRIPLINE_URL=${url}`]),
    ...(sandboxUrl
      ? [
          `curl -X POST ${sandboxUrl}/control/trips -H 'content-type: application/json' -d '{"kind":"collision"}'`,
        ]
      : []),
    'tripline trips explain DRIVER TRIP   # why did it fire, or not',
    'tripline rules lint rules/examples',
  ];
}

function shown(path: string): string {
  return relative(process.cwd(), path) || path;
}
