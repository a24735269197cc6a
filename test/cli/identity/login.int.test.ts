import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  beginUserSession,
  createPersonalToken,
  listUserTokens,
  recordSignIn,
  setDisabled,
} from '../../../store/identity/index.ts';
import type { User } from '../../../store/identity/index.ts';
import { TOKENS } from '../../support/servers/server.ts';
import { createBrowser } from '../../support/browser/cookieBrowser.ts';
import type { Browser } from '../../support/browser/cookieBrowser.ts';
import { storeIncident } from '../../support/incidents/stored.ts';
import { useCommand } from '../../support/servers/useCommand.ts';
import { useServer } from '../../support/servers/useServer.ts';

const command = useCommand();
const ISSUER = 'https://id.example';
let user: User;
let browser: Browser;

const provider = {
  id: 'example',
  name: 'Example',
  issuer: ISSUER,
  clientId: 'c',
  clientSecret: 's',
  fleets: ['north'],
  roleClaim: 'roles',
  roles: { all: 'editor' as const },
  scope: 'profile',
};
const server = useServer({ identityProviders: [provider] });
beforeEach(async () => {
  const at = new Date();
  ({ user } = await recordSignIn(server.db, {
    issuer: ISSUER,
    subject: 'ann',
    name: 'Ann <Smith>',
    reservedNames: [],
    at,
    grants: [{ fleetId: 'north', role: 'editor' }],
  }));
  browser = createBrowser();
  const session = await beginUserSession(server.db, { userId: user.id, at });
  browser.cookies.set(server.url, new Map([['__Host-tripline_session', session]]));
  vi.stubEnv('XDG_CONFIG_HOME', join(command.folder, 'config'));
  vi.stubEnv('TRIPLINE_URL', server.url);
  vi.stubEnv('TRIPLINE_TOKEN', '');
});

/** Starts `tripline login` and returns the address that the browser opens; the command continues meanwhile. */
async function opening(): Promise<{
  readonly url: URL;
  readonly done: Promise<{ code: number; out: string }>;
}> {
  const opened = join(command.folder, 'opened');
  await mkdir(join(command.folder, 'bin'), { recursive: true });
  const opener = join(command.folder, 'bin', 'xdg-open');
  await writeFile(opener, `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`);
  await chmod(opener, 0o755);
  vi.stubEnv('PATH', `${join(command.folder, 'bin')}:${process.env['PATH'] ?? ''}`);
  const done = command.run('login');
  const read = () => readFile(opened, 'utf8').catch(() => '');
  await expect.poll(read).toContain('code_challenge=');
  return { url: new URL(await read()), done };
}

/** Sends the page's form with this answer. @returns the redirect's target */
async function answered(url: URL, answer: string, change: Record<string, string> = {}): Promise<Response> {
  const page = await browser.visit(url.href);
  const hidden = [...page.text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const fields = Object.fromEntries(hidden.map(([, name, value]) => [name!, value!]));
  return browser.send(`${server.url}/cli-login`, {
    method: 'POST',
    headers: { origin: server.url },
    body: new URLSearchParams({ ...fields, fleet: 'north', answer, ...change }),
  });
}

const stored = () => join(command.folder, 'config', 'tripline', 'contexts.json');

it('signs in by the browser, keeps the token for its owner’s eyes, and signs out at the server too', async () => {
  const { url, done } = await opening();
  const page = await browser.visit(url.href);
  expect(page.text).toContain('Ann &lt;Smith&gt;');
  expect(page.headers.get('content-security-policy')).toMatch(
    /default-src 'none'.*form-action 'self' http:\/\/127\.0\.0\.1:\d+;/,
  );
  // With `no-referrer`, browsers send a form's Origin as `null`.
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  expect(page.text).toContain('<meta name="referrer" content="same-origin">');
  const back = await answered(url, 'allow');
  expect(back.status).toBe(303);
  const callback = back.headers.get('location')!;
  expect(callback.startsWith(url.searchParams.get('redirect_uri')!)).toBe(true);
  const wrong = new URL(callback);
  wrong.searchParams.set('state', 'another');
  expect((await fetch(wrong)).status).toBe(404);
  expect(await (await fetch(callback)).text()).toContain('Signed in');
  const { code, out } = await done;
  expect([code, out]).toEqual([0, expect.stringContaining('as Ann <Smith> (editor of fleet north)')]);
  const text = await readFile(stored(), 'utf8');
  const token = /tlp_[\w-]{43}/.exec(text)![0];
  expect(out).not.toContain(token);
  expect((await stat(stored())).mode & 0o777).toBe(0o600);
  vi.stubEnv('TRIPLINE_URL', '');
  vi.stubEnv('TRIPLINE_TOKEN', '');
  expect((await command.run('whoami')).out).toContain(`Ann <Smith> at ${server.url}: editor of fleet north`);
  vi.stubEnv('TRIPLINE_URL', '');
  vi.stubEnv('TRIPLINE_TOKEN', '');
  expect((await command.run('silences', 'list')).out).toContain('No active silences.');
  vi.stubEnv('TRIPLINE_TOKEN', TOKENS.admin);
  vi.stubEnv('TRIPLINE_URL', server.url);
  expect((await command.run('whoami')).out).toContain('ann at');
  vi.stubEnv('TRIPLINE_TOKEN', '');
  expect((await command.run('logout')).out).toContain('The token is deleted.');
  expect((await listUserTokens(server.db, { userId: user.id })).items).toEqual([]);
  vi.stubEnv('TRIPLINE_TOKEN', '');
  expect(await command.run('whoami')).toMatchObject({
    code: 2,
    out: expect.stringContaining('run tripline login') as string,
  });
});

it('with a personal token, its person answers, not the user of this machine', async () => {
  const incident = await storeIncident(server.db);
  const made = await createPersonalToken(server.db, {
    fleetId: 'north',
    userId: user.id,
    name: 'laptop',
    role: 'editor',
    who: user.name,
    at: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
  });
  vi.stubEnv('TRIPLINE_TOKEN', made!.token);
  const acknowledged = await command.run('incidents', 'acknowledge', incident.id, '--fleet', 'north');
  expect([acknowledged.code, acknowledged.out]).toEqual([0, expect.stringContaining('Ann <Smith>')]);
  const as = await command.run(
    'incidents',
    'note',
    incident.id,
    '--note',
    'x',
    '--by',
    'Bob',
    '--fleet',
    'north',
  );
  expect([as.code, as.out]).toEqual([2, expect.stringContaining('must be absent or “Ann <Smith>”')]);
});

it('that is denied ends with 2, and stores nothing', async () => {
  const { url, done } = await opening();
  const back = await answered(url, 'deny');
  await fetch(back.headers.get('location')!);
  expect(await done).toMatchObject({
    code: 2,
    out: expect.stringContaining('denied in the browser') as string,
  });
  await expect(stat(stored())).rejects.toThrow();
});

it('takes a token from the standard input, without a browser', async () => {
  const { PassThrough } = await import('node:stream');
  const input = new PassThrough();
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as never);
  input.end(`${TOKENS.editor}\n`);
  expect((await command.run('login', '--token')).out).toContain('as ed (editor of fleet north)');
  vi.stubEnv('TRIPLINE_TOKEN', '');
  expect((await command.run('logout')).out).toContain('The token itself stays valid.');
});

