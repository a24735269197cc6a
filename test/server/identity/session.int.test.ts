import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import type { IdentityProvider } from '../../../config.ts';
import { SANDBOX_ISSUER } from '../../../server/access/index.ts';
import { listAudit } from '../../../store/db/index.ts';
import { beginUserSession, recordSignIn, setDisabled, storeCode } from '../../../store/identity/index.ts';
import { recordEverything } from '../records.ts';
import { FLEETS, TOKENS, startServerInTest } from '../../support/servers/server.ts';
import { useServer } from '../../support/servers/useServer.ts';

const PROVIDER: IdentityProvider = {
  id: 'example',
  name: 'Example',
  issuer: 'https://id.example',
  clientId: 'c',
  clientSecret: 's',
  fleets: ['north'],
  roleClaim: 'roles',
  roles: { all: 'viewer' },
  scope: 'profile',
};
const PUBLIC_URL = 'https://tripline.example';
let incidentId: string;
const server = useServer({ identityProviders: [PROVIDER] });
beforeAll(async () => {
  ({ incidentId } = await recordEverything(server.db, 'north'));
});

type Role = 'viewer' | 'editor' | 'admin';
let people = 0;

/** Signs in a person with a role in `north`. @returns the session */
async function session(role: Role, name = `Person ${(people += 1)}`, issuer = PROVIDER.issuer) {
  const at = new Date();
  const { user } = await recordSignIn(server.db, {
    issuer,
    subject: name,
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
    grants: [{ fleetId: 'north', role }],
    reservedNames: [],
    at,
  });
  const id = await beginUserSession(server.db, { userId: user.id, at });
  const me = await get('/api/v1/me', { cookie: `__Host-tripline_session=${id}` });
  return { user, id, cookie: `__Host-tripline_session=${id}`, csrf: String(me.json['csrf_token']) };
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Record<string, unknown>;
}
async function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    json: (isJson ? JSON.parse(text) : { text }) as Record<string, unknown>,
  };
}
const get = (path: string, headers: Record<string, string> = {}) => send('GET', path, headers);
const north = (path: string): string => `/api/v1/fleets/north${path}`;
const changing = ({ cookie, csrf }: { cookie: string; csrf: string }) => ({
  cookie,
  'x-csrf-token': csrf,
  origin: PUBLIC_URL,
});
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const SILENCE = { id: 'roadworks', reason: 'Roadworks', until: '2099-01-01T00:00:00Z' };

