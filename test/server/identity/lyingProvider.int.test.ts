import { generateKeyPair } from 'jose';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { listAudit } from '../../../store/db/index.ts';
import { skeletonOf } from '../../../store/identity/index.ts';
import { createBrowser } from '../../support/browser/cookieBrowser.ts';
import type { Browser } from '../../support/browser/cookieBrowser.ts';
import { startOidcLiar } from '../../support/stand-ins/oidcLiar.ts';
import type { Lie, Story } from '../../support/stand-ins/oidcLiar.ts';
import { seededRandom } from '../../support/run/seededRandom.ts';
import { startServerInTest } from '../../support/servers/server.ts';
import { useStarted } from '../../support/run/useStarted.ts';
import { useServer } from '../../support/servers/useServer.ts';

/**
 * Tests that a provider, whatever it answers, signs in and names only people that it may. It writes only into the audit logs of
 * its own fleets.
 */
const PUBLIC_URL = 'https://tripline.example';
const liar = useStarted(startOidcLiar);
const server = useServer(() => ({
  identityProviders: [liar.config({ fleetClaim: 'fleets', groupClaim: 'depots' })],
  publicUrl: PUBLIC_URL,
}));

const LEAD = { roles: ['leads'], fleets: ['north'] };

async function signIn(
  story: Story,
  { at = server, browser = createBrowser({ [PUBLIC_URL]: at.url }) } = {},
): Promise<{ readonly browser: Browser; readonly status: number; readonly text: string }> {
  liar.story = story;
  const stopAt = (url: string): boolean => url === `${PUBLIC_URL}/`;
  const { status, text } = await browser.visit(`${PUBLIC_URL}/sign-in/liar`, { stopAt });
  return { browser, status, text };
}
const meOf = (browser: Browser) => browser.send(`${PUBLIC_URL}/api/v1/me`);

