import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { mistakesOf } from './config/mistakes.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tripline-config-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

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
      repeatAfterMs: 300_000,
    });
    // The zone the simulated fleet drives in: messages then show one clock.
    expect(config.fleets).toMatchObject([
      { id: 'default', name: 'Sandbox fleet', timezone: 'Europe/Berlin', apiTokens: [] },
    ]);
    expect(readConfig({ FLEET_NAME: 'Depot North' }).fleets[0]?.name).toBe('Depot North');
    expect(config.databaseUrl).toBeUndefined();
    expect(config.temporal).toEqual({ namespace: 'default', taskQueue: 'tripline' });
  });

  it('cannot be changed afterwards', () => {
    const config = readConfig({});
    expect(() => ((config as { port: number }).port = 1)).toThrow(TypeError);
    expect(Object.isFrozen(config.fleets[0])).toBe(true);
  });
});

it.each([
  [undefined, undefined],
  ['off', undefined],
  ['5', 5],
  ['0.5', 0.5],
])('a start rate of %s is %s for a single fleet', (value, expected) => {
  const config = readConfig(value === undefined ? {} : { FLEET_TRIPS_PER_SECOND: value });
  expect(config.fleetTripsPerSecond).toBe(expected);
});

it.each(['0', '0.01', '-1', '1e3', '5/s', '20000', 'Infinity'])(
  'a start rate of %s is a mistake',
  (value) => {
    expect(mistakesOf({ FLEET_TRIPS_PER_SECOND: value })).toEqual([
      'FLEET_TRIPS_PER_SECOND is not a number from 0.1 to 10000: how many each second, or off.',
    ]);
  },
);