describe('a session', () => {
  it('opens the fleets of its person as their role, and no other fleet', async () => {
    const { cookie, user } = await session('viewer', 'Vera');
    expect((await get(north('/trips'), { cookie })).status).toBe(200);
    expect((await get('/api/v1/fleets/south/trips', { cookie })).status).toBe(404);
    expect((await get('/api/v1/fleets/west/trips', { cookie })).status).toBe(404);
    const me = await get('/api/v1/me', { cookie });
    expect(me.json).toMatchObject({
      kind: 'session',
      name: 'Vera',
      sandbox: false,
      user: { id: user.id, name: 'Vera', email: 'vera@example.com', issuer: PROVIDER.issuer },
      fleets: [{ id: 'north', name: 'North', timezone: 'Europe/Berlin', language: 'en', role: 'viewer' }],
    });
    expect(JSON.stringify(me.json)).not.toContain(cookie.split('=')[1]);
  });

  it('is refused beside a bearer token, whatever both open', async () => {
    const { cookie } = await session('admin');
    for (const token of [TOKENS.admin, 'wrong-token'])
      for (const path of [north('/trips'), '/api/v1/me'])
        expect((await get(path, { cookie, ...bearer(token) })).status).toBe(400);
  });

  it('changes nothing without its CSRF token and our own Origin; a bearer token needs neither', async () => {
    const own = await session('editor');
    const other = await session('editor');
    const headers = changing(own);
    const attempts: Record<string, string>[] = [
      { cookie: own.cookie },
      { cookie: own.cookie, origin: PUBLIC_URL },
      { cookie: own.cookie, 'x-csrf-token': own.csrf },
      { ...headers, 'x-csrf-token': other.csrf },
      { ...headers, 'x-csrf-token': '' },
      { ...headers, origin: 'https://evil.example' },
      { ...headers, origin: 'null' },
      { ...headers, origin: `${PUBLIC_URL}.evil.example` },
    ];
    for (const attempt of attempts) {
      const refused = await send('POST', north('/silences'), attempt, SILENCE);
      expect(refused.status, JSON.stringify(attempt)).toBe(403);
      expect(String(refused.json['detail'])).toMatch(/CSRF|Origin/);
    }
    expect((await send('POST', north('/silences'), headers, SILENCE)).status).toBe(200);
    const byToken = { ...SILENCE, id: 'by-token' };
    expect((await send('POST', north('/silences'), bearer(TOKENS.editor), byToken)).status).toBe(200);
  });

  it('that is wrong, doubled or over is 401, and its cookie is cleared', async () => {
    const { id, cookie } = await session('viewer');
    const wrong = [
      `__Host-tripline_session=${'A'.repeat(43)}`,
      '__Host-tripline_session=nonsense',
      '__Host-tripline_session=',
      `${cookie}; __Host-tripline_session=${id}`,
    ];
    for (const each of wrong) {
      const answer = await get(north('/trips'), { cookie: each });
      expect(answer.status, each).toBe(401);
      expect(answer.headers.get('set-cookie')).toMatch(
        /^__Host-tripline_session=;.*Expires=Thu, 01 Jan 1970/,
      );
    }
    expect((await get(north('/trips'), { cookie })).status).toBe(200);
  });

  it('ends at once when its person is disabled, or their issuer may not grant the fleet any more', async () => {
    const { user, cookie } = await session('viewer');
    const ruling = { fleetId: 'north', id: user.id, isDisabled: true, who: 'ann', at: new Date() };
    await setDisabled(server.db, ruling);
    expect((await get(north('/trips'), { cookie })).status).toBe(401);
    const stranger = await session('admin', 'Stranger', 'https://not-configured.example');
    expect((await get(north('/trips'), { cookie: stranger.cookie })).status).toBe(401);
    const sandbox = await session('admin', 'Sandy', SANDBOX_ISSUER);
    expect((await get(north('/trips'), { cookie: sandbox.cookie })).status).toBe(401);
  });

  it('signs out here, or everywhere', async () => {
    const one = await session('viewer', 'Olga');
    const two = await session('viewer', 'Olga');
    const out = await send('DELETE', '/session', changing(one));
    expect(out.status).toBe(204);
    expect(out.headers.get('set-cookie')).toMatch(/^__Host-tripline_session=;/);
    expect((await get('/api/v1/me', { cookie: one.cookie })).status).toBe(401);
    expect((await send('DELETE', '/session', { cookie: two.cookie, origin: PUBLIC_URL })).status).toBe(403);
    const three = await session('viewer', 'Olga');
    expect((await send('DELETE', '/api/v1/me/sessions', changing(two))).status).toBe(204);
    for (const { cookie } of [two, three]) expect((await get('/api/v1/me', { cookie })).status).toBe(401);
  });

  it('has tries of wrong ones counted, and a right one let in whatever others try', async () => {
    const braked = await startServerInTest(server.database, { identityProviders: [PROVIDER] });
    const { cookie } = await session('viewer');
    const statuses = new Set<number>();
    for (let index = 0; index < 310; index += 1) {
      const wrong = { cookie: `__Host-tripline_session=${'B'.repeat(43)}` };
      statuses.add((await fetch(`${braked.url}/api/v1/me`, { headers: wrong })).status);
    }
    expect([...statuses]).toEqual([401, 429]);
    expect((await fetch(`${braked.url}/api/v1/me`, { headers: { cookie } })).status).toBe(200);
    await braked.close();
  });
});

