import { beforeAll, describe, expect, it } from 'vitest';
import { LINK_KEY_NAME, answerLinks, tripLinks, unsubscribeLinks } from '../../messages/format/index.ts';
import { instanceKey } from '../../store/db/index.ts';
import { ODD_DRIVER, TRIP, recordEverything } from './records.ts';
import type { Recorded } from './records.ts';
import { FLEETS, TOKENS } from '../support/servers/server.ts';
import { pressBody, signedHeaders } from './slackRequest.ts';
import { useServer } from '../support/servers/useServer.ts';

const SECRET = 'planted-north-signing-secret';
let recorded: Recorded;
let doors: Door[];

/** A route as the document describes it, and the access that it requires. */
interface Door {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly schemes: readonly string[];
}

const [north, south] = FLEETS;
const fleets = [{ ...north!, slack: { signingSecret: SECRET, teamId: 'T1' } }, south!];
const server = useServer({ fleets });
beforeAll(async () => {
  recorded = await recordEverything(server.db, 'north');
  await recordEverything(server.db, 'south');
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { security: Record<string, unknown>[] }>>;
  };
  doors = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      schemes: security.flatMap((each) => Object.keys(each)).sort(),
    })),
  );
});

const doorsOf = (wanted: (door: Door) => boolean): string[] =>
  doors
    .filter(wanted)
    .map(({ name }) => name)
    .sort();
const isApi = ({ path }: Door): boolean => path.startsWith('/api/');
const basic = (token: string) => ({ authorization: `Basic ${btoa(`any:${token}`)}` });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function knock(path: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  const response = await fetch(`${server.url}${path}`, { redirect: 'manual', ...init });
  return { status: response.status, text: await response.text() };
}

describe('every route', () => {
  it('of the API asks for an API token, whichever is added', () => {
    expect(doorsOf((door) => isApi(door) && !door.schemes.includes('apiToken'))).toEqual([
      // Its page is for a browser: Basic or Bearer. Tested below.
      'GET /api/v1/fleets/{fleet}/digests/{id}/preview',
      // Takes a session alone, because a token makes no other one.
      'POST /api/v1/me/tokens',
    ]);
  });

  it('that asks for nothing is one of these, each of which has its reason', () => {
    const open = [
      // For machines that monitor; no fleet's data.
      'GET /healthz',
      'GET /readyz',
      'GET /metrics',
      'GET /openapi.json',
      ...[
        'rule',
        'rule-test',
        'condition',
        'escalation-policy',
        'rotation',
        'route',
        'digest',
        'settings',
      ].map((kind) => `GET /${kind}.schema.json`),
      // The address itself is the authorization: signed for one purpose, or with the token as its last part.
      'GET /a/{signed}',
      'POST /a/{signed}',
      'GET /d/{signed}',
      'GET /t/{signed}',
      'GET /u/{signed}',
      'POST /u/{signed}',
      // These sign a person in. They check the token, the provider's answer, its logout token or the code. See identity.
      'POST /session',
      'GET /sign-in/providers',
      'GET /sign-in/{provider}',
      'GET /sign-in/{provider}/callback',
      'POST /sign-in/{provider}/backchannel-logout',
      'GET /sign-in/once/{code}',
      'POST /cli-login/token',
      'POST /webhooks/{fleet}/{token}',
    ];
    expect(doorsOf(({ schemes }) => schemes.length === 0)).toEqual(open.sort());
  });

  it('beside those and the API is one of these', () => {
    expect(doorsOf((door) => !isApi(door) && door.schemes.length > 0)).toEqual([
      // It ends the session that it needs.
      'DELETE /session',
      'GET /cli-login',
      'POST /cli-login',
      'POST /slack/interactions',
      'POST /webhooks/{fleet}',
    ]);
  });
});

describe('what is open', () => {
  it('shows nothing of a fleet but its id', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/', '/docs/']) {
      const texts: string[] = [];
      const status = async (): Promise<number> => {
        const answer = await knock(path);
        texts.push(answer.text);
        return answer.status;
      };
      // A server that hangs for seconds is not ready meanwhile. Its answer then reveals nothing either.
      if (path === '/readyz') await expect.poll(status).toBe(200);
      // The page that says so, where the console is not built.
      else if (path === '/') expect([200, 503]).toContain(await status());
      else expect(await status(), path).toBeLessThan(400);
      for (const hidden of [ODD_DRIVER, 'planted-', 'roadworks-north', SECRET])
        expect(texts.join('\n').includes(hidden), `${path} shows ${hidden}`).toBe(false);
    }
  });
});

describe('a page that asks for a login', () => {
  const pages = (): string[] => ['/api/v1/fleets/north/digests/weekly/preview'];

  it('refuses nobody, a wrong token, a webhook’s token and a token as the user', async () => {
    for (const path of pages())
      for (const headers of [
        {},
        basic('wrong-token'),
        basic(TOKENS.webhook),
        basic(''),
        { authorization: `Basic ${btoa(`${TOKENS.admin}:`)}` },
        { authorization: `Basic ${TOKENS.admin}` },
      ])
        expect((await knock(path, { headers })).status, path).toBe(401);
  });

  it('shows another fleet’s to nobody', async () => {
    for (const path of [
      '/api/v1/fleets/north/digests/weekly/preview',
      '/api/v1/fleets/west/digests/weekly/preview',
    ])
      expect((await knock(path, { headers: basic(TOKENS.southAdmin) })).status, path).toBe(404);
  });
});

