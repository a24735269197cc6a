import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { IdentityProvider } from '../../../config.ts';
import { TOKENS, startServerInTest } from '../../support/servers/server.ts';
import type { ServerInTest } from '../../support/servers/server.ts';
import { createBrowser } from '../../support/browser/cookieBrowser.ts';
import { startOidcLiar } from '../../support/stand-ins/oidcLiar.ts';
import type { Lie, Story } from '../../support/stand-ins/oidcLiar.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { useStarted } from '../../support/run/useStarted.ts';

/** Tests answers of identity providers that public reports describe. */
const PUBLIC_URL = 'https://tripline.example';
const inTest = useDatabase();
const liar = useStarted(() => startOidcLiar('/realms/one'));

interface Outcome {
  readonly status: number;
  readonly text: string;
  readonly name?: unknown;
  readonly email?: unknown;
  readonly role?: unknown;
  readonly groups?: unknown;
}

let people = 0;
/** Returns the outcome of a sign-in for which the provider answers as in the story. */
async function signedIn(story: Story, more: Partial<IdentityProvider> | undefined = {}): Promise<Outcome> {
  people += 1;
  liar.story = { ...story, idToken: { sub: `sub-${people}`, ...story.idToken } };
  const server = await startServerInTest(inTest.database, {
    identityProviders: [liar.config(more)],
    publicUrl: PUBLIC_URL,
  });
  try {
    return await visited(server);
  } finally {
    await server.close();
  }
}

async function visited(server: ServerInTest): Promise<Outcome> {
  const browser = createBrowser({ [PUBLIC_URL]: server.url });
  const stopAt = (url: string): boolean => url === `${PUBLIC_URL}/`;
  const { status, text } = await browser.visit(`${PUBLIC_URL}/sign-in/liar`, { stopAt });
  if (status !== 302) return { status, text };
  const me = await browser.send(`${PUBLIC_URL}/api/v1/me`);
  const { name, user, fleets } = (await me.json()) as Readonly<Record<string, unknown>> & {
    readonly user: { readonly email?: string };
    readonly fleets: readonly { readonly role: string; readonly groups?: readonly string[] }[];
  };
  const { role, groups } = fleets[0]!;
  return { status, text, name, email: user.email, role, groups };
}

const said = (json: object, status?: number): Lie => ({
  json: { sub: `sub-${people + 1}`, ...json },
  ...(status !== undefined && { status }),
});

type Row = readonly [
  what: string,
  story: () => Story,
  outcome: Partial<Record<keyof Outcome, unknown>>,
  more?: Partial<IdentityProvider>,
];

const rows = (of: readonly Row[]) =>
  of.map(([what, story, outcome, more]) => ({ what, story, outcome, more }));

const LEAD = { roles: ['leads'] };

describe('a role', () => {
  it.each(
    rows([
      [
        'of a Keycloak client whose id has dots is found by a list of names',
        () => ({ idToken: { resource_access: { 'fleet.example.com': { roles: ['safety'] } } } }),
        { role: 'admin' },
        { roleClaim: ['resource_access', 'fleet.example.com', 'roles'] },
      ],
      [
        'of a Keycloak realm is found by a name with dots',
        () => ({ idToken: { realm_access: { roles: ['offline_access', 'leads'] } } }),
        { role: 'editor' },
        { roleClaim: 'realm_access.roles' },
      ],
      [
        'in a claim that Auth0 calls by an address is found by the whole address',
        () => ({ idToken: { 'https://fleet.example.com/roles': ['leads'] } }),
        { role: 'editor' },
        { roleClaim: 'https://fleet.example.com/roles' },
      ],
      [
        'that AD FS sends as one text, because it is the only one, counts',
        () => ({ idToken: { roles: 'leads' } }),
        { role: 'editor' },
      ],
      [
        'in a list of objects, as Oracle writes groups, is found by a path through the list',
        () => ({ idToken: { groups: [{ id: '1', name: 'drivers' }, { name: 'leads' }] } }),
        { role: 'editor' },
        { roleClaim: ['groups', 'name'] },
      ],
      [
        'that is the name of an object, as Zitadel writes roles, counts',
        () => ({ idToken: { 'urn:zitadel:iam:org:project:roles': { leads: { 1: 'example.com' } } } }),
        { role: 'editor' },
        { roleClaim: 'urn:zitadel:iam:org:project:roles' },
      ],
      [
        'that only UserInfo has counts, although the ID token has a part of the path',
        () => ({ idToken: { realm_access: {} }, userInfo: said({ realm_access: { roles: ['leads'] } }) }),
        { role: 'editor' },
        { roleClaim: 'realm_access.roles' },
      ],
      [
        'of the signed ID token stands above another one of UserInfo',
        () => ({ idToken: { roles: ['drivers'] }, userInfo: said({ roles: ['safety'] }) }),
        { role: 'viewer' },
      ],
      [
        'is that of the verified address, where Google has no groups and addresses are mapped',
        () => ({ idToken: { email: 'ann@example.com', email_verified: true } }),
        { role: 'editor' },
        { roleClaim: 'email', roles: { 'ann@example.com': 'editor' } },
      ],
      [
        'is not that of an address that is not verified, which people type themselves at some providers',
        () => ({ idToken: { email: 'ann@example.com' } }),
        { status: 403 },
        { roleClaim: 'email', roles: { 'ann@example.com': 'editor' } },
      ],
      [
        'is not that of an address of which UserInfo verified another one',
        () => ({
          idToken: { email: 'ann@example.com' },
          userInfo: said({ email: 'mallory@example.com', email_verified: true }),
        }),
        { status: 403 },
        { roleClaim: 'email', roles: { 'ann@example.com': 'editor' } },
      ],
      [
        'in a list that JSON wrote as a text is none',
        () => ({ idToken: { roles: '["leads"]' } }),
        { status: 403, text: expect.stringContaining('The claim “roles” decides') },
      ],
      [
        'of a path that does not lead anywhere is none, and the page names the path',
        () => ({ idToken: { resource_access: 'none' } }),
        { status: 403, text: expect.stringContaining('“resource_access → a.b → roles”') },
        { roleClaim: ['resource_access', 'a.b', 'roles'] },
      ],
    ]),
  )('$what', async ({ story, outcome, more }) => {
    expect(await signedIn(story(), more)).toMatchObject({ status: 302, ...outcome });
  });
});

