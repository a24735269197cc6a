import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createWebhookSender, isPublicAddress } from '../../../../activities/channels/webhook/index.ts';
import { endpointSecret } from '../../../../messages/channels/webhook/index.ts';
import { useStarted } from '../../../support/run/useStarted.ts';
import { startHttpStandIn } from '../../../support/stand-ins/http.ts';
import type { Received } from '../../../support/stand-ins/http.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const server = useStarted(startHttpStandIn);

const sender = () =>
  createWebhookSender({ signingSecret: secret, allowHosts: () => [`127.0.0.1:${server.port}`] });
const webhook = () => ({
  fleet: 'north',
  generations: [1],
  url: `http://127.0.0.1:${server.port}/hook`,
  id: 'msg_1',
  timestampSeconds: Math.floor(Date.now() / 1000),
  body: '{"type":"alert.matched"}',
});

async function received(sent: ReturnType<typeof webhook>): Promise<Received> {
  server.received.length = 0;
  server.answer = () => ({ status: 204 });
  expect((await sender().send(sent)).kind).toBe('sent');
  return server.received[0]!;
}

const ownSecret = (generation: number): string =>
  endpointSecret(secret, { fleet: 'north', origin: `http://127.0.0.1:${server.port}` }, generation);

/** Returns whether the library that receivers use accepts the request. */
function isTaken({ headers, body }: Received, withSecret: string): boolean {
  try {
    new Webhook(withSecret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

describe('an outgoing webhook', () => {
  it('is signed as Standard Webhooks says: its own library takes it with the secret of the endpoint', async () => {
    const it = await received(webhook());
    expect(it.headers['webhook-id']).toBe('msg_1');
    expect(isTaken(it, ownSecret(1))).toBe(true);
    expect(isTaken({ ...it, body: it.body.replace('alert', 'Alert') }, ownSecret(1))).toBe(false);
  });

  it('is server.received with no other secret: not that of another fleet, receiver or generation, nor the one they are made of', async () => {
    const it = await received(webhook());
    const { origin } = new URL(webhook().url);
    for (const other of [
      endpointSecret(secret, { fleet: 'south', origin }, 1),
      endpointSecret(secret, { fleet: 'north', origin: 'https://hooks.example.com' }, 1),
      endpointSecret(secret, { fleet: 'north', origin: `http://127.0.0.1:${server.port + 1}` }, 1),
      ownSecret(2),
      secret,
    ])
      expect(isTaken(it, other)).toBe(false);
  });

  it('has one secret for all addresses of a receiver, however they are written', async () => {
    for (const url of [`HTTP://127.0.0.1:${server.port}/other?x=1`, `http://2130706433:${server.port}/hook`])
      expect(isTaken(await received({ ...webhook(), url }), ownSecret(1))).toBe(true);
  });

  it('carries a signature of each generation that signs, after a rotation', async () => {
    const it = await received({ ...webhook(), generations: [3, 2] });
    expect([1, 2, 3, 4].filter((generation) => isTaken(it, ownSecret(generation)))).toEqual([2, 3]);
  });

  it('follows no redirect', async () => {
    server.received.length = 0;
    server.answer = () => ({
      status: 302,
      headers: { location: `http://127.0.0.1:${server.port}/elsewhere` },
    });
    expect(await sender().send(webhook())).toMatchObject({
      kind: 'not_sent',
      reason: expect.stringContaining('put the final address into the rule') as string,
    });
    expect(server.received).toHaveLength(1);
  });

  it('is retried at the time that Retry-After names', async () => {
    server.answer = () => ({ status: 503, headers: { 'retry-after': '30' } });
    expect(await sender().send(webhook())).toMatchObject({ kind: 'not_sent', afterMs: 30_000 });
  });

  it('is unclear when the line is cut after the body', async () => {
    server.answer = () => 'drop';
    expect((await sender().send(webhook())).kind).toBe('unknown_outcome');
  });

  it('is never sent without a signing secret', async () => {
    server.received.length = 0;
    const result = await createWebhookSender({ allowHosts: () => [`127.0.0.1:${server.port}`] }).send(
      webhook(),
    );
    expect(result).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('WEBHOOK_SIGNING_SECRET') as string,
    });
    expect(server.received).toHaveLength(0);
  });
});

describe('an address inside the network', () => {
  const strict = createWebhookSender({ signingSecret: secret, allowHosts: () => [] });
  it.each([
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://10.1.2.3/x',
    'https://172.16.0.9/x',
    'https://192.168.1.1/x',
    'https://169.254.169.254/latest',
    'https://[fe80::1]/x',
    'https://[fd00::1]/x',
    'https://0.0.0.0/x',
    'https://100.64.0.1/x',
    'https://localhost/x',
  ])('%s is refused', async (url) => {
    const result = await strict.send({ ...webhook(), url });
    expect(result).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('WEBHOOK_ALLOW_HOSTS') as string,
    });
  });

  it.each([
    ['http://example.com/x', 'https'],
    ['ftp://example.com/x', 'https'],
    ['https://user:pass@example.com/x', 'user or a password'],
    ['nonsense', 'not a URL'],
  ])('%s is refused: %s', async (url, why) => {
    expect(await strict.send({ ...webhook(), url })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(why) as string,
    });
  });

  it('distinguishes public addresses from others', () => {
    expect(['8.8.8.8', '2606:4700::1111'].map(isPublicAddress)).toEqual([true, true]);
    expect(['::ffff:10.0.0.1', '64:ff9b::7f00:1', 'nonsense'].map(isPublicAddress)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
