import { SignJWT, generateKeyPair } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IdentityProvider } from '../../../config.ts';
import { listAudit } from '../../../store/db/index.ts';
import { createBrowser } from '../../support/browser/cookieBrowser.ts';
import type { Browser, Visited } from '../../support/browser/cookieBrowser.ts';
import { startOidcStandIn } from '../../support/stand-ins/oidc.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { TOKENS, startServerInTest } from '../../support/servers/server.ts';
import type { ServerInTest } from '../../support/servers/server.ts';
import { useStarted } from '../../support/run/useStarted.ts';

const PUBLIC_URL = 'https://tripline.example';
const inTest = useDatabase();
let server: ServerInTest;

const standIn = useStarted(() => startOidcStandIn(PUBLIC_URL));
beforeAll(async () => {
  server = await serverWith([standIn.config()]);
});
afterAll(() => server.close());
beforeEach(() => (standIn.logoutsTo = server.url));

function serverWith(identityProviders: readonly IdentityProvider[]): Promise<ServerInTest> {
  return startServerInTest(inTest.database, { identityProviders, publicUrl: PUBLIC_URL });
}

/** Signs a person in whom the provider describes with these claims. */
async function signIn(
  subject: string,
  claims: Record<string, unknown>,
  { at = server, path = '/sign-in/stand-in', browser = createBrowser({ [PUBLIC_URL]: at.url }) } = {},
): Promise<{ readonly browser: Browser; readonly visited: Visited }> {
  standIn.people.set(subject, claims);
  standIn.account = subject;
  const stopAt = (url: string): boolean =>
    url.startsWith(PUBLIC_URL) && !url.startsWith(`${PUBLIC_URL}/sign-in/`);
  return { browser, visited: await browser.visit(PUBLIC_URL + path, { stopAt }) };
}