describe('mistakes', () => {
  it('are reported together, each with the name of its variable', () => {
    const mistakes = mistakesOf({
      PORT: '70000',
      LOG_LEVEL: 'loud',
      PUBLIC_URL: 'ftp://here',
      DATABASE_URL: 'mysql://somewhere/db',
      TRIP_READABLE_WAIT: 'a day',
      REPEAT_AFTER: 'soon',
      FLEET_TIMEZONE: 'Mars/Base',
      WEBHOOK_ALLOW_HOSTS: 'no-port',
      TRUST_PROXY: 'maybe',
      FLEET_TRIPS_PER_SECOND: '0',
    });
    for (const name of [
      'PORT',
      'LOG_LEVEL',
      'PUBLIC_URL',
      'DATABASE_URL',
      'TRIP_READABLE_WAIT',
      'REPEAT_AFTER',
      'FLEET_TIMEZONE',
      'WEBHOOK_ALLOW_HOSTS',
      'TRUST_PROXY',
      'FLEET_TRIPS_PER_SECOND',
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
    [{ ANALYTICS_BASE_URL: 'https://a.example', WEBHOOK_TOKENS: 'long-enough-token' }, 'ANALYTICS_API_KEY'],
    [{ ANALYTICS_API_KEY: 'k' }, 'ANALYTICS_BASE_URL'],
    [{ ANALYTICS_BASE_URL: 'https://a.example', ANALYTICS_API_KEY: 'k' }, 'WEBHOOK_TOKENS'],
  ])('name what is missing beside %o', (environment, missing) => {
    expect(mistakesOf(environment as Record<string, string>)).toEqual([
      expect.stringMatching(new RegExp(`^${missing} is missing`)),
    ]);
  });
});

const sameName =
  'has the name "ann" of an earlier API token of this fleet: the audit could not say whose it was, so give each a name of its own';

describe('tokens in variables', () => {
  const service = { ANALYTICS_BASE_URL: 'https://a.example', ANALYTICS_API_KEY: 'k' };
  it('are long, and distinguished by their names', () => {
    const shared = 'planted-shared-token';
    const mistakes = mistakesOf({
      ...service,
      WEBHOOK_TOKENS: `planted-short,${shared}`,
      API_TOKENS: `admin:ann:${shared},editor:ann:planted-other-token,viewer::planted-third-token,viewer:vi`,
    });
    expect(mistakes.join()).not.toContain('planted');
    expect(mistakes.slice().sort()).toEqual([
      'API_TOKENS: entry 1: is also a webhook token, which stands in an address: each needs its own.',
      `API_TOKENS: entry 2: ${sameName}.`,
      'API_TOKENS: entry 3 is not role:name:token with a role of viewer, editor or admin.',
      'API_TOKENS: entry 4 is not role:name:token with a role of viewer, editor or admin.',
      'WEBHOOK_TOKENS: entry 1: is shorter than 16 characters: make one with openssl rand -hex 32.',
    ]);
  });

  it('may be of one name in two fleets, and rotate under two names', () => {
    const { fleets } = readConfig({
      ...service,
      WEBHOOK_TOKENS: 'exactly-16-chars',
      API_TOKENS: 'admin:ann:ann-old-token-text,admin:ann-2:ann-new-token-text',
    });
    expect(fleets[0]!.apiTokens.map(({ name }) => name)).toEqual(['ann', 'ann-2']);
  });
});

describe('the version of the workers', () => {
  it('has a name and a build, or is none', () => {
    expect(readConfig({}).temporal.deployment).toBeUndefined();
    const named = { TEMPORAL_DEPLOYMENT_NAME: 'tripline', TEMPORAL_BUILD_ID: '1.4.0-3f9c2a1' };
    expect(readConfig(named).temporal.deployment).toEqual({ name: 'tripline', buildId: '1.4.0-3f9c2a1' });
    expect(
      readConfig({ TEMPORAL_DEPLOYMENT_NAME: '', TEMPORAL_BUILD_ID: ' ' }).temporal.deployment,
    ).toBeUndefined();
  });

  it.each([
    [{ TEMPORAL_BUILD_ID: '1' }, 'TEMPORAL_DEPLOYMENT_NAME is missing'],
    [{ TEMPORAL_DEPLOYMENT_NAME: 'tripline' }, 'TEMPORAL_BUILD_ID is missing'],
    [{ TEMPORAL_DEPLOYMENT_NAME: 'a.b', TEMPORAL_BUILD_ID: '1' }, 'TEMPORAL_DEPLOYMENT_NAME is not a name'],
    [{ TEMPORAL_DEPLOYMENT_NAME: '__x', TEMPORAL_BUILD_ID: '1' }, 'TEMPORAL_DEPLOYMENT_NAME is not a name'],
    [{ TEMPORAL_DEPLOYMENT_NAME: 'a', TEMPORAL_BUILD_ID: 'a:b' }, 'TEMPORAL_BUILD_ID is not a name'],
  ])('is refused in halves and in words that Temporal does not take: %j', (environment, mistake) => {
    expect(() => readConfig(environment)).toThrow(mistake);
  });
});

describe('PAYLOAD_ENCRYPTION_KEYS', () => {
  const [first, second] = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('base64'));

  it('holds keys in their order, and none when it is not set', () => {
    const { payloadEncryptionKeys: keys } = readConfig({
      PAYLOAD_ENCRYPTION_KEYS: `2026-06:${second}, 2026-01:${first}`,
    });
    expect(keys.map(({ id }) => id)).toEqual(['2026-06', '2026-01']);
    expect(keys[0]!.key.export().toString('base64')).toBe(second);
    expect(readConfig({}).payloadEncryptionKeys).toEqual([]);
  });

  it('takes base64 as addresses write it', () => {
    const key = Buffer.alloc(32, 0xfb).fill(1, 0, 1);
    const keys = readConfig({
      PAYLOAD_ENCRYPTION_KEYS: `k:${key.toString('base64url')}`,
    }).payloadEncryptionKeys;
    expect(keys[0]!.key.export()).toEqual(key);
  });

  it('shows no key when the configuration is printed', () => {
    const config = readConfig({ PAYLOAD_ENCRYPTION_KEYS: `k:${first}` });
    const bytes = Buffer.from(first!, 'base64');
    for (const text of [JSON.stringify(config), inspect(config, { depth: 9, showHidden: true })])
      for (const form of [first!, bytes.toString('hex'), bytes.subarray(0, 6).join(', ')])
        expect(text).not.toContain(form);
  });

  it.each([
    ['no id', first, 'entry 1 is not id:key'],
    ['an empty id', `:${first}`, 'entry 1 is not id:key'],
    ['the two swapped', `${first}:k1`, 'entry 1 is not id:key'],
    ['an id with a space', `a b:${first}`, 'entry 1 is not id:key'],
    ['31 bytes', `k1:${randomBytes(31).toString('base64')}`, 'entry 1 ("k1") contains no key of 32 bytes'],
    ['33 bytes', `k1:${randomBytes(33).toString('base64')}`, 'entry 1 ("k1") contains no key of 32 bytes'],
    ['hex', `k1:${randomBytes(32).toString('hex')}`, 'entry 1 ("k1") contains no key of 32 bytes'],
    ['nothing', 'k1:', 'entry 1 ("k1") contains no key of 32 bytes'],
    ['zeros', `k1:${Buffer.alloc(32).toString('base64')}`, 'entry 1 ("k1") repeats one byte'],
    ['an id twice', `k1:${first},k1:${second}`, 'entry 2 has the id "k1" of an earlier one'],
    ['a key twice', `k1:${first},k2:${first}`, 'entry 2 ("k2") is the same key as "k1"'],
  ])('refuses %s, names the place, and never shows a key', (_what, value, message) => {
    const mistakes = mistakesOf({ PAYLOAD_ENCRYPTION_KEYS: value! });
    expect(mistakes).toEqual([expect.stringContaining(`PAYLOAD_ENCRYPTION_KEYS: ${message}`)]);
    for (const entry of value!.split(','))
      for (const part of entry.split(':').filter((each) => each.length > 8))
        expect(mistakes.join()).not.toContain(part);
  });
});

describe('FLEETS_FILE', () => {
  it.each([
    ['nothing', {}, 5],
    ['a number', { FLEET_TRIPS_PER_SECOND: '40' }, 40],
    ['off', { FLEET_TRIPS_PER_SECOND: 'off' }, undefined],
  ])('with two fleets limits how many trips of each start per second: set to %s', (_case, more, expected) => {
    const fleets = ['north', 'south'].map((id) => ({
      id,
      name: id,
      timezone: 'UTC',
      analytics: service,
      webhookTokens: [`token-of-${id}-long-enough`],
    }));
    const config = readConfig({ FLEETS_FILE: fleetsFile({ fleets }), ...more });
    expect(config.fleetTripsPerSecond).toBe(expected);
  });

  it('holds several fleets, with variables put in', () => {
    const path = fleetsFile({
      fleets: [
        {
          id: 'north',
          name: 'North',
          timezone: 'Europe/Berlin',
          analytics: { ...service, apiKey: '${NORTH_KEY}' },
          webhookTokens: ['webhook-token-of-north'],
          apiTokens: [],
        },
        {
          id: 'south',
          webhookTokens: ['webhook-token-of-south'],
          apiTokens: [{ name: 'ci', role: 'editor', token: 'token-of-an-editor' }],
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
          webhookTokens: ['webhook-token-of-north'],
          apiTokens: [],
        },
      ],
    });
    const mistakes = mistakesOf({ FLEETS_FILE: path });
    expect(mistakes).toContainEqual(expect.stringContaining('${NOT_SET}'));
    expect(mistakes).toContainEqual(expect.stringContaining('/fleets/0/id'));
  });

  it('says for each fleet where its webhooks may go inside the network, and the variable for a single fleet', () => {
    const fleet = { webhookTokens: ['token-of-a-fleet'], apiTokens: [] };
    const path = fleetsFile({
      fleets: [
        { id: 'north', ...fleet, webhookAllowHosts: ['hooks.internal:8443', '[::1]:9'] },
        { id: 'south', ...fleet },
      ],
    });
    expect(readConfig({ FLEETS_FILE: path }).fleets.map((each) => each.webhookAllowHosts)).toEqual([
      ['hooks.internal:8443', '[::1]:9'],
      undefined,
    ]);
    expect(mistakesOf({ FLEETS_FILE: path, WEBHOOK_ALLOW_HOSTS: 'hooks.internal:8443' })).toEqual([
      expect.stringMatching(/^WEBHOOK_ALLOW_HOSTS serves a single fleet: .* webhookAllowHosts/),
    ]);
    const [only] = readConfig({ WEBHOOK_ALLOW_HOSTS: 'hooks.internal:8443, [::1]:9' }).fleets;
    expect(only?.webhookAllowHosts).toEqual(['hooks.internal:8443', '[::1]:9']);
    const wrong = fleetsFile({ fleets: [{ id: 'north', ...fleet, webhookAllowHosts: ['no-port'] }] });
    expect(mistakesOf({ FLEETS_FILE: wrong })).toEqual([
      expect.stringMatching(/\/fleets\/0\/webhookAllowHosts\/0: is not host:port/),
    ]);
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
    expect(mistakesOf({ FLEETS_FILE: odd }).join('\n')).toContain(
      '/fleets/0/retention/positionsDays: is neither a number of days from 1 to 36500 nor off.',
    );
  });

  it('refuses one id twice and one token twice', () => {
    const fleet = {
      id: 'north',
      webhookTokens: ['webhook-token-of-north'],
      apiTokens: [{ name: 'a', role: 'viewer', token: 'planted-same-token' }],
    };
    const mistakes = mistakesOf({ FLEETS_FILE: fleetsFile({ fleets: [fleet, fleet] }) });
    expect(mistakes).toContainEqual(expect.stringContaining('id "north"'));
    expect(mistakes).toContainEqual(expect.stringContaining('is equal to the API token'));
    expect(mistakes.join()).not.toContain('planted');
  });

  it('reports every mistake in tokens together, without a token in its words', () => {
    const [api, hook] = ['planted-api-token-1', 'planted-webhook-1'];
    const path = fleetsFile({
      fleets: [
        {
          id: 'north',
          timezone: 'Nowhere',
          webhookTokens: [hook, 'planted-short-1'],
          apiTokens: [
            { name: 'ann', role: 'admin', token: api },
            { name: 'ann', role: 'editor', token: 'planted-api-token-2' },
            { name: 'bob', role: 'viewer', token: 'planted-short-2' },
            { name: 'eve', role: 'viewer', token: hook },
          ],
        },
        {
          id: 'south',
          webhookTokens: [api],
          apiTokens: [{ name: 'ann', role: 'admin', token: 'planted-api-token-3' }],
        },
      ],
    });
    const mistakes = mistakesOf({ FLEETS_FILE: path, PORT: 'none', PUBLIC_URL: 'http://x' });
    expect(mistakes.join()).not.toContain('planted');
    expect(mistakes.slice().sort()).toEqual([
      'FLEETS_FILE at /fleets/0/apiTokens/0/token: is also a webhook token, which stands in an address: each needs its own.',
      `FLEETS_FILE at /fleets/0/apiTokens/1/name: ${sameName}.`,
      'FLEETS_FILE at /fleets/0/apiTokens/2/token: is shorter than 16 characters: make one with openssl rand -hex 32.',
      'FLEETS_FILE at /fleets/0/apiTokens/3/token: is also a webhook token, which stands in an address: each needs its own.',
      'FLEETS_FILE at /fleets/0/timezone: is not an IANA time zone; write one such as Europe/Berlin.',
      'FLEETS_FILE at /fleets/0/webhookTokens/1: is shorter than 16 characters: make one with openssl rand -hex 32.',
      'PORT is not a whole number from 0 to 65535.',
    ]);
  });

  const withToken = (token: object): string =>
    fleetsFile({
      fleets: [
        { id: 'south', webhookTokens: ['webhook-token-of-south'] },
        {
          id: 'north',
          webhookTokens: ['webhook-token-of-north'],
          apiTokens: [
            { name: 'a', role: 'viewer', token: 'first-viewer-token' },
            { name: 'b', role: 'viewer', token: 'planted-viewer-token', ...token },
          ],
        },
      ],
    });

  it('limits a viewer’s token to groups', () => {
    const path = withToken({ groups: ['east', 'Depot 7'] });
    const [, north] = readConfig({ FLEETS_FILE: path }).fleets;
    expect(north?.apiTokens).toEqual([
      { name: 'a', role: 'viewer', token: 'first-viewer-token' },
      { name: 'b', role: 'viewer', token: 'planted-viewer-token', groups: ['east', 'Depot 7'] },
    ]);
  });

  it.each([
    ['an editor’s token', { role: 'editor', groups: ['east'] }, '', 'only for viewers'],
    ['an admin’s token', { role: 'admin', groups: ['east'] }, '', 'only for viewers'],
    ['no group', { groups: [] }, '', 'names no group'],
    ['one text', { groups: 'east' }, '', 'not a list of group ids'],
    ['nothing at all', { groups: null }, '', 'not a list of group ids'],
    ['an empty group', { groups: ['east', ''] }, '/1', 'it is empty'],
    ['a blank group', { groups: [' '] }, '/0', 'it is empty'],
    ['a variable that is not set', { groups: ['${NO_GROUP}'] }, '/0', 'it is empty'],
    ['a group on two lines', { groups: ['ea\nst'] }, '/0', 'control character'],
    ['a group without end', { groups: ['e'.repeat(201)] }, '/0', 'longer than 200'],
    ['too many groups', { groups: Array.from({ length: 201 }, String) }, '', 'more than 200'],
  ])('refuses to limit to groups %s, and says where', (_what, token, place, why) => {
    const mistakes = mistakesOf({ FLEETS_FILE: withToken(token) });
    expect(mistakes).toContainEqual(
      expect.stringMatching(new RegExp(`^FLEETS_FILE at /fleets/1/apiTokens/1/groups${place}: .*${why}`)),
    );
    expect(mistakes.join()).not.toContain('planted-viewer-token');
  });

  it('names a misspelt field instead of leaving a token without its limit', () => {
    expect(mistakesOf({ FLEETS_FILE: withToken({ group: ['east'] }) }).join()).toMatch(
      /apiTokens\/1: .*"group"/,
    );
  });

  it('says of each field what it takes, and never shows what stands there', () => {
    const fleets = [
      {
        id: 7,
        timezone: 'Europe/Berlin',
        webhookTokens: 'planted-token',
        analytics: { baseUrl: 'https://service.example', apiKey: 'k' },
        apiTokens: [{ role: 'boss', name: '' }],
      },
    ];
    const mistakes = mistakesOf({ FLEETS_FILE: fleetsFile(JSON.stringify({ fleets })) });
    const at = (field: string, words: string): string => `FLEETS_FILE at /fleets/0/${field}: ${words}.`;
    expect(mistakes).toEqual(
      expect.arrayContaining([
        at('id', 'is of the wrong type: it must be a string'),
        at('webhookTokens', 'is of the wrong type: it must be a list'),
        at('apiTokens/0/name', 'is empty'),
        at('apiTokens/0/role', 'is not allowed: it must be one of viewer, editor, admin'),
        at('apiTokens/0/token', 'is missing: it must be a string'),
      ]),
    );
    expect(mistakes.join()).not.toMatch(/planted|boss/);
  });

  it.each([
    ['{"fleets":', 'it is not valid JSON'],
    [undefined, 'ENOENT'],
  ])('that cannot be read says why', (content, why) => {
    const path = content === undefined ? join(folder, 'absent.json') : fleetsFile(content);
    expect(mistakesOf({ FLEETS_FILE: path })).toContainEqual(expect.stringContaining(why));
  });

  it('takes who hears of alarms, and names what is no receiver', () => {
    const base = {
      ANALYTICS_BASE_URL: 'https://a.example',
      ANALYTICS_API_KEY: 'k',
      WEBHOOK_TOKENS: 'webhook-token-of-ours',
    };
    const config = readConfig({ ...base, ALARMS_TO: 'lead@example.com, #ops,C0123456' });
    expect(config.fleets[0]!.alarmsTo).toEqual(['lead@example.com', '#ops', 'C0123456']);
    expect(readConfig(base).fleets[0]!.alarmsTo).toBeUndefined();
    expect(() => readConfig({ ...base, ALARMS_TO: 'ops' })).toThrow(
      /ALARMS_TO: entry 1: is neither an e-mail address nor a Slack channel/,
    );
  });
});
