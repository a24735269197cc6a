import { createAnalyticsClient } from '../../analytics/index.ts';
import { ConfigError, readConfig } from '../../config.ts';
import type { Config, FleetConfig } from '../../config.ts';
import { checkChannels, checkChannelsOfFleet } from './channels/index.ts';
import type { Check } from './checks/index.ts';
import { checkMaps } from './maps.ts';
import { doctorDatabase, doctorRules } from './database.ts';
import { asRunning, doctorTemporal, doctorSearchAttributes, doctorWorkers } from './temporal.ts';
import { EXIT, createTerminal } from '../terminal/index.ts';
import { startWarnings } from './startWarnings.ts';

/** Checks everything Tripline depends on and says how to fix what is wrong. */
export async function doctor(options: { readonly json?: boolean }): Promise<number> {
  const checks = await examine();
  const terminal = createTerminal();
  const { colors } = terminal;
  if (options.json) terminal.json({ checks });
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
    ...(temporal.result === 'ok' ? [await doctorWorkers(config), await doctorSearchAttributes(config)] : []),
    ...(await doctorRules(config)),
  );
  for (const message of startWarnings(config.fleets))
    checks.push({ name: 'analytics', result: 'warn', message });
  for (const fleet of config.fleets)
    checks.push(...(await checkAnalytics(fleet)), ...(await checkChannelsOfFleet(fleet, config)));
  checks.push(...(await checkChannels(config)), ...(await checkMaps(config)), checkEncryption(config));
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

function checkEncryption({ payloadEncryptionKeys: [current, ...older] }: Config): Check {
  const name = 'encryption';
  if (!current)
    return {
      name,
      result: 'warn',
      message:
        'PAYLOAD_ENCRYPTION_KEYS is not set: workflow data in Temporal (ids of drivers and trips, decisions, error messages) is not encrypted.',
    };
  const ids = older.map(({ id }) => `"${id}"`).join(', ');
  return {
    name,
    result: 'ok',
    message: `workflow data in Temporal is encrypted with the key "${current.id}"${ids && `; ${ids} ${older.length === 1 ? 'decrypts' : 'decrypt'} older data`}`,
  };
}

/**
 * Reports the groups that each limited token may see. Tokens appear by name, never by value.
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