describe('the webhook', () => {
  const bodies = { method: 'POST', body: '{"type":"TRIP_SCORED","driver_id":"d","trip_id":"1"}' };
  it('refuses an API token, another fleet’s token, and a token in the wrong place', async () => {
    for (const [path, headers] of [
      [`/webhooks/north/${TOKENS.admin}`, {}],
      [`/webhooks/north/${TOKENS.southWebhook}`, {}],
      [`/webhooks/south/${TOKENS.webhook}`, {}],
      ['/webhooks/north/wrong', basic(TOKENS.webhook)],
      ['/webhooks/north', basic(TOKENS.southWebhook)],
      ['/webhooks/north', basic(TOKENS.admin)],
      ['/webhooks/north', bearer(TOKENS.webhook)],
      [`/webhooks/north?token=${TOKENS.webhook}`, {}],
    ] as const)
      expect((await knock(path, { ...bodies, headers })).status, path).toBe(401);
    expect(server.gateway.trips).toEqual([]);
  });
});

describe('Slack’s door', () => {
  const body = pressBody({ actionId: 'incident_acknowledge', value: '1' });
  const at = Math.floor(Date.now() / 1000);
  const signed = signedHeaders(SECRET, body, at);
  it.each<[string, Record<string, string>, string]>([
    ['without a signature', { 'content-type': signed['content-type']! }, body],
    ['with an API token instead', { ...bearer(TOKENS.admin) }, body],
    ['with another secret', signedHeaders('another-secret-of-ours', body, at), body],
    ['with an empty secret', signedHeaders('', body, at), body],
    ['with the API token as the secret', signedHeaders(TOKENS.admin, body, at), body],
    ['long ago', signedHeaders(SECRET, body, at - 301), body],
    ['of another body', signed, `${body}&x=1`],
    ['with another time', { ...signed, 'x-slack-request-timestamp': String(at + 1) }, body],
    [
      'with one digit changed',
      { ...signed, 'x-slack-signature': flipped(signed['x-slack-signature']!) },
      body,
    ],
    ['cut short', { ...signed, 'x-slack-signature': signed['x-slack-signature']!.slice(0, -2) }, body],
    [
      'of another team',
      signedHeaders(SECRET, pressBody({ actionId: 'x', team: 'T2' }), at),
      pressBody({ actionId: 'x', team: 'T2' }),
    ],
  ])('is shut to a press %s', async (_how, headers, sent) => {
    const { status, text } = await knock('/slack/interactions', { method: 'POST', headers, body: sent });
    expect(status).toBe(401);
    expect(text).toContain('signature is missing, invalid or too old');
  });

  it('opens to the right one', async () => {
    const headers = signedHeaders(SECRET, body, Math.floor(Date.now() / 1000));
    expect((await knock('/slack/interactions', { method: 'POST', headers, body })).status).toBe(200);
  });
});

function flipped(text: string): string {
  return text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');
}

describe('a signed address', () => {
  const expires = Math.floor(Date.now() / 1000) + 600;
  const trip = { fleet: 'north', driverId: ODD_DRIVER, tripId: TRIP, expires };

  /** Signs an address that opens, by the letter of its page. */
  function signedFor(key: Uint8Array): Record<'a' | 't' | 'u', string> {
    return {
      a: answerLinks.sign(key, {
        fleet: 'north',
        incidentId: recorded.incidentId,
        receiver: 'ann@example.com',
        expires,
      }),
      t: tripLinks.sign(key, trip),
      u: unsubscribeLinks.sign(key, { fleet: 'north', digest: 'weekly', address: 'ann@example.com' }),
    };
  }

  it('opens its own page, and none when it was damaged, made for another page or with another key', async () => {
    const ours = signedFor(await instanceKey(server.db, LINK_KEY_NAME));
    const theirs = signedFor(Buffer.alloc(32, 7));
    for (const page of ['a', 't', 'u'] as const) {
      expect((await knock(`/${page}/${ours[page]}`)).status, page).toBe(200);
      const [payload, signature] = ours[page].split('.') as [string, string];
      const others = Object.entries(ours).filter(([other]) => other !== page);
      for (const text of [
        ...others.map(([, link]) => link),
        theirs[page],
        payload,
        `${payload}.`,
        `.${signature}`,
        `${payload}.${signature}.${signature}`,
        `${payload}.${flipped(signature.slice(0, -1))}`,
        `${payload}A.${signature}`,
        `${Buffer.from('["south"]').toString('base64url')}.${signature}`,
        'nonsense',
        '%00',
        'a'.repeat(5_000),
      ])
        for (const method of page === 't' ? ['GET'] : ['GET', 'POST']) {
          const form = {
            method,
            ...(method === 'POST' && { body: new URLSearchParams({ answer: 'acknowledge' }) }),
          };
          const { status } = await knock(`/${page}/${text}`, form);
          expect(status, `${method} /${page}/${text.slice(0, 60)}`).toBe(404);
        }
    }
  });

  it('that is over opens nothing', async () => {
    const key = await instanceKey(server.db, LINK_KEY_NAME);
    const past = Math.floor(Date.now() / 1000) - 1;
    const answer = {
      fleet: 'north',
      incidentId: recorded.incidentId,
      receiver: 'ann@example.com',
      expires: past,
    };
    expect((await knock(`/a/${answerLinks.sign(key, answer)}`)).status).toBe(404);
    expect((await knock(`/t/${tripLinks.sign(key, { ...trip, expires: past })}`)).status).toBe(404);
  });

  it('of a fleet that is not configured opens nothing', async () => {
    const key = await instanceKey(server.db, LINK_KEY_NAME);
    expect((await knock(`/t/${tripLinks.sign(key, { ...trip, fleet: 'west' })}`)).status).toBe(404);
  });
});
