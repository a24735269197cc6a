import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { LARGEST_NOTIFICATION_BYTES } from '../../../server/webhooks/index.ts';
import { openDatabase } from '../../../store/db/index.ts';
import type { Database } from '../../../store/db/index.ts';
import { listDeadLetters, listNotifications } from '../../../store/trips/index.ts';
import { UNAVAILABLE_DATABASE_URL, TOKENS, startServerInTest } from '../../support/servers/server.ts';
import type { ServerInTest } from '../../support/servers/server.ts';
import { useServer } from '../../support/servers/useServer.ts';

const server = useServer();
beforeEach(() => {
  server.gateway.trips.length = 0;
});

let counter = 0;
const notification = (more: object = {}): string => {
  counter += 1;
  const trip = { driver_id: `d-${counter}`, trip_id: `${1_790_000_000_000 + counter}` };
  return JSON.stringify({ version: 3, type: 'TRIP_SCORED', ...trip, data: {}, ...more });
};

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

async function send(
  path: string,
  body: string | Buffer | ReadableStream | undefined,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers,
    ...(body === undefined ? {} : { body }),
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}
const post = (
  body: string | Buffer | ReadableStream | undefined,
  headers?: Record<string, string>,
): Promise<Answer> => send(`/webhooks/north/${TOKENS.webhook}`, body, headers);
const basic = (password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`,
});

describe('a trip', () => {
  it('is started, once', async () => {
    const body = notification();
    const first = await post(body);
    expect(first).toMatchObject({ status: 202, body: { status: 'started' } });
    expect(await post(body)).toMatchObject({ status: 200, body: { status: 'duplicate' } });
    expect(server.gateway.trips).toHaveLength(1);
    expect(Object.keys(server.gateway.trips[0]!).sort()).toEqual(
      ['driverId', 'fleet', 'receivedAt', 'source', 'tripId', 'version'].sort(),
    );
  });

  it('posted fifty times at once is started once', async () => {
    const body = notification();
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(body)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(
      answers.filter(({ status, body: { status: word } }) => status === 200 && word === 'duplicate'),
    ).toHaveLength(49);
    expect(server.gateway.trips).toHaveLength(1);
  });

  it.each([
    ['in the path', (): Promise<Answer> => post(notification())],
    [
      'in the path, the second live one',
      () => send(`/webhooks/north/${TOKENS.secondWebhook}`, notification()),
    ],
    ['as Basic password', () => send('/webhooks/north', notification(), basic(TOKENS.webhook))],
    ['of another fleet for that fleet', () => send(`/webhooks/south/${TOKENS.southWebhook}`, notification())],
  ])('is taken with the token %s', async (_where, call) => {
    expect((await call()).status).toBe(202);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
    '',
  ])('is taken with content type %j', async (type) => {
    expect((await post(notification(), { 'content-type': type })).status).toBe(202);
  });

  it.each<[string, (text: string) => Buffer]>([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (text) => Buffer.from(text)],
  ])('is taken packed as %s', async (encoding, pack) => {
    expect((await post(pack(notification()), { 'content-encoding': encoding })).status).toBe(202);
  });

  it('is taken at exactly the limit, with and without a length', async () => {
    for (const asBody of [(text: string) => text, chunked]) {
      const bare = notification({ data: { x: '' } });
      const body = bare.replace('"x":""', `"x":"${'a'.repeat(LARGEST_NOTIFICATION_BYTES - bare.length)}"`);
      expect(Buffer.byteLength(body)).toBe(LARGEST_NOTIFICATION_BYTES);
      expect((await post(asBody(body))).status).toBe(202);
    }
  });

  it('is taken from a sender that asks before it sends', async () => {
    const answer = await exchange(
      `POST /webhooks/north/${TOKENS.webhook} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: ${notification().length}\r\n\r\n`,
      { onContinue: notification() },
    );
    expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 202 /);
  });
});

const chunked = (text: string): ReadableStream => new Blob([text]).stream();

describe('nobody in particular', () => {
  const unauthorised: [string, string, Record<string, string>?][] = [
    ['a wrong token', '/webhooks/north/wrong-token'],
    ['an unknown fleet', `/webhooks/west/${TOKENS.webhook}`],
    ["another fleet's token", `/webhooks/north/${TOKENS.southWebhook}`],
    ['an API token', `/webhooks/north/${TOKENS.admin}`],
    ['no token at all', '/webhooks/north'],
    ['a wrong Basic password', '/webhooks/north', basic('wrong-token')],
    [
      'a Basic header without a password',
      '/webhooks/north',
      { authorization: `Basic ${btoa(TOKENS.webhook)}` },
    ],
    ['a bearer header', '/webhooks/north', { authorization: `Bearer ${TOKENS.webhook}` }],
    ['a path that is not encoded correctly', '/webhooks/north/%zz'],
    ['an empty token', '/webhooks/north/'],
  ];
  it.each(unauthorised)('gets the same 401 for %s', async (_what, path, headers) => {
    const answer = await send(path, notification(), headers);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="tripline"');
    expect(answer.body).toEqual({
      type: 'urn:tripline:problem:not_authenticated',
      code: 'not_authenticated',
      title: 'Not authenticated',
      status: 401,
      detail: 'Unknown fleet or token.',
    });
    expect(server.gateway.trips).toHaveLength(0);
  });

  it('is answered before the body is read', async () => {
    const head = (path: string): string =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\n\r\n{"type"`;
    expect(await exchange(head('/webhooks/north/wrong-token'))).toMatch(/^HTTP\/1.1 401 /);
  });

  it('that asks before sending is refused, and never continued', async () => {
    const answer = await exchange(
      'POST /webhooks/north/wrong-token HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 50\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
  });

  it('is answered later after a burst, and no right token with it', async () => {
    const held: (() => void)[] = [];
    const wrongTokenBrake = (): Promise<void> => new Promise((release) => held.push(release));
    const app = createApp({ ...server.deps, wrongTokenBrake }).listen(0, '127.0.0.1');
    await once(app, 'listening');
    const { port } = app.address() as AddressInfo;
    const statusOf = async (token: string, body = notification()): Promise<number> =>
      (await fetch(`http://127.0.0.1:${port}/webhooks/north/${token}`, { method: 'POST', body })).status;
    let answered = 0;
    const wrong = Array.from({ length: 3 }, () => statusOf('wrong-token').finally(() => (answered += 1)));
    await expect.poll(() => held.length).toBe(3);
    for (const token of [TOKENS.webhook, TOKENS.secondWebhook]) expect(await statusOf(token)).toBe(202);
    expect([answered, held.length]).toEqual([0, 3]);
    for (const release of held) release();
    expect(await Promise.all(wrong)).toEqual([401, 401, 401]);
    app.close();
    app.closeAllConnections();
  });

  it('is never limited by address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 400 }, () => send('/webhooks/north/wrong-token', notification())),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await post(notification())).status).toBe(202);
  });
});

