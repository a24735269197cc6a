import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tripline-config-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function mistakesOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
}

function fleetsFile(content: unknown): string {
  const path = join(folder, 'fleets.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const service = { baseUrl: 'https://analytics.example.com', apiKey: 'key-of-north' };

describe('the defaults', () => {
  it('make a sandbox of one fleet', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      sandbox: true,
      tripReadableWaitMs: 86_400_000,
    });
    // The zone the simulated fleet drives in: messages then show one clock.
    expect(config.fleets).toMatchObject([{ id: 'default', timezone: 'Europe/Berlin', apiTokens: [] }]);
    expect(config.databaseUrl).toBeUndefined();
    expect(config.temporal).toEqual({ namespace: 'default', taskQueue: 'tripline' });
  });

  it('cannot be changed afterwards', () => {
    const config = readConfig({});
    expect(() => ((config as { port: number }).port = 1)).toThrow(TypeError);
    expect(Object.isFrozen(config.fleets[0])).toBe(true);
  });
});

describe('mistakes', () => {
  it('are told all together, each with the name of its variable', () => {
    const mistakes = mistakesOf({
      PORT: '70000',
      LOG_LEVEL: 'loud',
      PUBLIC_URL: 'ftp://here',
      DATABASE_URL: 'mysql://somewhere/db',
      TRIP_READABLE_WAIT: 'a day',
      FLEET_TIMEZONE: 'Mars/Base',
      WEBHOOK_ALLOW_HOSTS: 'no-port',
      TRUST_PROXY: 'maybe',
    });
    for (const name of [
      'PORT',
      'LOG_LEVEL',
      'PUBLIC_URL',
      'DATABASE_URL',
      'TRIP_READABLE_WAIT',
      'FLEET_TIMEZONE',
      'WEBHOOK_ALLOW_HOSTS',
      'TRUST_PROXY',
    ])
      expect(mistakes.some((each) => each.startsWith(name))).toBe(true);
  });

  it('never show a secret', () => {
    const secrets = {
      ANALYTICS_API_KEY: 'planted-analytics-key',
      WEBHOOK_TOKENS: 'planted webhook token',
      API_TOKENS: 'emperor:planted-name:planted-token',
      DATABASE_URL: 'postgrez://user:planted-password@host/db',
      SMTP_URL: 'smpt://user:planted-password@host',
      WEBHOOK_SIGNING_SECRET: 'planted',
    };
    const mistakes = mistakesOf({ ...secrets, ANALYTICS_BASE_URL: 'https://analytics.example.com/v3' });
    expect(mistakes.length).toBeGreaterThanOrEqual(5);
    expect(mistakes.join('\n')).not.toMatch(/planted/);
  });

  it.each([
    [{ ANALYTICS_BASE_URL: 'https://a.example', WEBHOOK_TOKENS: 'long-enough' }, 'ANALYTICS_API_KEY'],
    [{ ANALYTICS_API_KEY: 'k' }, 'ANALYTICS_BASE_URL'],
    [{ ANALYTICS_BASE_URL: 'https://a.example', ANALYTICS_API_KEY: 'k' }, 'WEBHOOK_TOKENS'],
  ])('name what is missing beside %o', (environment, missing) => {
    expect(mistakesOf(environment as Record<string, string>)).toEqual([
      expect.stringMatching(new RegExp(`^${missing} is missing`)),
    ]);
  });
});

