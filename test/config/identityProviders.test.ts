import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../config.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tripline-oidc-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ISSUER = {
  issuer: 'https://login.example.com/realms/one',
  clientId: 'tripline',
  clientSecret: '${OIDC_SECRET}',
  fleets: ['default'],
  roleClaim: 'groups',
  roles: { leads: 'editor' },
};
const SECRET = { OIDC_SECRET: 'planted-oidc-secret' };

function environment(content: unknown): Record<string, string> {
  const path = join(folder, 'oidc.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return { OIDC_FILE: path, ...SECRET };
}

function mistakesOf(content: unknown, more: Record<string, string> = {}): readonly string[] {
  try {
    readConfig({ ...environment(content), ...more });
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
}

describe('OIDC_FILE', () => {
  it('names providers, with an id and a name of their host where it gives none', () => {
    const { identityProviders } = readConfig(environment({ issuers: [ISSUER] }));
    expect(identityProviders).toEqual([
      {
        ...ISSUER,
        clientSecret: 'planted-oidc-secret',
        id: 'login-example-com',
        name: 'login.example.com',
        scope: 'profile email',
      },
    ]);
    expect(readConfig({}).identityProviders).toEqual([]);
  });

  it('is not read by a worker, which signs nobody in', () => {
    const production = {
      DATABASE_URL: 'postgres://x@y/z',
      TEMPORAL_ADDRESS: 'x:7233',
      ANALYTICS_BASE_URL: 'https://a.example',
      ANALYTICS_API_KEY: 'k',
      SLACK_BOT_TOKEN: 'off',
      SMTP_URL: 'off',
      OIDC_FILE: join(folder, 'none.json'),
    };
    expect(readConfig(production, 'worker').identityProviders).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['plain HTTP', { issuer: 'http://login.example.com' }, '/issuers/0/issuer: is not an https URL'],
    [
      'every tenant of Entra ID',
      { issuer: 'https://login.microsoftonline.com/common/v2.0' },
      '/issuers/0/issuer: is that of every tenant',
    ],
    ['an empty path to a claim', { roleClaim: [] }, '/issuers/0/roleClaim: is empty'],
    ['a number for a claim', { groupClaim: 7 }, '/issuers/0/groupClaim: is neither the name of a claim'],
    ['no URL', { issuer: 'login' }, '/issuers/0/issuer: is not an https URL'],
    [
      'an unknown role',
      { roles: { leads: 'owner' } },
      '/issuers/0/roles/leads: is not allowed: it must be one of viewer',
    ],
    ['no roles', { roles: {} }, '/issuers/0/roles: maps no value to a role'],
    ['no fleet', { fleets: [] }, '/issuers/0/fleets: names no fleet'],
    ['an unknown fleet', { fleets: ['default', 'south'] }, '/issuers/0/fleets/1: there is no fleet "south"'],
    ['no secret', { clientSecret: '' }, '/issuers/0/clientSecret: is empty'],
    ['an unknown field', { rolesClaim: 'x' }, '/issuers/0: has a field that is not known: "rolesClaim"'],
    ['an id that a route has', { id: 'once' }, '/issuers/0/id: is taken'],
    [
      'a missing variable',
      { clientSecret: '${NO_SUCH}' },
      'OIDC_FILE names ${NO_SUCH}, but that variable is not set',
    ],
  ])('with %s is refused, at its place', (_what, change, words) => {
    const mistakes = mistakesOf({ issuers: [{ ...ISSUER, ...change }] });
    expect(mistakes.join('\n')).toContain(words);
    expect(mistakes.join('\n')).not.toContain(SECRET.OIDC_SECRET);
  });

  it('takes claims as a list of names, because a client’s id may have dots', () => {
    const paths = { roleClaim: ['resource_access', 'fleet.example.com', 'roles'], groupClaim: ['depots'] };
    const issuer = 'https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0';
    const { identityProviders } = readConfig(environment({ issuers: [{ ...ISSUER, issuer, ...paths }] }));
    expect(identityProviders).toMatchObject([paths]);
  });

  it('may be http on this machine, and names each issuer and id once', () => {
    expect(mistakesOf({ issuers: [{ ...ISSUER, issuer: 'http://127.0.0.1:4000' }] })).toEqual([]);
    expect(mistakesOf({ issuers: [ISSUER, ISSUER] })).toEqual([
      'OIDC_FILE at /issuers/1/id: an earlier issuer has the same id.',
      'OIDC_FILE at /issuers/1/issuer: an earlier issuer has the same issuer.',
    ]);
    expect(mistakesOf('{')).toEqual([expect.stringContaining('it is not valid JSON')]);
  });
});
