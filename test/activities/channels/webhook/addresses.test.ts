import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWebhookSender, isPublicAddress } from '../../../../activities/channels/webhook/index.ts';
import type { Resolve } from '../../../../activities/channels/webhook/index.ts';

const signingSecret = Buffer.alloc(32, 7).toString('base64');
let server: Server;
let port: number;
/** Connections that reached the receiver, for any host name. */
let reached = 0;

/** Listens on every address of this machine, IPv6 and IPv4, and sends an answer that any HTTP client understands. */
beforeAll(async () => {
  server = createServer((socket: Socket) => {
    reached += 1;
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n'));
  });
  await new Promise<void>((done) => server.listen(0, '::', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  reached = 0;
});

const hook = (url: string) => ({
  fleet: 'north',
  generations: [1],
  url,
  id: 'msg_1',
  timestampSeconds: 1_790_000_000,
  body: '{}',
});
const REFUSED = {
  kind: 'refused',
  reason: expect.stringContaining('WEBHOOK_ALLOW_HOSTS') as string,
};

/** Every way to write an address of this machine that a URL takes. */
const LOOPBACKS = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7f.0x0.0x0.0x1',
  '017700000001',
  '0177.0.0.1',
  '127.0.0.01',
  '0',
  '0.0.0.0',
  '0x0',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::FFFF:0:0]',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '127。0。0。1',
  'ⓛocalhost',
  'LOCALHOST',
];

describe('an address of this machine', () => {
  it.each(LOOPBACKS)('written %s is refused before a connection', async (host) => {
    const strict = createWebhookSender({ signingSecret, allowHosts: () => [] });
    expect(await strict.send(hook(`https://${host}:${port}/x`))).toMatchObject(REFUSED);
    expect(reached).toBe(0);
  });

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '127。0。0。1'])(
    'written %s does reach it where it is allowed: the table above could fail',
    async (host) => {
      const { hostname } = new URL(`http://${host}:${port}/x`);
      const allowing = createWebhookSender({ signingSecret, allowHosts: () => [`${hostname}:${port}`] });
      expect(await allowing.send(hook(`http://${host}:${port}/x`))).toMatchObject({ kind: 'sent' });
      expect(reached).toBe(1);
    },
  );

  it('allowed on one port is refused on another', async () => {
    const sender = createWebhookSender({ signingSecret, allowHosts: () => [`127.0.0.1:${port + 1}`] });
    expect(await sender.send(hook(`https://127.0.0.1:${port}/x`))).toMatchObject(REFUSED);
    expect(reached).toBe(0);
  });
});

describe('a name', () => {
  const resolving = (...answers: string[][]): { resolve: Resolve; asked: () => number } => {
    let asked = 0;
    return {
      asked: () => asked,
      resolve: (_hostname, _options, callback) => {
        const addresses = answers[Math.min(asked, answers.length - 1)]!;
        asked += 1;
        callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
      },
    };
  };
  const url = () => `https://hooks.example:${port}/x`;

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['10.1.2.3']],
    [['169.254.169.254']],
    // One good address among them does not help, in any order.
    [['8.8.8.8', '127.0.0.1']],
    [['127.0.0.1', '8.8.8.8']],
    [['2606:4700::1111', '::1']],
  ])('that leads to %j is refused before a connection', async (addresses) => {
    const { resolve } = resolving(addresses);
    const sender = createWebhookSender({ signingSecret, allowHosts: () => [], resolve });
    expect(await sender.send(hook(url()))).toMatchObject(REFUSED);
    expect(reached).toBe(0);
  });

  it('is asked for once a connection, and the connection goes where that answer says', async () => {
    const { resolve, asked } = resolving(['127.0.0.1'], ['203.0.113.1']);
    const allowHosts = () => [`hooks.example:${port}`];
    const sender = createWebhookSender({ signingSecret, allowHosts, resolve });
    expect(await sender.send(hook(`http://hooks.example:${port}/x`))).toMatchObject({ kind: 'sent' });
    expect([asked(), reached]).toEqual([1, 1]);
  });

  it('that is rebound between two deliveries is refused at the second', async () => {
    // The first answer may be used. No server listens there, so nothing is reached.
    const sender = (answers: string[][]) =>
      createWebhookSender({ signingSecret, allowHosts: () => [], resolve: resolving(...answers).resolve });
    const rebound = sender([['2001:4860:4860::8888'], ['127.0.0.1'], ['::1']]);
    const first = rebound.send(hook(url()));
    expect(await rebound.send(hook(url()))).toMatchObject(REFUSED);
    expect(await rebound.send(hook(url()))).toMatchObject(REFUSED);
    expect((await first).kind).not.toBe('refused');
    expect(reached).toBe(0);
  });
});

describe('an address', () => {
  it.each([
    ['unspecified and “this network”', ['0.0.0.0', '0.1.2.3', '0.255.255.255', '::']],
    ['loopback', ['127.0.0.1', '127.255.255.255', '::1']],
    [
      'private',
      ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
    ],
    ['shared by a provider (100.64/10)', ['100.64.0.0', '100.127.255.255', '100.100.100.200']],
    [
      'link-local, clouds’ metadata included',
      ['169.254.0.1', '169.254.169.254', '169.254.170.2', 'fe80::1', 'febf::1'],
    ],
    ['unique local', ['fc00::1', 'fd00::1', 'fd00:ec2::254', 'fdff:ffff::1']],
    ['site-local, of old', ['fec0::1', 'feff::1']],
    ['multicast and broadcast', ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1', 'ff0e::1']],
    [
      'reserved or for examples',
      [
        '192.0.0.1',
        '192.0.0.192',
        '192.0.2.1',
        '198.18.0.1',
        '198.19.255.255',
        '198.51.100.1',
        '203.0.113.1',
        '240.0.0.1',
        '2001:db8::1',
        '3fff::1',
      ],
    ],
    [
      'mapped',
      ['::ffff:10.0.0.1', '::ffff:127.0.0.1', '::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '::ffff:0:0'],
    ],
    ['IPv4-compatible', ['::127.0.0.1', '::7f00:1', '::10.0.0.1', '::8.8.8.8']],
    ['translated', ['::ffff:0:127.0.0.1', '::ffff:0:808:808']],
    ['NAT64', ['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::8.8.8.8', '64:ff9b:1::7f00:1']],
    ['6to4', ['2002:7f00:1::', '2002:a00:1::1', '2002:a9fe:a9fe::', '2002:808:808::1']],
    ['Teredo', ['2001::1', '2001:0:7f00:1::']],
    ['discarded', ['100::1']],
    ['beyond what is given out', ['4000::1', '5f00::1', '8000::1', 'e000::1', '1::1']],
    ['a cloud’s host', ['168.63.129.16', '::ffff:168.63.129.16']],
    ['no address', ['', 'nonsense', '1.2.3.4.5', 'g::1', '127.0.0.1/8']],
  ])('that is %s is not public', (_kind, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  it('of the public is public, right beside those ranges too', () => {
    const addresses = [
      '1.1.1.1',
      '8.8.8.8',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
      '128.0.0.0',
      '169.253.255.255',
      '169.255.0.0',
      '172.15.255.255',
      '172.32.0.0',
      '192.167.255.255',
      '192.169.0.0',
      '168.63.129.15',
      '168.63.129.17',
      '223.255.255.255',
      '::ffff:8.8.8.8',
      '2606:4700::1111',
      '2001:4860:4860::8888',
      '2a00:1450::1',
      '2003::1',
    ];
    expect(addresses.filter((each) => !isPublicAddress(each))).toEqual([]);
  });
});