describe('an admin’s service token', () => {
  const sessionOf = (answer: Answer): string => answer.headers.get('set-cookie')!.split(';')[0]!;

  it('signs in without a provider, is audited, and acts in the token’s name', async () => {
    const answer = await send('POST', '/session', { origin: PUBLIC_URL }, { token: TOKENS.admin });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; Secure; SameSite=Lax/);
    const me = await get('/api/v1/me', { cookie: sessionOf(answer) });
    expect(me.json).toMatchObject({ kind: 'session', name: 'ann', fleets: [{ id: 'north', role: 'admin' }] });
    expect(me.json['user']).toBeUndefined();
    const { items } = await listAudit(server.db, { fleetId: 'north', action: 'service_token.signed_in' });
    expect(items[0]).toMatchObject({ who: 'ann' });
  });

  it('is the only kind that does: others are 403, wrong ones 401, and so is another site’s page', async () => {
    for (const token of [TOKENS.viewer, TOKENS.editor, TOKENS.east])
      expect((await send('POST', '/session', {}, { token })).status).toBe(403);
    for (const token of ['wrong-token', TOKENS.webhook])
      expect((await send('POST', '/session', {}, { token })).status).toBe(401);
    const foreign = { origin: 'https://evil.example' };
    expect((await send('POST', '/session', foreign, { token: TOKENS.admin })).status).toBe(403);
    expect((await send('POST', '/session', {}, { tokens: 1 })).status).toBe(422);
  });

  it('has no session any more when it is removed, changed, or no admin’s', async () => {
    const cookie = sessionOf(await send('POST', '/session', {}, { token: TOKENS.admin }));
    const [fleet, south] = FLEETS;
    const others = (apiTokens: (typeof FLEETS)[0]['apiTokens']) =>
      startServerInTest(server.database, { fleets: [{ ...fleet!, apiTokens }, south!] });
    for (const apiTokens of [
      [],
      [{ role: 'admin', name: 'ann', token: 'planted-other-token' } as const],
      [{ role: 'editor', name: 'ann', token: TOKENS.admin } as const],
    ]) {
      const changed = await others(apiTokens);
      expect((await fetch(`${changed.url}/api/v1/me`, { headers: { cookie } })).status).toBe(401);
      await changed.close();
    }
    expect((await get('/api/v1/me', { cookie })).status).toBe(200);
  });

  it('leaves no session behind that its browser forgot', async () => {
    const cookie = sessionOf(await send('POST', '/session', {}, { token: TOKENS.admin }));
    const again = await send('POST', '/session', { cookie }, { token: TOKENS.admin });
    expect(sessionOf(again)).not.toBe(cookie);
    expect((await get('/api/v1/me', { cookie })).status).toBe(401);
  });
});

describe('who acts', () => {
  const path = (): string => north(`/incidents/${incidentId}/acknowledge`);

  it('is the person of a session: `by` is absent or their name, and the timeline and audit log name them', async () => {
    const paula = await session('admin', 'Paula');
    const other = await send('POST', path(), changing(paula), { by: 'Ann' });
    expect(other.status).toBe(422);
    expect(other.json['errors']).toMatchObject([{ pointer: '/by', allowed: ['Paula'] }]);
    const answer = await send('POST', path(), changing(paula), {});
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ state: 'acknowledged', acknowledged_by: 'Paula' });
    expect((await send('POST', path(), changing(paula), { by: 'Paula' })).status).toBe(200);
    const silence = { ...SILENCE, id: 'by-paula' };
    expect((await send('POST', north('/silences'), changing(paula), { ...silence, by: 'Ann' })).status).toBe(
      422,
    );
    const created = await send('POST', north('/silences'), changing(paula), silence);
    expect(created.json).toMatchObject({ created_by: 'Paula' });
    const { items } = await listAudit(server.db, { fleetId: 'north', who: 'Paula' });
    const entries = items.map(({ action, by }) => [action, by]);
    expect(entries).toContainEqual(['silence.created', null]);
    expect(entries).toContainEqual(['incident.acknowledged', 'Paula']);
  });

  it('has to be named by a service token where it matters', async () => {
    const { json, status } = await send('POST', path(), bearer(TOKENS.editor), {});
    expect(status).toBe(422);
    expect(json['errors']).toMatchObject([{ pointer: '/by' }]);
    const notes = north(`/incidents/${incidentId}/notes`);
    const named = await send('POST', notes, bearer(TOKENS.editor), { by: 'Bob', note: 'On my way.' });
    expect(named.status).toBe(200);
    const { items } = await listAudit(server.db, { fleetId: 'north', who: 'ed' });
    expect(items[0]).toMatchObject({ by: 'Bob' });
  });
});