describe('a token that is not to be trusted signs nobody in', () => {
  const page: Lie = (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
  const large: Lie = { json: { padding: 'x'.repeat(2_000_000) } };
  const keys = generateKeyPair('RS256');
  const now = Math.floor(Date.now() / 1000);
  const stories: Readonly<Record<string, () => Story | Promise<Story>>> = {
    'signed with a key of someone else': async () => ({
      signedWith: { key: (await keys).privateKey, alg: 'RS256', kid: 'first' },
    }),
    'signed with a key that nobody knows': async () => ({
      signedWith: { key: (await keys).privateKey, alg: 'RS256', kid: 'another' },
    }),
    'signed with the client’s own secret': () => ({
      signedWith: { key: new TextEncoder().encode('planted-secret-of-liar'), alg: 'HS256' },
    }),
    'of another issuer': () => ({ idToken: { iss: 'https://login.example.com' } }),
    'of no issuer': () => ({ idToken: { iss: undefined } }),
    'for another client': () => ({ idToken: { aud: 'another' } }),
    'for two clients, given to the other': () => ({ idToken: { aud: ['tripline', 'b'], azp: 'b' } }),
    'over since ten minutes': () => ({ idToken: { exp: now - 600 } }),
    'without an end': () => ({ idToken: { exp: undefined } }),
    'of tomorrow': () => ({ idToken: { nbf: now + 86_400 } }),
    'of another sign-in': () => ({ idToken: { nonce: 'another' } }),
    'of no sign-in': () => ({ idToken: { nonce: undefined } }),
    'of nobody': () => ({ idToken: { sub: undefined } }),
    'of a subject without letters': () => ({ idToken: { sub: ' \u200b' } }),
    'of a subject that no database holds': () => ({ idToken: { sub: 'a\u0000b' } }),
    'of half a character': () => ({ idToken: { sub: '\ud800' } }),
    'of a subject of 300 letters': () => ({ idToken: { sub: 's'.repeat(300) } }),
    'that is not there': () => ({ token: { json: { access_token: 'a', token_type: 'Bearer' } } }),
    'that is a page': () => ({ token: page }),
    'that is refused': () => ({ token: { status: 400, json: { error: 'invalid_client' } } }),
    'that fails': () => ({ token: { status: 502, json: {} } }),
    'that is larger than any': () => ({ token: large }),
    'with no keys to check it': () => ({ keySet: { json: { keys: [] } } }),
    'with a page for keys': () => ({ keySet: page }),
    'with more keys than fit': () => ({ keySet: large }),
  };
  it.each(Object.entries(stories))('%s', async (_what, tell) => {
    // Starts another server, because stored keys would verify the token.
    const own = await startServerInTest(server.database, {
      identityProviders: [liar.config()],
      publicUrl: PUBLIC_URL,
    });
    const story = await tell();
    const { browser, status } = await signIn(
      { ...story, idToken: { ...LEAD, ...story.idToken } },
      { at: own },
    );
    expect([403, 503]).toContain(status);
    expect((await meOf(browser)).status).toBe(401);
    // The next sign-in succeeds once the keys are fetched again.
    const honest = async () => (await signIn({ idToken: { ...LEAD, sub: 'honest' } }, { at: own })).status;
    await expect.poll(honest, { interval: 500 }).toBe(302);
    await own.close();
  });

  it.each([
    ['no page to sign in at', { authorization_endpoint: undefined }],
    ['a script in place of its page', { authorization_endpoint: 'javascript:alert(1)' }],
    ['a page that is no address', { authorization_endpoint: 'sign in here' }],
    ['no keys', { jwks_uri: undefined }],
    ['keys in a file', { jwks_uri: 'file:///etc/passwd' }],
    ['no place for codes', { token_endpoint: undefined }],
    ['lists where texts belong', { issuer: ['a'], jwks_uri: ['b'] }],
  ])('of a provider that has %s', async (_what, metadata) => {
    const own = await startServerInTest(server.database, {
      identityProviders: [liar.config()],
      publicUrl: PUBLIC_URL,
    });
    const { browser, status } = await signIn({ idToken: LEAD, metadata }, { at: own });
    expect([403, 503]).toContain(status);
    expect((await meOf(browser)).status).toBe(401);
    await own.close();
  });
});

describe('claims of any kind', () => {
  /** Texts and values that break code that trusts them. */
  const ODD: readonly unknown[] = [
    '',
    ' ',
    '\u0000',
    '\u202eann',
    '\ud800',
    'x'.repeat(5_000),
    'leads',
    'safety',
    'drivers',
    'north',
    'south',
    'tripline',
    'ann',
    'Аnn',
    'ann@example.com',
    'slack:U01',
    '__proto__',
    'constructor',
    "'; --",
    null,
    true,
    0,
    Number.POSITIVE_INFINITY,
    -1,
    [],
    {},
    [[]],
    ['leads'],
    ['drivers'],
    ['north', 'south'],
    [null],
    [' '],
    { leads: 1 },
    [{ name: 'leads' }],
    { toString: 1 },
    Array.from({ length: 3_000 }, (_, n) => `g${n}`),
  ];
  const CLAIMS = [
    'sub',
    'name',
    'given_name',
    'family_name',
    'preferred_username',
    'upn',
    'unique_name',
    'email',
    'sid',
    'email_verified',
    'roles',
    'fleets',
    'depots',
    'hasgroups',
    '_claim_names',
    '_claim_sources',
  ];

  it('sign in at most whom they may, under a name of their own, and leave other fleets alone', async () => {
    const random = seededRandom(20_260_401);
    const some = (): Record<string, unknown> =>
      Object.fromEntries(CLAIMS.filter(() => random.next() < 0.4).map((claim) => [claim, random.pick(ODD)]));
    const before = await listAudit(server.db, { fleetId: 'south' });
    let signedIn = 0;
    for (let n = 0; n < 150; n += 1) {
      const honest = random.next() < 0.6 ? { ...LEAD, sub: `person-${n % 40}` } : {};
      const idToken = { ...honest, ...some() };
      const story = { idToken, ...(random.next() < 0.6 && { userInfo: { json: { ...some(), ...honest } } }) };
      const { browser, status, text } = await signIn(story);
      const told = JSON.stringify(story);
      expect([302, 403, 503], `${told}\n${text}`).toContain(status);
      const me = await meOf(browser);
      expect(me.status, told).toBe(status === 302 ? 200 : 401);
      if (status !== 302) continue;
      signedIn += 1;
      expect(told).toMatch(/leads|safety|drivers/);
      const { user, fleets } = (await me.json()) as {
        readonly user: { readonly name: string; readonly email?: string };
        readonly fleets: readonly { readonly id: string; readonly groups?: readonly string[] }[];
      };
      expect(fleets.map(({ id }) => id)).toEqual(['north']);
      expect(user.name).toMatch(/[\p{L}\p{N}]/u);
      if (/@|^slack:|^tripline$|^ann$/i.test(user.name)) expect(user.name).toContain('127.0.0.1');
      if (user.email !== undefined) expect(told).toMatch(/"email_verified":(true|"true")/);
      for (const group of fleets[0]!.groups ?? []) expect(group).toMatch(/[\p{L}\p{N}]/u);
    }
    // The test would prove nothing if all were refused.
    expect(signedIn).toBeGreaterThan(20);
    expect(await listAudit(server.db, { fleetId: 'south' })).toEqual(before);
    const { rows } = await sql<{ name: string }>`select name from users`.execute(server.db);
    expect(new Set(rows.map(({ name }) => skeletonOf(name))).size).toBe(rows.length);
  });

  it('that name a fleet which the provider may not grant are noted in its own fleets’ audit logs', async () => {
    const fleets = ['north', 'south', ...Array.from({ length: 50 }, (_, n) => `fleet-${n}`)];
    expect((await signIn({ idToken: { ...LEAD, sub: 'greedy', fleets } })).status).toBe(302);
    const { items } = await listAudit(server.db, { fleetId: 'north', action: 'sign_in.refused' });
    expect(items[0]).toMatchObject({
      subjectId: 'greedy',
      why: expect.stringContaining('may not') as string,
    });
    expect((items[0]!.details as { fleets: unknown[] }).fleets).toHaveLength(10);
    expect((await listAudit(server.db, { fleetId: 'south' })).items).toEqual([]);
  });
});

describe('a name that looks like someone else’s', () => {
  it.each([
    ['has a letter of another alphabet', 'Аnn Smith'],
    ['has another alphabet’s letters alone', 'Воb'],
    ['has digits for letters', 'B0b'],
    ['has other spaces and marks', 'Ann\u00a0\u200dSmith.'],
    ['has accents', 'Ánn Smïth'],
    ['has wide letters', 'Ａｎｎ Smith'],
    ['is an address', 'boss@example.com'],
    ['is a wide address', 'boss＠example.com'],
    ['imitates the issuer of another', 'Ann Smith (of login.example.com)'],
    ['imitates another’s address', 'Ann Smith (ann@example.com)'],
    ['is a person of Slack', 'slack:U01ABCDEF'],
    ['is that of a service token', 'ANN'],
    ['is Tripline’s own', 'Тripline'],
  ])('%s, and is shown with its issuer', async (what, name) => {
    for (const [sub, real] of [
      ['real-ann', 'Ann Smith'],
      ['real-bob', 'Bob'],
    ])
      await signIn({ idToken: { ...LEAD, sub, name: real } });
    const email = 'mallory@example.com';
    const { browser } = await signIn({
      idToken: { ...LEAD, sub: what, name, ...(what !== 'has accents' && { email, email_verified: true }) },
    });
    const { name: shown } = (await (await meOf(browser)).json()) as { readonly name: string };
    // Two people with one name and issuer are distinguished by their verified addresses.
    expect(shown).toMatch(/ \((.*of 127\.0\.0\.1:\d+|mallory@example\.com)\)$/);
    expect(shown.startsWith('slack:')).toBe(false);
  });
});

describe('a logout token', () => {
  const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const claims = (more: object = {}) => ({
    iss: liar.issuer,
    aud: 'tripline',
    sub: 'leaving',
    jti: `jti-${Math.random()}`,
    events: EVENTS,
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 120,
    ...more,
  });
  const post = async (token: string, at = server): Promise<number> => {
    const body = new URLSearchParams({ logout_token: token });
    return (await fetch(`${at.url}/sign-in/liar/backchannel-logout`, { method: 'POST', body })).status;
  };

  it('that is signed with a key of a moment ago is accepted now, or when it is sent again', async () => {
    const { browser } = await signIn({ idToken: { ...LEAD, sub: 'leaving' } });
    expect(await post(await liar.sign(claims({ sub: 'someone' })))).toBe(200);
    await liar.rotate({ kid: 'second' });
    const token = await liar.sign(claims());
    await expect.poll(() => post(token), { interval: 500 }).toBe(200);
    expect((await meOf(browser)).status).toBe(401);
  });

  it('that is signed with a key which is not published yet is to be sent again', async () => {
    await liar.rotate({ kid: 'third', published: false });
    const token = await liar.sign(claims());
    expect(await post(token)).toBe(503);
    liar.publish();
    await expect.poll(() => post(token), { interval: 500 }).toBe(200);
  });

  it('that is signed with another key of the same name is accepted once the keys were fetched anew', async () => {
    const own = await startServerInTest(server.database, {
      identityProviders: [liar.config()],
      publicUrl: PUBLIC_URL,
    });
    expect(await post(await liar.sign(claims()), own)).toBe(200);
    await liar.rotate({ kid: 'third' });
    const token = await liar.sign(claims());
    await expect.poll(() => post(token, own), { interval: 500 }).toBe(200);
    // A sign-in with the new key is accepted as well.
    await liar.rotate({ kid: 'third' });
    const signedIn = async () => (await signIn({ idToken: { ...LEAD, sub: 'rotated' } }, { at: own })).status;
    await expect.poll(signedIn, { interval: 500 }).toBe(302);
    await own.close();
  });

  it('of a provider without names for keys is accepted', async () => {
    expect(await post(await liar.sign(claims(), {}))).toBe(200);
  });

  it('of texts that no database holds is refused', async () => {
    for (const more of [{ sub: 'a\u0000b' }, { sid: '\u0000' }, { sub: '\ud800' }, { jti: '\u0000' }])
      expect([200, 400], JSON.stringify(more)).toContain(await post(await liar.sign(claims(more))));
  });

  it('writes no audit log of a fleet that the provider may not grant any more', async () => {
    const both = await startServerInTest(server.database, {
      identityProviders: [liar.config({ fleets: ['north', 'south'] })],
      publicUrl: PUBLIC_URL,
    });
    await signIn({ idToken: { roles: ['leads'], sub: 'of-both' } }, { at: both });
    await both.close();
    expect(await post(await liar.sign(claims({ sub: 'of-both' })))).toBe(200);
    const actions = async (fleetId: string) =>
      (await listAudit(server.db, { fleetId })).items.map(({ action }) => action);
    expect((await actions('north'))[0]).toBe('user.signed_out');
    expect(await actions('south')).toEqual(['user.signed_in']);
  });
});

describe('a planted cookie', () => {
  it('of a sign-in that someone else began signs nobody in', async () => {
    liar.story = { idToken: { ...LEAD, sub: 'attacker' } };
    const attacker = createBrowser({ [PUBLIC_URL]: server.url });
    const { url } = await attacker.visit(`${PUBLIC_URL}/sign-in/liar`, {
      stopAt: (at) => at.startsWith(`${PUBLIC_URL}/sign-in/liar/callback`),
    });
    const [name, value] = [...attacker.cookies.get(server.url)!][0]!;
    expect(name).toBe('__Host-tripline_sign_in');
    // Cookies that another host of the domain, or an answer without TLS, may set.
    const planted = `tripline_sign_in=${value}; __host-tripline_sign_in=${value}`;
    const victim = await fetch(url.replace(PUBLIC_URL, server.url), {
      headers: { cookie: planted },
      redirect: 'manual',
    });
    expect(victim.status).toBe(403);
    expect((await attacker.send(url)).status).toBe(302);
    const session = attacker.cookie(PUBLIC_URL, '__Host-tripline_session')!;
    const asks = (cookie: string) => fetch(`${server.url}/api/v1/me`, { headers: { cookie } });
    expect((await asks(`tripline_session=${session}`)).status).toBe(401);
    expect((await asks(`__Host-tripline_session=${session}`)).status).toBe(200);
  });

  it('has no name behind TLS that anyone else could set, and keeps its plain one without', async () => {
    const { browser } = await signIn({ idToken: { ...LEAD, sub: 'careful' } });
    expect([...browser.cookies.get(server.url)!.keys()].sort()).toEqual([
      '__Host-tripline_session',
      '__Host-tripline_sign_in',
    ]);
    const plain = await startServerInTest(server.database, {
      identityProviders: [liar.config()],
      publicUrl: 'http://127.0.0.1:3000',
    });
    const begun = await fetch(`${plain.url}/sign-in/liar`, { redirect: 'manual' });
    expect(begun.headers.get('set-cookie')).toMatch(
      /^tripline_sign_in=[\w-]+; Max-Age=600; Path=\/; .*HttpOnly/,
    );
    await plain.close();
  });
});

describe('the page that signs a command line in', () => {
  it.each(['0', '99999', '65536', '080', '-1', '1e3', ''])('is refused for the port "%s"', async (port) => {
    const { browser } = await signIn({ idToken: { ...LEAD, sub: 'typing' } });
    const asked = (at: string) =>
      new URLSearchParams({
        redirect_uri: `http://127.0.0.1:${at}/callback`,
        code_challenge: 'c'.repeat(43),
        state: 's',
        name: 'laptop',
      }).toString();
    expect((await browser.send(`${PUBLIC_URL}/cli-login?${asked(port)}`)).status).toBe(400);
    expect((await browser.send(`${PUBLIC_URL}/cli-login?${asked('65535')}`)).status).toBe(200);
  });
});