describe('an unknown type', () => {
  it('is kept whole and answered as ignored', async () => {
    const body = { version: 4, type: 'DRIVER_JOINED', driver: { id: 7 } };
    expect(await post(JSON.stringify(body))).toMatchObject({ status: 200, body: { status: 'ignored' } });
    const { items } = await listNotifications(server.db, { fleetId: 'north', type: 'DRIVER_JOINED' });
    expect(items).toMatchObject([{ version: 4, source: 'webhook', body }]);
    expect(server.gateway.trips).toHaveLength(0);
  });
});

describe('a malformed body', () => {
  const wrong: [string, string | Buffer | undefined, RegExp][] = [
    ['nothing', undefined, /empty/],
    ['broken JSON', '{"type":"TRIP_SCORED",', /is not valid JSON/],
    ['a list', '[]', /a list/],
    ['a number', '5', /a number/],
    ['10,000 levels', '['.repeat(10_000) + ']'.repeat(10_000), /deeper/],
    ['wrong types everywhere', '{"version":[],"type":{},"driver_id":[],"trip_id":{}}', /`type`/],
    ['no usable id', '{"type":"TRIP_SCORED","driver_id":"NA","trip_id":"1"}', /`driver_id`/],
    ['U+0000 in an id', '{"type":"TRIP_SCORED","driver_id":"\\u0000","trip_id":"1"}', /`driver_id`/],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x01]), /is not valid JSON/],
  ];
  it.each(wrong)('is kept and answered 400: %s', async (_what, body, reason) => {
    const before = await letters();
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body['detail']).toMatch(reason);
    const kept = (await letters()).filter((each) => !before.some(({ id }) => id === each.id));
    expect(kept).toHaveLength(1);
    expect(kept[0]!.reason).toMatch(reason);
    expect(server.gateway.trips).toHaveLength(0);
  });

  it('is kept once per content, and counted', async () => {
    const body = '{"the same": ';
    for (let time = 0; time < 3; time += 1) expect((await post(body)).status).toBe(400);
    const same = (await letters()).filter(({ bodyBytes }) => bodyBytes === body.length);
    expect(same).toMatchObject([{ count: 3 }]);
  });

  it.each([
    ['that is not packed as it says', 'gzip', Buffer.from('{"type":"TRIP_SCORED"}'), /unpacked as gzip/],
    ['packed in a way nobody knows', 'zstd', Buffer.from('x'), /must be gzip, deflate or br/],
    ['packed with a name of Object', 'constructor', Buffer.from('y'), /must be gzip/],
  ])('%s is kept as sent', async (_what, encoding, body, reason) => {
    const answer = await post(body, { 'content-encoding': encoding });
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(reason) as string } });
    expect((await letters())[0]).toMatchObject({ bodyBytes: body.length });
  });
});

const letters = async (): Promise<Awaited<ReturnType<typeof listDeadLetters>>['items']> =>
  (await listDeadLetters(server.db, { fleetId: 'north', limit: 200 })).items;

