import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import { createTerminal } from '../../../cli/terminal/index.ts';
import { welcome } from '../../../cli/dev/index.ts';
import type { Running } from '../../../cli/dev/index.ts';
import { readConfig } from '../../../config.ts';

const secrets = {
  apiToken: 'tl_own-token',
  webhookToken: 'wh_token',
  analyticsKey: 'key',
  areNew: false,
  file: '/data/dev-secrets.json',
};
const connected = {
  ANALYTICS_BASE_URL: 'https://analytics.example.com',
  ANALYTICS_API_KEY: 'key-of-service',
  WEBHOOK_TOKENS: 'secret-webhook-token',
};

function said(environment: Record<string, string>, change: Partial<Running> = {}): string {
  const config = readConfig(environment);
  const own = [{ role: 'admin', name: 'dev', token: secrets.apiToken }] as const;
  const fleets = config.fleets.map((fleet) => ({
    ...fleet,
    apiTokens: fleet.apiTokens.length > 0 ? fleet.apiTokens : own,
  }));
  const lines: string[] = [];
  const running = {
    config: { ...config, fleets },
    secrets,
    url: `http://127.0.0.1:${config.port}`,
    temporalUi: undefined,
    sandboxUrl: config.sandbox ? 'http://127.0.0.1:4010' : undefined,
    fleetsWithoutRules: [],
    ...change,
  } as unknown as Running;
  welcome(
    {
      colors: picocolors.createColors(false),
      line: (text = '') => void lines.push(text),
      json: () => undefined,
      step: () => Promise.reject(new Error('no steps here')),
    },
    running,
  );
  return lines.join('\n');
}

describe('the welcome', () => {
  it('has the link to sign in first, and the console’s address where there is none', () => {
    const signInLink = 'http://127.0.0.1:3000/sign-in/once/code';
    expect(said({}, { signInLink })).toMatch(
      /Ready\.[^\n]*\n\n {4}Sign in +http:\S+\/once\/code {2}opens the console; works once, within 15 minutes/,
    );
    expect(said(connected, { signInLink })).toContain(signInLink);
    expect(said(connected)).not.toContain('Sign in');
    expect(said(connected)).toMatch(/Ready\.[^\n]*\n\n {4}Console +http:\/\/127\.0\.0\.1:3000\/ {2}asks/);
  });

  it('says at the first start of the sandbox that the fleet’s past is being fetched', () => {
    expect(said({}, { isFetchingHistory: true })).toMatch(/History +four weeks of trips are being fetched/);
    expect(said({})).not.toContain('History');
  });

  it('makes `tripline` a command by its path, and proposes no name that a registry would be asked for', () => {
    const text = said({});
    expect(text).toMatch(/alias tripline='node "\/.*\/cli\/tripline\.mjs"'\n/);
    expect(text).not.toContain('npx');
  });

  it('says at every start where the token is, and how to take it', () => {
    expect(said({}, { secrets: { ...secrets, areNew: true } })).toContain('API token   tl_own-token');
    const later = said({});
    expect(later).toContain('dev-secrets.json');
    expect(later).toMatch(/export TRIPLINE_TOKEN="\$\(node -p .*dev-secrets\.json.*apiToken/);
    expect(later).not.toContain('tl_own-token');
    expect(said({ API_TOKENS: 'admin:ann:api-token-of-ann' })).toContain('API token   API_TOKENS');
  });

  it('says that the sandbox had to take another port', () => {
    expect(said({})).not.toContain('in use');
    expect(said({}, { sandboxUrl: 'http://127.0.0.1:4011' })).toContain('(port 4010 is in use)');
  });

  it('names the address for the service and the outbox, and no secret', () => {
    const text = said({ ...connected, PUBLIC_URL: 'https://tripline.example.com' });
    expect(text).toContain('https://tripline.example.com/webhooks/default/…');
    expect(text).not.toContain('set PUBLIC_URL');
    expect(text).toMatch(/Outbox +http:\/\/127\.0\.0\.1:3000\/outbox {2}messages of channels/);
    expect(text).not.toContain('secret-webhook-token');
    expect(said(connected)).toContain('set PUBLIC_URL');
  });

  it('names the clock of the events that follow', () => {
    const text = said({ ...connected, FLEET_TIMEZONE: 'America/New_York' });
    expect(text).toContain('Events from now on (America/New_York):');
  });

  it('warns of a fleet without rules, and names the command', () => {
    const text = said(connected, { fleetsWithoutRules: ['default'] });
    expect(text).toContain('! Fleet default has no rules');
    expect(text).toContain('tripline rules apply rules/examples --fleet default');
    expect(text.match(/^ *!/gm)).toHaveLength(1);
  });

  it('names the address where it is not the usual one', () => {
    expect(said({})).not.toContain('TRIPLINE_URL');
    expect(said({ PORT: '3100' })).toContain('export TRIPLINE_URL=http://127.0.0.1:3100');
  });
});

describe('a finished step', () => {
  it('keeps what came of it, and drops what was being done', async () => {
    let out = '';
    const stream = { isTTY: false, write: (text: string) => void (out += text) };
    const terminal = createTerminal(stream as unknown as NodeJS.WriteStream);
    await terminal.step('PostgreSQL', (progress, note) => {
      progress('starting');
      note('4 migrations applied');
      return Promise.resolve();
    });
    const last = out.trim().split('\n').at(-1);
    expect(last).toMatch(/^ *✓ PostgreSQL 4 migrations applied, \d+\.\d s$/);
  });
});