describe('personal tokens', () => {
  const tokens = '/api/v1/me/tokens';
  const asked = { name: 'laptop', fleet: 'north', expires_in_days: 30 };

  it('are made in a session, shown once, and open the fleet as their owner', async () => {
    const erik = await session('editor', 'Erik');
    const made = await send('POST', tokens, changing(erik), asked);
    expect(made.status).toBe(200);
    const token = String(made.json['token']);
    expect(token).toMatch(/^tlp_[\w-]{43}$/);
    expect(made.json).toMatchObject({ role: 'editor' });
    const me = await get('/api/v1/me', bearer(token));
    expect(me.json).toMatchObject({ kind: 'personal_token', name: 'Erik', fleets: [{ id: 'north' }] });
    expect(me.json['csrf_token']).toBeUndefined();
    const list = await get(tokens, { cookie: erik.cookie });
    expect(list.json['items']).toMatchObject([{ name: 'laptop', fleet: 'north', role: 'editor' }]);
    expect(JSON.stringify(list.json)).not.toContain(token);
    expect((await send('POST', tokens, bearer(token), asked)).status).toBe(403);
    expect(
      (await send('POST', north('/silences'), bearer(token), { ...SILENCE, id: 'erik' })).json,
    ).toMatchObject({
      created_by: 'Erik',
    });
    expect(server.logged()).not.toContain(token);
    const gone = await send('DELETE', `${tokens}/${String(made.json['id'])}`, changing(erik));
    expect(gone.status).toBe(204);
    expect((await get('/api/v1/me', bearer(token))).status).toBe(401);
  });

  it('are refused beyond their owner: role, fleet, days, and without a person', async () => {
    const erik = await session('editor', 'Erik');
    const post = (body: object) => send('POST', tokens, changing(erik), body);
    expect((await post({ ...asked, role: 'admin' })).status).toBe(422);
    expect((await post({ ...asked, expires_in_days: 91 })).status).toBe(422);
    expect((await post({ ...asked, fleet: 'south' })).status).toBe(404);
    expect((await send('POST', tokens, bearer(TOKENS.admin), asked)).status).toBe(403);
    expect((await get(tokens, bearer(TOKENS.admin))).status).toBe(403);
  });

  it('and users are listed and ended by an admin of the fleet', async () => {
    const erik = await session('editor', 'Erik');
    const made = await send('POST', tokens, changing(erik), asked);
    const token = String(made.json['token']);
    const listed = (await get(north('/tokens'), bearer(TOKENS.admin))).json['items'] as Record<
      string,
      unknown
    >[];
    expect(listed).toContainEqual(
      expect.objectContaining({ kind: 'service_token', name: 'eve', groups: ['east'] }),
    );
    expect(listed).toContainEqual(expect.objectContaining({ kind: 'personal_token', owner: 'Erik' }));
    expect(JSON.stringify(listed)).not.toMatch(/planted-|tlp_/);
    expect((await get(north('/users'), bearer(TOKENS.editor))).status).toBe(403);
    const users = (await get(north('/users'), bearer(TOKENS.admin))).json['items'] as Record<
      string,
      unknown
    >[];
    expect(users).toContainEqual(expect.objectContaining({ name: 'Erik', role: 'editor', state: 'active' }));
    const act = (what: string, fleet = 'north', by: string = TOKENS.admin) =>
      send('POST', `/api/v1/fleets/${fleet}/users/${erik.user.id}/${what}`, bearer(by), { why: 'A test.' });
    expect((await act('disable', 'south', TOKENS.southAdmin)).status).toBe(404);
    expect((await act('sign-out')).status).toBe(200);
    expect((await get('/api/v1/me', { cookie: erik.cookie })).status).toBe(401);
    expect((await get('/api/v1/me', bearer(token))).status).toBe(200);
    const ada = await session('admin', 'Ada');
    const self = north(`/users/${ada.user.id}/disable`);
    expect((await send('POST', self, changing(ada), { why: 'A slip.' })).status).toBe(409);
    expect((await get('/api/v1/me', { cookie: ada.cookie })).status).toBe(200);
    expect((await act('disable')).json).toMatchObject({ state: 'disabled' });
    expect((await get('/api/v1/me', bearer(token))).status).toBe(401);
    expect((await act('enable')).json).toMatchObject({ state: 'active' });
    expect((await get('/api/v1/me', bearer(token))).status).toBe(200);
    const path = north(`/tokens/${String(made.json['id'])}`);
    expect((await send('DELETE', path, bearer(TOKENS.admin))).status).toBe(200);
    expect((await get('/api/v1/me', bearer(token))).status).toBe(401);
  });
});