async function meOf(browser: Browser): Promise<{ status: number; json: Record<string, unknown> }> {
  const response = await browser.send(`${PUBLIC_URL}/api/v1/me`);
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

const refusals = async (fleetId = 'north') =>
  (await listAudit(inTest.db, { fleetId, action: 'sign_in.refused' })).items;

describe('a sign-in', () => {
  it.each([
    ['drivers', 'viewer'],
    ['leads', 'editor'],
    ['safety', 'admin'],
  ])('with the value %s has the role %s', async (value, role) => {
    const claims = {
      name: `Of ${value}`,
      email: `${value}@example.com`,
      email_verified: true,
      roles: [value],
    };
    const { browser, visited } = await signIn(`sub-${value}`, claims);
    expect(visited.status).toBe(302);
    expect(visited.headers.get('set-cookie')).toMatch(
      /^__Host-tripline_session=[\w-]{43};.*HttpOnly; Secure; SameSite=Lax/,
    );
    const { json } = await meOf(browser);
    expect(json).toMatchObject({
      kind: 'session',
      name: `Of ${value}`,
      fleets: [{ id: 'north', role }],
      user: { email: `${value}@example.com`, issuer: standIn.issuer },
    });
    const { items } = await listAudit(inTest.db, { fleetId: 'north', who: `Of ${value}` });
    expect(items).toMatchObject([{ action: 'user.signed_in', details: { issuer: standIn.issuer, role } }]);
  });

  it('takes the highest of several roles, and one whose claim is nested', async () => {
    const { browser } = await signIn('several', { roles: ['drivers', 'other', 'safety', 'leads'] });
    expect((await meOf(browser)).json).toMatchObject({ fleets: [{ role: 'admin' }] });
    const nested = await serverWith([standIn.config({ roleClaim: 'realm_access.roles' })]);
    const found = await signIn(
      'nested',
      { realm_access: { roles: ['leads'] }, roles: ['safety'] },
      { at: nested },
    );
    expect((await meOf(found.browser)).json).toMatchObject({ fleets: [{ role: 'editor' }] });
    await nested.close();
  });

  it('with no role opens nothing, takes back what an earlier one gave, and is audited', async () => {
    const before = await signIn('demoted', { roles: ['safety'] });
    const { visited } = await signIn('demoted', { roles: ['toString', 'constructor'] });
    expect(visited.status).toBe(403);
    expect(visited.text).toContain('gives you no role here');
    expect(visited.headers.getSetCookie().join()).not.toContain('__Host-tripline_session');
    expect((await meOf(before.browser)).status).toBe(401);
    expect(await refusals()).toContainEqual(
      expect.objectContaining({ who: 'tripline', subjectId: 'demoted', why: 'No claim names a role.' }),
    );
  });

  it('gives no fleet that the issuer does not list, and its own fleets’ audit logs say that it tried', async () => {
    const limited = await serverWith([standIn.config({ fleetClaim: 'fleets' })]);
    const { browser } = await signIn(
      'both',
      { roles: ['safety'], fleets: ['north', 'south', 'west'] },
      { at: limited },
    );
    expect((await meOf(browser)).json).toMatchObject({ fleets: [{ id: 'north' }] });
    expect((await browser.send(`${PUBLIC_URL}/api/v1/fleets/south/trips`)).status).toBe(404);
    const elsewhere = await signIn('elsewhere', { roles: ['safety'], fleets: ['south'] }, { at: limited });
    expect(elsewhere.visited.status).toBe(403);
    const why = 'The issuer may not grant every fleet that its claim names.';
    const noted = (await refusals()).filter((entry) => entry.why === why);
    expect(noted.map(({ subjectId, details }) => [subjectId, details])).toEqual([
      ['elsewhere', { issuer: standIn.issuer, fleets: ['south'] }],
      ['both', { issuer: standIn.issuer, fleets: ['south', 'west'] }],
    ]);
    expect(await refusals('south')).toEqual([]);
    await limited.close();
  });

  it('keeps no e-mail address that the provider did not verify', async () => {
    for (const [subject, email_verified] of [
      ['unverified', false],
      ['as-text', 'false'],
      ['unsaid', undefined],
    ] as const) {
      const { browser } = await signIn(subject, {
        email: `${subject}@example.com`,
        email_verified,
        roles: 'leads',
      });
      const { json } = await meOf(browser);
      expect(json['user']).toMatchObject({ name: subject });
      expect(JSON.stringify(json)).not.toContain('@example.com');
    }
  });

  it('has a new session id each time, and the earlier one of the browser ends', async () => {
    const { browser } = await signIn('twice', { roles: ['leads'] });
    const first = browser.cookie(PUBLIC_URL, '__Host-tripline_session');
    await signIn('twice', { roles: ['leads'] }, { browser });
    expect(browser.cookie(PUBLIC_URL, '__Host-tripline_session')).not.toBe(first);
    const earlier = await fetch(`${server.url}/api/v1/me`, {
      headers: { cookie: `__Host-tripline_session=${first}` },
    });
    expect(earlier.status).toBe(401);
  });

  it('goes where it began, and to no other server', async () => {
    const to = async (path: string): Promise<string> =>
      (
        await signIn(
          'goes',
          { roles: ['leads'] },
          { path: `/sign-in/stand-in?return_to=${encodeURIComponent(path)}` },
        )
      ).visited.url;
    expect(await to('/fleets/north/rules?state=live#top')).toBe(
      `${PUBLIC_URL}/fleets/north/rules?state=live#top`,
    );
    for (const path of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'javascript:1',
    ])
      expect(await to(path), path).toBe(`${PUBLIC_URL}/`);
  });
});

