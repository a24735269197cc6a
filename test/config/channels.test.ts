import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../config.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tripline-channels-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Command = Parameters<typeof readConfig>[1];

function mistakesOf(environment: Record<string, string>, command: Command): readonly string[] {
  try {
    readConfig(environment, command);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
}

const base = {
  DATABASE_URL: 'postgres://tripline@db/tripline',
  TEMPORAL_ADDRESS: 'temporal:7233',
  ANALYTICS_BASE_URL: 'https://analytics.example.com',
  ANALYTICS_API_KEY: 'planted-key',
  WEBHOOK_TOKENS: 'planted-webhook-token',
};
const set = { SMTP_URL: 'smtp://mail.example.com', SLACK_BOT_TOKEN: 'xoxb-planted' };
const off = { SMTP_URL: 'off', SLACK_BOT_TOKEN: 'off' };

function fleetsFile(...fleets: readonly object[]): string {
  const path = join(folder, 'fleets.json');
  const filled = fleets.map((fleet, index) => ({
    analytics: { baseUrl: 'https://a.example', apiKey: 'planted-key' },
    webhookTokens: [`planted-webhook-token-${index}`],
    ...fleet,
  }));
  writeFileSync(path, JSON.stringify({ fleets: filled }));
  return path;
}
const severalFleets = { DATABASE_URL: base.DATABASE_URL, TEMPORAL_ADDRESS: base.TEMPORAL_ADDRESS };

describe.each(['serve', 'worker'] as const)('%s', (command) => {
  it('wants SMTP_URL and SLACK_BOT_TOKEN, each set or off', () => {
    expect(mistakesOf(base, command)).toEqual([
      expect.stringMatching(/^SMTP_URL is not set, .* write off/),
      expect.stringMatching(/^SLACK_BOT_TOKEN is not set, .* write off/),
    ]);
    expect(mistakesOf({ ...base, SMTP_URL: '', SLACK_BOT_TOKEN: ' ' }, command)).toHaveLength(2);
    for (const channels of [set, off]) expect(mistakesOf({ ...base, ...channels }, command)).toEqual([]);
  });

  it('names all that is missing at once, with every other mistake', () => {
    const mistakes = mistakesOf({ PORT: 'x' }, command);
    for (const name of [
      'PORT',
      'DATABASE_URL',
      'TEMPORAL_ADDRESS',
      'ANALYTICS_BASE_URL',
      'SMTP_URL',
      'SLACK_BOT',
    ])
      expect(mistakes.filter((each) => each.includes(name)).length).toBeGreaterThan(0);
  });

  it('takes a fleet’s own Slack for Slack, and names the fleets that have none', () => {
    const FLEETS_FILE = fleetsFile(
      { id: 'own', slack: { botToken: 'xoxb-own' } },
      { id: 'quiet', slack: { botToken: 'off', signingSecret: 's' } },
      { id: 'bare' },
      { id: 'buttons', slack: { signingSecret: 's' } },
    );
    const environment = { ...severalFleets, FLEETS_FILE, SMTP_URL: 'off' };
    const expected = [
      expect.stringMatching(/^FLEETS_FILE names no slack\.botToken for fleet bare, fleet buttons,/),
    ];
    expect(mistakesOf(environment, command)).toEqual(expected);
    // A token of one customer's Slack is never another's.
    expect(mistakesOf({ ...environment, SLACK_BOT_TOKEN: 'xoxb-planted' }, command)).toEqual(expected);
    const { fleets } = readConfig({ ...environment, SLACK_BOT_TOKEN: 'off' }, command);
    expect(fleets.map(({ slack, isSlackOff }) => [slack?.botToken, isSlackOff])).toEqual([
      ['xoxb-own', undefined],
      [undefined, true],
      [undefined, true],
      [undefined, true],
    ]);
    expect(fleets.map(({ slack }) => slack?.signingSecret)).toEqual([undefined, 's', undefined, 's']);
  });
});

describe('off', () => {
  it('is no address and no token, and differs from what is not set', () => {
    const config = readConfig({ ...base, ...off }, 'worker');
    expect([config.smtpUrl, config.isEmailOff]).toEqual([undefined, true]);
    expect([config.fleets[0]?.slack?.botToken, config.fleets[0]?.isSlackOff]).toEqual([undefined, true]);
    const unset = readConfig(base);
    expect([unset.isEmailOff, unset.fleets[0]?.isSlackOff]).toEqual([undefined, undefined]);
  });
});

describe('each process gets its own secrets alone', () => {
  const { ANALYTICS_API_KEY: _key, WEBHOOK_TOKENS: _tokens, ...shared } = base;
  const elsewhere = { SMTP_URL: 'worker', SLACK_BOT_TOKEN: 'worker' };

  it('serve sends nothing and never asks the service', () => {
    const environment = { ...shared, WEBHOOK_TOKENS: 'planted-webhook-token', ...elsewhere };
    const config = readConfig(environment, 'serve');
    expect(config.fleets[0]).toMatchObject({
      analytics: { baseUrl: 'https://analytics.example.com', apiKey: '' },
    });
    expect([config.smtpUrl, config.isEmailOff, config.fleets[0]?.isSlackOff]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('worker needs no tokens of callers', () => {
    expect(mistakesOf({ ...shared, ...set, ANALYTICS_API_KEY: 'planted-key' }, 'worker')).toEqual([]);
    expect(mistakesOf({ ...shared, ...set }, 'worker')).toContainEqual(
      expect.stringMatching(/^ANALYTICS_API_KEY is missing/),
    );
  });

  it('holds in FLEETS_FILE too', () => {
    const withoutKey = fleetsFile({ id: 'north', analytics: { baseUrl: 'https://a.example' } });
    const serve = { ...severalFleets, FLEETS_FILE: withoutKey, ...elsewhere };
    expect(mistakesOf(serve, 'serve')).toEqual([]);
    expect(mistakesOf({ ...serve, ...off }, 'worker')).toEqual([
      'FLEETS_FILE at /fleets/0/analytics/apiKey: is missing.',
    ]);
    const FLEETS_FILE = fleetsFile({ id: 'north', webhookTokens: undefined });
    expect(mistakesOf({ ...severalFleets, FLEETS_FILE, ...off }, 'worker')).toEqual([]);
    expect(mistakesOf({ ...severalFleets, FLEETS_FILE, ...off }, 'serve')).toEqual([
      expect.stringContaining('has no webhook token'),
    ]);
  });

  it.each(['dev', 'worker'] as const)('%s sends itself, and cannot leave that to the workers', (command) => {
    const mistakes = mistakesOf({ ...base, ...elsewhere }, command);
    expect(mistakes).toContainEqual(
      'SMTP_URL=worker is for `serve` alone, which leaves sending to the workers.',
    );
    expect(mistakes).toContainEqual(
      'SLACK_BOT_TOKEN=worker is for `serve` alone, which leaves sending to the workers.',
    );
  });
});

it('dev is unchanged: what is not set goes to the outbox', () => {
  expect(mistakesOf(base, 'dev')).toEqual([]);
  expect(mistakesOf({}, 'dev')).toEqual([]);
});

describe('Temporal’s own variables', () => {
  it('are refused where its client would drop them', () => {
    expect(mistakesOf({ TEMPORAL_TLS: 'yes' }, 'dev')).toEqual(['TEMPORAL_TLS must be 1, 0, true or false.']);
    expect(mistakesOf({ TEMPORAL_TLS_DISABLE_HOST_VERIFICATION: 'true' }, 'dev')).toEqual([
      expect.stringContaining('is not supported'),
    ]);
  });
});