it('the page needs a session, its form a CSRF token and our Origin, and it leads to this machine alone', async () => {
  const wanted = (change: Record<string, string> = {}) =>
    new URL(
      `${server.url}/cli-login?${new URLSearchParams({
        redirect_uri: 'http://127.0.0.1:4999/callback',
        code_challenge: 'A'.repeat(43),
        state: 's',
        name: 'laptop',
        ...change,
      }).toString()}`,
    );
  const signedOut = await fetch(wanted(), { redirect: 'manual' });
  expect(signedOut.status).toBe(302);
  const target = new URL(signedOut.headers.get('location')!, server.url);
  expect(target.pathname).toBe('/sign-in/example');
  expect(target.searchParams.get('return_to')).toBe(wanted().pathname + wanted().search);
  for (const redirect_uri of [
    'https://evil.example/callback',
    'http://127.0.0.1.evil.example:80/callback',
    'http://127.0.0.1:80@evil.example/callback',
    'http://127.0.0.1:4999/elsewhere',
  ]) {
    expect((await browser.send(wanted({ redirect_uri }).href)).status).toBe(400);
    expect((await answered(wanted(), 'allow', { redirect_uri })).status).toBe(400);
  }
  expect((await answered(wanted(), 'allow', { csrf_token: 'wrong' })).status).toBe(403);
  expect((await answered(wanted(), 'allow', { fleet: 'south' })).status).toBe(404);
  const foreign = await browser.send(`${server.url}/cli-login`, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
    body: new URLSearchParams({
      ...Object.fromEntries(wanted().searchParams),
      fleet: 'north',
      answer: 'allow',
      csrf_token: 'x',
    }),
  });
  expect(foreign.status).toBe(403);
});

it('a code is worth nothing without its verifier, twice, or once its person may do nothing', async () => {
  const { createHash } = await import('node:crypto');
  const verifier = 'v'.repeat(43);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const url = new URL(
    `${server.url}/cli-login?${new URLSearchParams({
      redirect_uri: 'http://127.0.0.1:4999/callback',
      code_challenge: challenge,
      state: 's',
      name: 'laptop',
    }).toString()}`,
  );
  const code = async (): Promise<string> =>
    new URL((await answered(url, 'allow')).headers.get('location')!).searchParams.get('code')!;
  const exchange = async (body: object): Promise<number> =>
    (
      await fetch(`${server.url}/cli-login/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).status;
  const one = await code();
  expect(await exchange({ code: one, code_verifier: 'w'.repeat(43) })).toBe(400);
  expect(await exchange({ code: one, code_verifier: verifier })).toBe(400);
  const two = await code();
  expect(await exchange({ code: two, code_verifier: verifier })).toBe(200);
  expect(await exchange({ code: two, code_verifier: verifier })).toBe(400);
  const three = await code();
  const ruling = { fleetId: 'north', id: user.id, who: 'ann', at: new Date() };
  await setDisabled(server.db, { ...ruling, isDisabled: true });
  expect(await exchange({ code: three, code_verifier: verifier })).toBe(403);
  await setDisabled(server.db, { ...ruling, isDisabled: false });
});