describe('a body over the limit', () => {
  const over = 'x'.repeat(LARGEST_NOTIFICATION_BYTES + 1);

  it.each<[string, () => Promise<Answer>]>([
    ['by one byte, with a length', () => post(over)],
    ['by one byte, in chunks', () => post(chunked(over))],
    [
      'once unpacked',
      () => post(gzipSync(Buffer.alloc(LARGEST_NOTIFICATION_BYTES + 1)), { 'content-encoding': 'gzip' }),
    ],
    ['by very much once unpacked', () => post(bomb(), { 'content-encoding': 'br' })],
  ])('%s is refused and not kept', async (_what, call) => {
    const before = (await letters()).length;
    const answer = await call();
    expect(answer).toMatchObject({ status: 413, body: { status: 413, limit_bytes: 5_242_880 } });
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(await letters()).toHaveLength(before);
    expect(server.gateway.trips).toHaveLength(0);
  });

  it('is refused by its length, before any of it came', async () => {
    const answer = await exchange(
      `POST /webhooks/north/${TOKENS.webhook} HTTP/1.1\r\nHost: x\r\nContent-Length: 5242881\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
  });

  it('is refused at the first byte too many, while the sender has not finished', async () => {
    const chunk = 'x'.repeat(LARGEST_NOTIFICATION_BYTES + 1);
    const answer = await exchange(
      `POST /webhooks/north/${TOKENS.webhook} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
  });
});

/** Compresses a quarter of a gigabyte of zeroes into some hundred bytes, with brotli because it compresses them best. */
function bomb(): Buffer {
  return brotliCompressSync(Buffer.alloc(1 << 28), { params: { 1: 1 } });
}

describe('an outage', () => {
  let unavailableDatabase: Database;
  let cut: ServerInTest;
  beforeAll(async () => {
    unavailableDatabase = openDatabase(UNAVAILABLE_DATABASE_URL, { connectTimeoutMs: 500 });
    cut = await startServerInTest(unavailableDatabase);
  });
  afterAll(async () => {
    await cut.close();
    await unavailableDatabase.close();
  });
  const postThere = async (body: string): Promise<Response> =>
    fetch(`${cut.url}/webhooks/north/${TOKENS.webhook}`, { method: 'POST', body });

  it('of the database harms no trip', async () => {
    const answer = await postThere(notification());
    expect(answer.status).toBe(202);
  });

  it.each([
    ['an unknown type', '{"type":"SOMETHING_NEW"}'],
    ['a malformed body', '{"type":'],
  ])('of the database: %s has to come again', async (_what, body) => {
    const answer = await postThere(body);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('30');
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });

  it('of Temporal: a trip has to come again, and is started then', async () => {
    const body = notification();
    server.gateway.unavailable = true;
    try {
      const answer = await post(body);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('30');
      expect(answer.body).toMatchObject({ status: 503, title: 'Not available now' });
      expect((await post('{"type":"SOMETHING_NEW"}')).status).toBe(200);
    } finally {
      server.gateway.unavailable = false;
    }
    expect((await post(body)).status).toBe(202);
  });
});

describe('afterwards', () => {
  it('no token, id or body stands in the log, and each request has its line', async () => {
    await post(notification({ driver_id: 'planted-driver', data: { latitude: 52.52001 } }));
    await post('{"planted": 52.52001');
    await send('/webhooks/north/planted-wrong-token?apikey=planted-query', 'x');
    const text = server.logged();
    for (const secret of ['planted-', '52.52001', ...Object.values(TOKENS)])
      expect(text).not.toContain(secret);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const started = lines.find(({ verdict }) => verdict === 'started');
    expect(started).toMatchObject({
      method: 'POST',
      route: '/webhooks/{fleet}/{token}',
      status: 202,
      fleet: 'north',
      duration_ms: expect.any(Number) as number,
      request_id: expect.any(String) as string,
    });
  });

  it('the metrics count by fleet and answer, and name no unknown fleet', async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text).toMatch(/tripline_webhooks_total\{fleet="north",status="started"\} \d+/);
    expect(text).toMatch(/tripline_webhooks_total\{fleet="north",status="malformed"\} \d+/);
    expect(text).toMatch(/tripline_webhooks_total\{fleet="unknown",status="unauthorised"\} \d+/);
    expect(text).toContain('route="/webhooks/{fleet}/{token}"');
    expect(text).not.toMatch(/west|planted/);
  });

  it('other methods are answered with the allowed one', async () => {
    const answer = await fetch(`${server.url}/webhooks/north/${TOKENS.webhook}`);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });
});

/** Sends bytes on a bare socket and reads until the head of a final response. */
function exchange(head: string, options: { readonly onContinue?: string } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, server.host);
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (options.onContinue && text === 'HTTP/1.1 100 Continue\r\n\r\n') socket.write(options.onContinue);
      else if (/HTTP\/1.1 [2-5]\d\d /.test(text)) {
        socket.destroy();
        resolve(text);
      }
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`closed after: ${text}`)));
    socket.write(head);
  });
}