describe('groups that are too many for a token', () => {
  const left = {
    status: 403,
    text: expect.stringMatching(
      /left the claim “groups” out.+too many groups.+roles of this application/s,
    ) as string,
  };
  it.each(
    rows([
      [
        'are named elsewhere by Entra ID',
        () => ({
          idToken: {
            _claim_names: { groups: 'src1' },
            _claim_sources: { src1: { endpoint: 'https://graph.example.com/getMemberObjects' } },
          },
        }),
        left,
        { roleClaim: 'groups' },
      ],
      [
        'are said to be there by Entra ID, and no more',
        () => ({ idToken: { hasgroups: true } }),
        left,
        { roleClaim: 'groups' },
      ],
      [
        'decide what a viewer sees, and the viewer sees nothing',
        () => ({ idToken: { roles: ['drivers'], _claim_names: { groups: 'src1' } } }),
        left,
        { groupClaim: 'groups' },
      ],
      [
        'do not matter to whom a role of the application is given',
        () => ({ idToken: { ...LEAD, _claim_names: { groups: 'src1' } } }),
        { status: 302, role: 'editor' },
      ],
    ]),
  )('$what', async ({ story, outcome, more }) => {
    expect(await signedIn(story(), more)).toMatchObject(outcome);
  });
});

describe('UserInfo', () => {
  const UNAUTHORIZED: Lie = (response) =>
    void response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
  const refusals: readonly (readonly [string, () => Lie])[] = [
    ['is refused by AD FS, because the token is for another resource', () => UNAUTHORIZED],
    ['is forbidden', () => said({}, 403)],
    ['is not found', () => ({ status: 404, json: {} })],
    ['fails', () => ({ status: 500, json: 'oops' })],
    ['is about another subject', () => ({ json: { sub: 'another', roles: ['safety'] } })],
    ['names no subject', () => ({ json: { roles: ['safety'] } })],
    ['is a page of a proxy', () => (response) => void response.writeHead(200).end('<html>Sign in</html>')],
    [
      'is a token, which nobody asked for',
      () => (response) => void response.writeHead(200, { 'content-type': 'application/jwt' }).end('a.b.c'),
    ],
    [
      'leads elsewhere',
      () => (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    ],
    ['closes the connection', () => (response) => void response.destroy()],
    ['does not end', () => endless],
  ];

  it.each(refusals)(
    'that %s refuses nobody of whom the ID token says everything',
    async (_what, userInfo) => {
      const told = { idToken: { name: 'Ann', ...LEAD }, userInfo: userInfo() };
      expect(await signedIn(told)).toMatchObject({ status: 302, role: 'editor' });
    },
  );

  it.each(refusals)('that %s gives no role', async (_what, userInfo) => {
    const { status, text } = await signedIn({ userInfo: userInfo() });
    expect([403, 503]).toContain(status);
    if (status === 403) expect(text).toMatch(/UserInfo.+“roles” into the ID token/s);
  });

  it('that is away takes no role back that an earlier sign-in gave', async () => {
    const server = await startServerInTest(inTest.database, {
      identityProviders: [liar.config()],
      publicUrl: PUBLIC_URL,
    });
    const browser = createBrowser({ [PUBLIC_URL]: server.url });
    const visit = () =>
      browser.visit(`${PUBLIC_URL}/sign-in/liar`, { stopAt: (url) => url === `${PUBLIC_URL}/` });
    liar.story = { idToken: { sub: 'lasting' }, userInfo: { json: { sub: 'lasting', ...LEAD } } };
    expect((await visit()).status).toBe(302);
    liar.story = { idToken: { sub: 'lasting' }, userInfo: { status: 503, json: {} } };
    expect((await visit()).status).toBe(503);
    expect((await browser.send(`${PUBLIC_URL}/api/v1/me`)).status).toBe(200);
    await server.close();
  });
});

function endless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const piece = Buffer.alloc(65_536, ' ');
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
}

