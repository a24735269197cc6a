import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig, readToken, VARIABLES } from '../../config.ts';
import type { Variable } from '../../config.ts';
import { mistakesOf } from './mistakes.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tripline-secrets-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const secretFile = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

const SECRETS = Object.entries<Variable>(VARIABLES)
  .filter(([, { secretOf }]) => secretOf?.some((who) => who === 'serve' || who === 'worker'))
  .map(([name]) => name);

describe('a secret as NAME_FILE', () => {
  it('is the file without the line end at its end', () => {
    const key = Buffer.alloc(32, 1).fill(2, 0, 1).toString('base64');
    const config = readConfig({
      ANALYTICS_BASE_URL: 'https://analytics.example.com',
      ANALYTICS_API_KEY_FILE: secretFile('key', 'planted key\n'),
      WEBHOOK_TOKENS_FILE: secretFile('hooks', 'planted-hook-token-1,planted-hook-token-2\r\n'),
      API_TOKENS_FILE: secretFile('api', 'admin:ann:planted-admin-token\n'),
      SLACK_BOT_TOKEN_FILE: secretFile('bot', 'xoxb-planted\n'),
      SLACK_SIGNING_SECRET_FILE: secretFile('signing', 'planted-signing'),
      SMTP_URL_FILE: secretFile('smtp', 'smtps://user:planted@mail.example.com\n'),
      WEBHOOK_SIGNING_SECRET_FILE: secretFile('webhooks', `${key}\n`),
      PAYLOAD_ENCRYPTION_KEYS_FILE: secretFile('payloads', `2026:${key}\n`),
      DATABASE_URL_FILE: secretFile('database', 'postgres://tripline@db:5432/tripline\n'),
      DATABASE_PASSWORD_FILE: secretFile('password', 'p@ss:w/rd%\n'),
      TEMPORAL_API_KEY_FILE: secretFile('temporal', 'planted-temporal-key\n'),
    });
    expect(config.fleets[0]).toMatchObject({
      analytics: { apiKey: 'planted key' },
      webhookTokens: ['planted-hook-token-1', 'planted-hook-token-2'],
      apiTokens: [{ role: 'admin', name: 'ann', token: 'planted-admin-token' }],
      slack: { botToken: 'xoxb-planted', signingSecret: 'planted-signing' },
    });
    expect(config.smtpUrl).toBe('smtps://user:planted@mail.example.com');
    expect(config.outgoingWebhooks.signingSecret).toBe(key);
    expect(config.payloadEncryptionKeys.map(({ id }) => id)).toEqual(['2026']);
    expect(config.databaseUrl).toBe('postgres://tripline:p%40ss%3Aw%2Frd%25@db:5432/tripline');
    expect(config.temporal.clientVariables).toEqual({ TEMPORAL_API_KEY: 'planted-temporal-key' });
  });

  it.each(SECRETS)('%s: a file that cannot be read is a mistake with its place, once', (name) => {
    const path = join(folder, 'absent');
    expect(mistakesOf({ [`${name}_FILE`]: path })).toEqual([
      `${name}_FILE: ${path} cannot be read (ENOENT).`,
    ]);
    expect(mistakesOf({ [`${name}_FILE`]: folder })).toEqual([
      `${name}_FILE: ${folder} cannot be read (EISDIR).`,
    ]);
  });

  it('together with the variable is a mistake that shows neither, unless the file is empty', () => {
    const given = { SLACK_BOT_TOKEN: 'xoxb-planted-1' };
    const both = { ...given, SLACK_BOT_TOKEN_FILE: secretFile('bot', 'xoxb-planted-2\n') };
    expect(mistakesOf(both)).toEqual([
      'SLACK_BOT_TOKEN and SLACK_BOT_TOKEN_FILE are both set: keep one of them.',
    ]);
    const config = readConfig({ ...given, SLACK_BOT_TOKEN_FILE: secretFile('bot', '\n') });
    expect(config.fleets[0]?.slack?.botToken).toBe('xoxb-planted-1');
  });

  it('is reported together with every other mistake', () => {
    const mistakes = mistakesOf({
      PORT: 'x',
      SMTP_URL_FILE: join(folder, 'absent'),
      API_TOKENS_FILE: secretFile('api', 'emperor:x:planted-token'),
      ANALYTICS_API_KEY_FILE: join(folder, 'none'),
    });
    expect(mistakes.map((each) => each.split(/[ :]/, 1)[0])).toEqual(
      expect.arrayContaining(['PORT', 'SMTP_URL_FILE', 'API_TOKENS', 'ANALYTICS_API_KEY_FILE']),
    );
    expect(mistakes.join()).not.toContain('planted');
  });

  it('serves FLEETS_FILE and the command line too', () => {
    const path = secretFile(
      'fleets.json',
      JSON.stringify({
        fleets: [
          {
            id: 'north',
            analytics: { baseUrl: 'https://a.example', apiKey: '${NORTH_KEY}' },
            webhookTokens: ['planted-webhook-token'],
          },
        ],
      }),
    );
    const config = readConfig({ FLEETS_FILE: path, NORTH_KEY_FILE: secretFile('north', 'planted-north\n') });
    expect(config.fleets[0]?.analytics?.apiKey).toBe('planted-north');
    expect(readToken({ TRIPLINE_TOKEN_FILE: secretFile('token', 'planted-token\n') })).toBe('planted-token');
    expect(() => readToken({ TRIPLINE_TOKEN_FILE: folder })).toThrow('TRIPLINE_TOKEN_FILE');
  });
});

describe('DATABASE_PASSWORD', () => {
  it.each([
    [{ DATABASE_PASSWORD: 'planted' }, 'DATABASE_URL is not'],
    [
      { DATABASE_PASSWORD: 'planted', DATABASE_URL: 'postgres://u:planted-too@db/tripline' },
      'DATABASE_URL holds a password too',
    ],
    [{ DATABASE_PASSWORD: 'planted', DATABASE_URL: 'postgres:///tripline?host=/run' }, 'a user and a host'],
    [{ DATABASE_PASSWORD: 'planted', DATABASE_URL: 'postgres://db/tripline' }, 'a user and a host'],
  ])('is refused where it has no place: %#', (environment, why) => {
    const mistakes = mistakesOf(environment);
    expect(mistakes).toEqual([expect.stringContaining(why)]);
    expect(mistakes.join()).not.toContain('planted');
  });
});
