import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { endpointSecret } from '../../../../messages/channels/webhook/index.ts';
import { startServerInTest, TOKENS, WEBHOOK_SIGNING_SECRET } from '../../../support/servers/server.ts';
import type { ApiAnswer, ServerInTest } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

const server = useServer();

/** Returns a receiver that no other test has. */
const receiver = (): string => `https://${randomUUID()}.example.com`;
const secretOf = (origin: string, generation: number, fleet = 'north'): string =>
  endpointSecret(WEBHOOK_SIGNING_SECRET, { fleet, origin }, generation);

const show = (origin: string, at: ServerInTest = server): Promise<ApiAnswer> =>
  at.api('GET', `/webhook-secrets?origin=${encodeURIComponent(origin)}`);
const rotate = (origin: string, why?: string): Promise<ApiAnswer> =>
  server.api('POST', '/webhook-secrets/rotate', { body: { origin, ...(why && { why }) } });
async function audited(origin: string): Promise<unknown[]> {
  const { json } = await server.api('GET', `/audit?subject_id=${encodeURIComponent(origin)}`);
  return (json['items'] as Record<string, unknown>[]).map(({ who, action, why, details }) => ({
    who,
    action,
    ...(why !== undefined && { why }),
    details,
  }));
}
/** Dates the rotations of a receiver as if they had happened `hours` ago. */
const age = (origin: string, hours: number): Promise<unknown> =>
  server.db
    .updateTable('webhookSecretGenerations')
    .set({ beganAt: new Date(Date.now() - hours * 3_600_000) })
    .where('origin', '=', origin)
    .execute();

it('shows an admin the secret of an endpoint, by any of its addresses, and keeps that in the audit log', async () => {
  const origin = receiver();
  const { status, json, headers } = await show(`${origin.toUpperCase()}:443/hook?key=planted-hook-key`);
  expect({ status, json }).toEqual({
    status: 200,
    json: { origin, generation: 1, secret: secretOf(origin, 1), earlier: [] },
  });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(await audited(origin)).toEqual([
    { who: 'ann', action: 'webhook_secret.shown', details: { generation: 1 } },
  ]);
  expect(server.logged()).not.toMatch(/whsec_|planted-hook-key/);
});

it('gives each fleet a secret of its own', async () => {
  const origin = receiver();
  const path = `/webhook-secrets?origin=${encodeURIComponent(origin)}`;
  const south = await server.api('GET', path, { fleet: 'south', token: TOKENS.southAdmin });
  expect(south.json['secret']).toBe(secretOf(origin, 1, 'south'));
  expect(south.json['secret']).not.toBe((await show(origin)).json['secret']);
});

it('after a rotation both sign for a day, and then the new one alone', async () => {
  const origin = receiver();
  const before = Date.now();
  const { status, json } = await rotate(`${origin}/hook`, 'It was in a log.');
  expect(status).toBe(200);
  expect(json).toEqual({
    origin,
    generation: 2,
    secret: secretOf(origin, 2),
    earlier: [{ generation: 1, secret: secretOf(origin, 1), signs_until: expect.any(String) as string }],
  });
  const [earlier] = json['earlier'] as { signs_until: string }[];
  const until = Date.parse(earlier!.signs_until) - 24 * 3_600_000;
  expect(until).toBeGreaterThanOrEqual(before);
  expect(until).toBeLessThanOrEqual(Date.now());
  expect(await audited(origin)).toEqual([
    { who: 'ann', action: 'webhook_secret.rotated', why: 'It was in a log.', details: { generation: 2 } },
  ]);
  await age(origin, 23.9);
  expect((await show(origin)).json['earlier']).toHaveLength(1);
  await age(origin, 24.1);
  expect((await show(origin)).json).toEqual({
    origin,
    generation: 2,
    secret: secretOf(origin, 2),
    earlier: [],
  });
  expect((await show(receiver())).json['generation']).toBe(1);
});

it('rotations at the same time make one generation each, and more than four a day are refused', async () => {
  const origin = receiver();
  const answers = await Promise.all(Array.from({ length: 6 }, () => rotate(origin)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409, 409]);
  const { json } = await show(origin);
  expect(json['generation']).toBe(5);
  expect((json['earlier'] as { generation: number }[]).map(({ generation }) => generation)).toEqual([
    4, 3, 2, 1,
  ]);
  await age(origin, 25);
  expect((await rotate(origin)).json['generation']).toBe(6);
});

it('refuses what is no address of a receiver, and a server without a signing secret has none to show', async () => {
  expect((await show('hooks.example.com')).status).toBe(400);
  expect((await rotate('ftp://hooks.example.com')).status).toBe(422);
  const bare = await startServerInTest(server.database, { outgoingWebhooks: {} });
  try {
    const { status, json } = await show(receiver(), bare);
    expect(status).toBe(409);
    expect(json['detail']).toContain('WEBHOOK_SIGNING_SECRET is not set');
  } finally {
    await bare.close();
  }
});