describe('an e-mail address', () => {
  const ADDRESS = 'ann@example.com';
  const row = (
    what: string,
    idToken: object,
    ...[userInfo, email]: [object | undefined, string | undefined]
  ) => [what, { idToken, userInfo, email }] as const;
  it.each([
    row(
      'verified as Amazon Cognito writes it, in a text, is kept',
      {},
      { email: ADDRESS, email_verified: 'true' },
      ADDRESS,
    ),
    row(
      'verified as Apple writes it, in a text of the ID token, is kept',
      { email: ADDRESS, email_verified: 'true' },
      undefined,
      ADDRESS,
    ),
    row(
      'whose verification is a text that denies it is not kept',
      { email: ADDRESS, email_verified: 'false' },
      undefined,
      undefined,
    ),
    row(
      'of Entra ID, which says nothing of a verification, is not kept',
      { email: ADDRESS },
      undefined,
      undefined,
    ),
    row(
      'of the ID token is kept when UserInfo verified that very one',
      { email: ADDRESS },
      { email: ADDRESS, email_verified: true },
      ADDRESS,
    ),
    row(
      'of the ID token is not kept when UserInfo verified another one',
      { email: ADDRESS },
      { email: 'mallory@example.com', email_verified: true },
      undefined,
    ),
    row(
      'that the ID token denies is not kept when UserInfo verifies it',
      { email: ADDRESS, email_verified: false },
      { email: ADDRESS, email_verified: true },
      undefined,
    ),
    row(
      'is not verified by a verification without an address',
      { email_verified: true },
      { email: ADDRESS },
      undefined,
    ),
    ...[1, 'TRUE', 'yes', [true], { value: true }].map((email_verified) =>
      row(
        `whose verification is ${JSON.stringify(email_verified)} is not kept`,
        { email: ADDRESS, email_verified },
        undefined,
        undefined,
      ),
    ),
  ])('%s', async (_what, { idToken, userInfo, email }) => {
    const story: Story = {
      idToken: { ...LEAD, ...idToken },
      ...(userInfo && { userInfo: said(userInfo) }),
    };
    expect((await signedIn(story)).email).toBe(email);
  });
});

describe('a person', () => {
  it.each([
    [
      'is called by both names where JumpCloud has no whole one',
      { given_name: 'Ann', family_name: 'Li' },
      'Ann Li',
    ],
    ['is called by the account of AD FS', { unique_name: 'CORP\\ann' }, 'CORP\\ann'],
    ['is called by the subject where nothing else is said', { name: '\u200b \u3164' }, /^sub-\d+$/],
    [
      'is called by no address alone',
      { preferred_username: 'bo@example.com' },
      /^bo@example\.com \(of 127\.0\.0\.1:\d+\/realms\/one\)$/,
    ],
    ['is called without what hides or turns letters', { name: 'Ci\u202ed\u0000 \ud800' }, 'Cid'],
  ])('%s', async (_what, claims, name) => {
    const outcome = await signedIn({ idToken: { ...LEAD, ...claims } });
    expect(outcome.name).toEqual(typeof name === 'string' ? name : expect.stringMatching(name));
  });
});

describe('groups of blanks', () => {
  it.each([[[' ']], [['\t', '\u00a0', '\u200b', '\u3164', '\ufeff']], [['']], [[null, 7]], [' ']])(
    '%j are none, so that nobody gets the whole fleet by them',
    async (depots) => {
      const told = { idToken: { roles: ['drivers'], depots } };
      expect(await signedIn(told, { groupClaim: 'depots' })).toMatchObject({
        status: 403,
        text: expect.stringContaining('“depots”') as string,
      });
    },
  );

  it('beside a group leave that one', async () => {
    const told = { idToken: { roles: ['drivers'], depots: [' ', 'east', 'a\u0000b', '\ud800', 'we st'] } };
    expect(await signedIn(told, { groupClaim: 'depots' })).toMatchObject({ groups: ['east', 'we st'] });
  });
});

describe('the issuer', () => {
  it('of authentik has a slash at the end, with which or without it is configured', async () => {
    for (const configured of [liar.issuer, `${liar.issuer}/`]) {
      const story = { idToken: { ...LEAD, iss: `${liar.issuer}/` }, metadata: { issuer: `${liar.issuer}/` } };
      expect(await signedIn(story, { issuer: configured })).toMatchObject({ status: 302 });
    }
  });

  it('that calls itself another is named, instead of an outage', async () => {
    const other = 'https://login.example.com/{tenantid}/v2.0';
    expect(await signedIn({ idToken: LEAD, metadata: { issuer: other } })).toMatchObject({
      status: 503,
      text: expect.stringContaining('calls itself “https://login.example.com/{tenantid}/v2.0”') as string,
    });
  });
});

it('keeps an admin with a service token in, whatever a provider says', async () => {
  const server = await startServerInTest(inTest.database, {
    identityProviders: [liar.config()],
    publicUrl: PUBLIC_URL,
  });
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: TOKENS.admin }),
  };
  expect((await fetch(`${server.url}/session`, init)).status).toBe(204);
  await server.close();
});
