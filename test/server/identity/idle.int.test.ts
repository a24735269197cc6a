import { beforeEach, expect, it } from 'vitest';
import { SANDBOX_ISSUER } from '../../../server/access/index.ts';
import { SESSION_IDLE_MS, beginUserSession, recordSignIn } from '../../../store/identity/index.ts';
import { readStream } from '../eventStream.ts';
import { useServer } from '../../support/servers/useServer.ts';

/** Tests what prolongs a session: requests that a person caused, but not those that an open view sends by itself. */
let clock = Date.now();
let cookie: string;

const now = () => new Date(clock);
const server = useServer({ sandbox: true }, { now });
beforeEach(async () => {
  const at = new Date(clock);
  const { user } = await recordSignIn(server.db, {
    issuer: SANDBOX_ISSUER,
    subject: 'ida',
    name: 'Ida',
    reservedNames: [],
    at,
    grants: [{ fleetId: 'north', role: 'viewer' }],
  });
  cookie = `__Host-tripline_session=${await beginUserSession(server.db, { userId: user.id, at })}`;
});

const HALF = SESSION_IDLE_MS / 2 + 60_000;
const events = () => `${server.url}/api/v1/fleets/north/events`;

async function statusOf(path: string, headers: Record<string, string> = {}): Promise<number> {
  return (await fetch(server.url + path, { headers: { cookie, ...headers } })).status;
}
const trips = (headers: Record<string, string> = {}) => statusOf('/api/v1/fleets/north/trips', headers);
const BACKGROUND = { 'x-tripline-background': '1' };

it('a session that is only polled is over at the idle limit, its streams included', async () => {
  clock += HALF;
  expect(await trips(BACKGROUND)).toBe(200);
  expect(await statusOf('/api/v1/me', BACKGROUND)).toBe(200);
  const stream = await readStream(events(), { cookie });
  expect(stream.status).toBe(200);
  clock += HALF;
  await stream.ended;
  expect(await trips(BACKGROUND)).toBe(401);
  expect(await statusOf('/api/v1/me')).toBe(401);
});

it('what a person does prolongs it', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    clock += HALF;
    expect(await trips()).toBe(200);
  }
  clock += HALF;
  expect(await trips(BACKGROUND)).toBe(200);
  clock += HALF;
  expect(await trips()).toBe(401);
});