describe('FLEETS_FILE', () => {
  it('holds several fleets, with variables put in', () => {
    const path = fleetsFile({
      fleets: [
        {
          id: 'north',
          name: 'North',
          timezone: 'Europe/Berlin',
          analytics: { ...service, apiKey: '${NORTH_KEY}' },
          webhookTokens: ['token-of-north'],
          apiTokens: [],
        },
        {
          id: 'south',
          webhookTokens: ['token-of-south'],
          apiTokens: [{ name: 'ci', role: 'editor', token: 'editor-token' }],
        },
      ],
    });
    const config = readConfig({ FLEETS_FILE: path, NORTH_KEY: 'from-the-environment' });
    expect(config.fleets.map((fleet) => fleet.id)).toEqual(['north', 'south']);
    expect(config.fleets[0]?.analytics?.apiKey).toBe('from-the-environment');
    expect(config.sandbox).toBe(false);
  });

  it('names a variable that is not set, and the place of a wrong value', () => {
    const path = fleetsFile({
      fleets: [
        {
          id: 'North!',
          analytics: { ...service, apiKey: '${NOT_SET}' },
          webhookTokens: ['token-of-north'],
          apiTokens: [],
        },
      ],
    });
    const mistakes = mistakesOf({ FLEETS_FILE: path });
    expect(mistakes).toContainEqual(expect.stringContaining('${NOT_SET}'));
    expect(mistakes).toContainEqual(expect.stringContaining('/fleets/0/id'));
  });

  it('wants a webhook token for a fleet that has an analytics service', () => {
    const fleet = { id: 'north', analytics: service, webhookTokens: [], apiTokens: [] };
    expect(mistakesOf({ FLEETS_FILE: fleetsFile({ fleets: [fleet] }) })).toEqual([
      expect.stringContaining('fleet "north" has no webhook token'),
    ]);
  });

  it('says how long each fleet’s data is kept, before the variables do', () => {
    const fleet = { webhookTokens: ['token-of-a-fleet'], apiTokens: [] };
    const path = fleetsFile({
      fleets: [
        { id: 'own', ...fleet, retention: { positionsDays: 30, tripsDays: 400 } },
        { id: 'for-ever', ...fleet, retention: { positionsDays: 'off', tripsDays: 'off' } },
        { id: 'short', ...fleet, retention: { tripsDays: 20 } },
        { id: 'none', ...fleet },
      ],
    });
    const kept = (more: Record<string, string> = {}) =>
      readConfig({ FLEETS_FILE: path, ...more }).fleets.map(({ retention }) => retention);
    expect(kept()).toEqual([
      { positionsDays: 30, tripsDays: 400 },
      {},
      // A trip that is gone has no positions.
      { positionsDays: 20, tripsDays: 20 },
      { positionsDays: 90, tripsDays: 730 },
    ]);
    expect(kept({ RETENTION_POSITIONS_DAYS: '7', RETENTION_TRIPS_DAYS: 'off' })[3]).toEqual({
      positionsDays: 7,
    });
    for (const wrong of ['0', '-1', '1.5', '90d', 'never'])
      expect(mistakesOf({ RETENTION_TRIPS_DAYS: wrong })).toEqual([
        expect.stringContaining('RETENTION_TRIPS_DAYS is neither'),
      ]);
    const odd = fleetsFile({ fleets: [{ id: 'odd', ...fleet, retention: { positionsDays: 0, days: 1 } }] });
    expect(mistakesOf({ FLEETS_FILE: odd }).join('\n')).toContain('/fleets/0/retention/positionsDays');
  });

  it('refuses one id twice and one token twice', () => {
    const fleet = {
      id: 'north',
      webhookTokens: ['token-of-north'],
      apiTokens: [{ name: 'a', role: 'viewer', token: 'same-token' }],
    };
    const mistakes = mistakesOf({ FLEETS_FILE: fleetsFile({ fleets: [fleet, fleet] }) });
    expect(mistakes).toContainEqual(expect.stringContaining('id "north"'));
    expect(mistakes).toContainEqual(expect.stringContaining('same text'));
    expect(mistakes.join()).not.toContain('same-token');
  });

  it.each([
    ['{"fleets":', 'broken'],
    [undefined, 'ENOENT'],
  ])('that cannot be read says why', (content, why) => {
    const path = content === undefined ? join(folder, 'absent.json') : fleetsFile(content);
    expect(mistakesOf({ FLEETS_FILE: path })).toContainEqual(expect.stringContaining(why));
  });
});