describe('the one-time link of `tripline dev`', () => {
  const link = async (base: string, headers: Record<string, string> = {}): Promise<Response> => {
    const at = new Date();
    const code = await storeCode(server.db, {
      purpose: 'dev',
      at,
      expiresAt: new Date(at.getTime() + 60_000),
    });
    return fetch(`${base}/sign-in/once/${code}`, { redirect: 'manual', headers });
  };

  it('signs in as the sandbox’s admin, once', async () => {
    const sandbox = await startServerInTest(server.database, {
      sandbox: true,
      publicUrl: 'http://127.0.0.1:3000',
    });
    const answer = await link(sandbox.url);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/');
    const set = answer.headers.get('set-cookie')!;
    expect(set).toContain('HttpOnly');
    expect(set).not.toContain('Secure');
    const me = await fetch(`${sandbox.url}/api/v1/me`, { headers: { cookie: set.split(';')[0]! } });
    expect(await me.json()).toMatchObject({
      name: 'Sandbox admin',
      sandbox: true,
      fleets: [{ role: 'admin' }, {}],
    });
    expect((await fetch(answer.url, { redirect: 'manual' })).status).toBe(404);
    await sandbox.close();
  });

  it('says that its user is disabled, and signs nobody in', async () => {
    const sandbox = await startServerInTest(server.database, { sandbox: true });
    const me = await fetch(`${sandbox.url}/api/v1/me`, {
      headers: { cookie: (await link(sandbox.url)).headers.get('set-cookie')!.split(';')[0]! },
    });
    const { id } = ((await me.json()) as { user: { id: string } }).user;
    const rule = { id, who: 'ann', at: new Date() };
    for (const fleetId of ['north', 'south'])
      await setDisabled(server.db, { ...rule, fleetId, isDisabled: true });
    const refused = await link(sandbox.url, { accept: 'application/json' });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('set-cookie')).toBeNull();
    expect(await refused.text()).toContain(`/users/${id}/enable`);
    await setDisabled(server.db, { ...rule, fleetId: 'north', isDisabled: false });
    expect((await link(sandbox.url)).status).toBe(302);
    await setDisabled(server.db, { ...rule, fleetId: 'south', isDisabled: false });
    await sandbox.close();
  });

  it('works by an address of this machine alone, whatever name leads here', async () => {
    const sandbox = await startServerInTest(server.database, { sandbox: true });
    const at = new Date();
    const code = await storeCode(server.db, {
      purpose: 'dev',
      at,
      expiresAt: new Date(at.getTime() + 60_000),
    });
    const from = (host: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const { port } = sandbox;
        request({ host: '127.0.0.1', port, path: `/sign-in/once/${code}`, headers: { host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        })
          .on('error', reject)
          .end();
      });
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:3000', '10.0.0.1'])
      expect(await from(host), host).toBe(403);
    expect(await from(`localhost:${sandbox.port}`)).toBe(302);
    await sandbox.close();
  });

  it('signs in by the first admin’s service token where a service is configured, once', async () => {
    const at = new Date();
    const expiresAt = new Date(at.getTime() + 60_000);
    const code = await storeCode(server.db, { purpose: 'dev', at, expiresAt });
    const open = (): Promise<Response> => fetch(`${server.url}/sign-in/once/${code}`, { redirect: 'manual' });
    const answer = await open();
    expect(answer.status).toBe(302);
    const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
    const me = (await (await fetch(`${server.url}/api/v1/me`, { headers: { cookie } })).json()) as object;
    expect(me).toMatchObject({ sandbox: false, fleets: [{ id: 'north', role: 'admin' }] });
    expect(me).not.toHaveProperty('user');
    const again = await open();
    expect([again.status, again.headers.get('set-cookie')]).toEqual([404, null]);
    const audit = await server.api('GET', '/audit?action=service_token.signed_in');
    expect((audit.json['items'] as unknown[]).length).toBeGreaterThan(0);
    expect(server.logged()).not.toContain(code);
  });
});
