import { beforeEach, describe, expect, it } from 'vitest';
import { SANDBOX_ISSUER } from '../../../../server/access/index.ts';
import {
  beginUserSession,
  createPersonalToken,
  listUserTokens,
  recordSignIn,
} from '../../../../store/identity/index.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

/** Tests what each credential may do with its owner's sessions and tokens. */
const PUBLIC_URL = 'https://tripline.example';
let userId: string;
let own: { readonly id: string; readonly token: string };
let other: { readonly id: string; readonly token: string };
let session: Record<string, string>;

const server = useServer({ sandbox: true });
beforeEach(async () => {
  const at = new Date();
  await server.db.deleteFrom('personalTokens').execute();
  const { user } = await recordSignIn(server.db, {
    issuer: SANDBOX_ISSUER,
    subject: 'pia',
    name: 'Pia',
    reservedNames: [],
    at,
    grants: [
      { fleetId: 'north', role: 'editor' },
      { fleetId: 'south', role: 'viewer' },
    ],
  });
  userId = user.id;
  const token = { userId, name: 'laptop', role: 'editor', who: 'Pia', at } as const;
  const expiresAt = new Date(at.getTime() + 86_400_000);
  own = (await createPersonalToken(server.db, { ...token, fleetId: 'north', expiresAt }))!;
  other = (await createPersonalToken(server.db, { ...token, fleetId: 'south', expiresAt }))!;
  const cookie = `__Host-tripline_session=${await beginUserSession(server.db, { userId, at })}`;
  const me = (await (await fetch(`${server.url}/api/v1/me`, { headers: { cookie } })).json()) as {
    csrf_token: string;
  };
  session = { cookie, 'x-csrf-token': me.csrf_token, origin: PUBLIC_URL };
});

const ASKED = {
  'who they are': () => ['GET', '/me'],
  'its own token to end': () => ['DELETE', `/me/tokens/${own.id}`],
  'another token of its owner to end': () => ['DELETE', `/me/tokens/${other.id}`],
  'all tokens of its owner': () => ['GET', '/me/tokens'],
  'another token to be made': () => [
    'POST',
    '/me/tokens',
    { name: 'more', fleet: 'north', expires_in_days: 7 },
  ],
  'all sessions to end': () => ['DELETE', '/me/sessions'],
} as const satisfies Record<string, () => readonly [string, string, object?]>;
type Asked = keyof typeof ASKED;

/** The statuses for a session, a personal token and a service token. */
const ANSWERS: readonly (readonly [Asked, number, number, number])[] = [
  ['who they are', 200, 200, 200],
  ['its own token to end', 204, 204, 403],
  ['another token of its owner to end', 204, 403, 403],
  ['all tokens of its owner', 200, 403, 403],
  ['another token to be made', 200, 403, 403],
  ['all sessions to end', 204, 403, 204],
];

describe.each(ANSWERS)('asked for %s', (asked, forSession, forPersonal, forService) => {
  it.each([
    ['a session', forSession, () => session],
    ['a personal token', forPersonal, () => ({ authorization: `Bearer ${own.token}` })],
    ['a service token', forService, () => ({ authorization: `Bearer ${TOKENS.editor}` })],
  ] as const)(`%s is answered %i`, async (_who, status, credential) => {
    const [method, path, body] = ASKED[asked]() as readonly [string, string, object?];
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: { ...credential(), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.status, await answer.text()).toBe(status);
    if (status !== 403) return;
    const { items } = await listUserTokens(server.db, { userId, limit: 10 });
    expect(items.map(({ id }) => id).sort()).toEqual([own.id, other.id].sort());
  });
});
