import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookSender, isPublicAddress } from '../../activities/webhookSender.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const taken: { headers: IncomingHttpHeaders; body: string }[] = [];
let answer: { status: number; headers?: Record<string, string>; drop?: boolean } = { status: 204 };
let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      taken.push({ headers: request.headers, body });
      if (answer.drop) request.socket.destroy();
      else response.writeHead(answer.status, answer.headers).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((done) => server.close(done)));

const sender = () => createWebhookSender({ signingSecret: secret, allowHosts: [`127.0.0.1:${port}`] });
const webhook = () => ({
  url: `http://127.0.0.1:${port}/hook`,
  id: 'msg_1',
  timestampSeconds: 1_790_000_000,
  body: '{"type":"alert.matched"}',
});

describe('an outgoing webhook', () => {
  it('is signed as Standard Webhooks says', async () => {
    taken.length = 0;
    answer = { status: 204 };
    expect((await sender().send(webhook())).kind).toBe('sent');
    const [request] = taken;
    const expected = createHmac('sha256', Buffer.alloc(32, 7))
      .update(`msg_1.1790000000.${request!.body}`)
      .digest('base64');
    expect(request!.headers['webhook-id']).toBe('msg_1');
    expect(request!.headers['webhook-timestamp']).toBe('1790000000');
    expect(request!.headers['webhook-signature']).toBe(`v1,${expected}`);
  });

  it('follows no redirect', async () => {
    taken.length = 0;
    answer = { status: 302, headers: { location: `http://127.0.0.1:${port}/elsewhere` } };
    expect((await sender().send(webhook())).kind).toBe('refused');
    expect(taken).toHaveLength(1);
  });

  it('keeps Retry-After', async () => {
    answer = { status: 503, headers: { 'retry-after': '30' } };
    expect(await sender().send(webhook())).toMatchObject({ kind: 'not_sent', afterMs: 30_000 });
  });

  it('is unclear when the line is cut after the body', async () => {
    answer = { status: 200, drop: true };
    expect((await sender().send(webhook())).kind).toBe('unclear');
  });

  it('is never sent without a signing secret', async () => {
    taken.length = 0;
    const result = await createWebhookSender({ allowHosts: [`127.0.0.1:${port}`] }).send(webhook());
    expect(result).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('WEBHOOK_SIGNING_SECRET') as string,
    });
    expect(taken).toHaveLength(0);
  });
});

describe('an address inside the network', () => {
  const strict = createWebhookSender({ signingSecret: secret, allowHosts: [] });
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
    ['nonsense', 'no URL'],
  ])('%s is refused: %s', async (url, why) => {
    expect(await strict.send({ ...webhook(), url })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(why) as string,
    });
  });

  it('tells public addresses from others', () => {
    expect(['8.8.8.8', '2606:4700::1111'].map(isPublicAddress)).toEqual([true, true]);
    expect(['::ffff:10.0.0.1', '64:ff9b::7f00:1', 'nonsense'].map(isPublicAddress)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