describe('an answer of the provider', () => {
  /** Signs in up to the callback, which is not loaded. */
  async function untilCallback(subject: string): Promise<{ browser: Browser; url: URL }> {
    standIn.people.set(subject, { roles: ['leads'] });
    standIn.account = subject;
    const browser = createBrowser({ [PUBLIC_URL]: server.url });
    const { url } = await browser.visit(`${PUBLIC_URL}/sign-in/stand-in`, {
      stopAt: (at) => at.startsWith(`${PUBLIC_URL}/sign-in/stand-in/callback`),
    });
    return { browser, url: new URL(url) };
  }
  const answered = async (browser: Browser, url: URL): Promise<number> =>
    (await browser.send(url.href)).status;

  it('works once', async () => {
    const { browser, url } = await untilCallback('replayed');
    expect(await answered(browser, url)).toBe(302);
    expect(await answered(browser, url)).toBe(403);
  });

  it('needs the state that began it', async () => {
    const { browser, url } = await untilCallback('wrong-state');
    const [wrong, none] = [new URL(url), new URL(url)];
    wrong.searchParams.set('state', 'another-state');
    none.searchParams.delete('state');
    for (const each of [wrong, none]) expect(await answered(browser, each)).toBe(403);
    expect((await meOf(browser)).status).toBe(401);
    expect(await answered(browser, url)).toBe(302);
  });

  it('works in the browser that began it alone', async () => {
    const { browser, url } = await untilCallback('stolen');
    const other = await untilCallback('victim');
    expect(await answered(createBrowser({ [PUBLIC_URL]: server.url }), url)).toBe(403);
    expect(await answered(other.browser, url)).toBe(403);
    expect(await answered(browser, url)).toBe(302);
  });

  it('with another’s code, of another issuer, or with an error signs nobody in', async () => {
    const { url: theirs } = await untilCallback('mallory');
    for (const [name, value] of [
      ['code', theirs.searchParams.get('code')!],
      ['iss', 'https://evil.example'],
      ['code', 'nonsense'],
    ] as const) {
      const { browser, url } = await untilCallback('ann');
      url.searchParams.set(name, value);
      expect(await answered(browser, url), name).toBe(403);
      expect((await meOf(browser)).status).toBe(401);
    }
    const { browser, url } = await untilCallback('declines');
    url.searchParams.delete('code');
    url.searchParams.set('error', 'access_denied');
    const page = await browser.send(url.href, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(403);
    expect(await page.text()).toContain('access_denied');
  });
});

describe('a provider that does not answer', () => {
  it('is a 503 until it is back; an admin’s service token signs in meanwhile', async () => {
    const away = await startOidcStandIn(PUBLIC_URL, 'away');
    const config = away.config();
    await away.close();
    const own = await serverWith([config]);
    const begin = () => fetch(`${own.url}/sign-in/away`, { redirect: 'manual' });
    expect((await begin()).status).toBe(503);
    const byToken = await fetch(`${own.url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: TOKENS.admin }),
    });
    expect(byToken.status).toBe(204);
    await own.close();
    expect(own.logged()).toContain('a sign-in failed');
    expect(own.logged()).not.toContain('planted-client-secret');
  });

  it('is none that is not configured', async () => {
    expect((await fetch(`${server.url}/sign-in/other`, { redirect: 'manual' })).status).toBe(404);
    const { items } = (await (await fetch(`${server.url}/sign-in/providers`)).json()) as { items: unknown };
    expect(items).toEqual([{ id: 'stand-in', name: 'Stand-in' }]);
  });
});

describe('back-channel logout', () => {
  it('of the provider ends the sessions of the browser that signed out there, and is audited', async () => {
    const claims = { name: 'Lea', roles: ['leads'] };
    const [here, there] = [await signIn('lea', claims), await signIn('lea', claims)];
    const page = await here.browser.send(`${standIn.issuer}/session/end`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.text())![1]!;
    await here.browser.send(`${standIn.issuer}/session/end/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    });
    await expect.poll(() => standIn.logoutAnswers).toEqual([200]);
    expect((await meOf(here.browser)).status).toBe(401);
    expect((await meOf(there.browser)).status).toBe(200);
    const { items } = await listAudit(inTest.db, { fleetId: 'north', who: 'Lea' });
    expect(items[0]).toMatchObject({ action: 'user.signed_out', why: 'Signed out at the issuer.' });
  });

  const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const own = () => ({
    iss: standIn.issuer,
    aud: standIn.clientId,
    sub: 'max',
    jti: `jti-${Math.random()}`,
    events: EVENTS,
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 120,
  });
  const post = async (token: string): Promise<number> => {
    const body = new URLSearchParams({ logout_token: token });
    return (await fetch(`${server.url}/sign-in/stand-in/backchannel-logout`, { method: 'POST', body }))
      .status;
  };

  it('takes a token that the provider signed, once', async () => {
    const { browser } = await signIn('max', { roles: ['leads'] });
    const token = await standIn.sign(own());
    expect(await post(token)).toBe(200);
    expect((await meOf(browser)).status).toBe(401);
    expect(await post(token)).toBe(400);
  });

  it('takes it again when it could not end what it asks for', async () => {
    const { browser } = await signIn('max', { roles: ['leads'] });
    const token = await standIn.sign(own());
    const refusing = sql`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'not now'; end $$`;
    await refusing.execute(inTest.db);
    await sql`create trigger refuse before delete on sessions execute function refuse()`.execute(inTest.db);
    try {
      expect(await post(token)).toBeGreaterThanOrEqual(500);
    } finally {
      await sql`drop function refuse() cascade`.execute(inTest.db);
    }
    expect((await meOf(browser)).status).toBe(200);
    expect(await post(token)).toBe(200);
    expect((await meOf(browser)).status).toBe(401);
  });

  it('takes no token that is forged, old, another’s, or no logout token', async () => {
    const { browser } = await signIn('max', { roles: ['leads'] });
    const now = Math.floor(Date.now() / 1000);
    const foreign = await generateKeyPair('RS256');
    const forged = (key: Parameters<SignJWT['sign']>[0], alg: string) =>
      new SignJWT(own()).setProtectedHeader({ alg, kid: 'stand-in', typ: 'logout+jwt' }).sign(key);
    const unsigned = [{ alg: 'none' }, own()].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const { jti: _jti, ...withoutJti } = own();
    const { sub: _sub, ...withoutSub } = own();
    const { iat: _iat, ...withoutIat } = own();
    const { events: _events, ...withoutEvents } = own();
    const refused: Record<string, string> = {
      'another key': await forged(foreign.privateKey, 'RS256'),
      'the client’s secret as the key': await forged(new TextEncoder().encode(standIn.clientSecret), 'HS256'),
      'no signature': `${unsigned.join('.')}.`,
      'another issuer': await standIn.sign({ ...own(), iss: 'https://evil.example' }),
      'another client': await standIn.sign({ ...own(), aud: 'another-client' }),
      'long ago': await standIn.sign({ ...own(), iat: now - 600 }),
      'of tomorrow': await standIn.sign({ ...own(), iat: now + 86_400 }),
      expired: await standIn.sign({ ...own(), exp: now - 120 }),
      'a nonce, as ID tokens have': await standIn.sign({ ...own(), nonce: 'n' }),
      'no event': await standIn.sign(withoutEvents),
      'another event': await standIn.sign({ ...own(), events: { other: {} } }),
      'an event that is no object': await standIn.sign({
        ...own(),
        events: { [Object.keys(EVENTS)[0]!]: 1 },
      }),
      'no jti': await standIn.sign(withoutJti),
      'no iat': await standIn.sign(withoutIat),
      'no subject and no session': await standIn.sign(withoutSub),
      nonsense: 'a.b.c',
      nothing: '',
    };
    for (const [what, token] of Object.entries(refused)) expect(await post(token), what).toBe(400);
    expect((await meOf(browser)).status).toBe(200);
  });
});
