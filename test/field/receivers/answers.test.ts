import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookSender } from '../../../activities/channels/webhook/index.ts';

/** Tests answers of real webhook receivers, byte for byte, each with what is known of the webhook afterwards. */
let server: Server;
let port = 0;
let respond: (socket: Socket, request: string) => void = () => undefined;
const sockets = new Set<Socket>();

beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let request = '';
    let isAnswered = false;
    socket.setEncoding('utf8').on('data', (part: string) => {
      request += part;
      if (isAnswered || !request.includes('}')) return;
      isAnswered = true;
      respond(socket, request);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((done) => server.close(done));
});

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
async function send(answer: (socket: Socket) => void, answerMs = 15_000) {
  respond = answer;
  const sender = createWebhookSender({
    signingSecret: secret,
    allowHosts: () => [`127.0.0.1:${port}`],
    timeLimits: { beforeRequestMs: 15_000, answerMs },
  });
  const url = `http://127.0.0.1:${port}/hook`;
  return sender.send({ fleet: 'north', generations: [1], url, id: 'msg_1', timestampSeconds: 1, body: '{}' });
}

const HTML = '<html><body>Something is wrong here.</body></html>';
const http = (status: string, headers: Readonly<Record<string, string>> = {}, body = HTML) => {
  const all = { 'content-length': String(Buffer.byteLength(body)), connection: 'close', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return (socket: Socket): void => void socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
};
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString();
const about = (ms: number): number => expect.closeTo(ms, -4) as number;

const SENT = { kind: 'sent' };
/** The receiver did not accept the webhook, which is retried for a day. */
const RETRIED = {
  kind: 'not_sent',
  refusal: { alarm: 'webhook_refused', alarmFrom: 3, endsAfterMs: 86_400_000 },
};
/** Retried likewise, marked, because a gateway answered after the request was handed on. */
const MARKED = { ...RETRIED, unavailable: true, mayHaveArrived: true };
const UNCLEAR = { kind: 'unknown_outcome', unavailable: true };
const after = (afterMs: number) => ({ ...RETRIED, afterMs: about(afterMs) });

describe('an answer of a receiver', () => {
  it.each([
    ['202 of PagerDuty and of Power Automate', http('202 Accepted', {}, '{"status":"success"}'), SENT],
    ['204 without a body', http('204 No Content', {}, ''), SENT],
    [
      '200 that reports Teams’ own 429 in its text (msteams-docs 7425)',
      http(
        '200 OK',
        {},
        'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429',
      ),
      SENT,
    ],
    ['200 with a page of a login (a captive portal)', http('200 OK', { 'content-type': 'text/html' }), SENT],
    [
      '410 of a REST hook without a subscription (zapier visual-builder 619)',
      http('410 Gone'),
      { kind: 'refused', gone: true },
    ],
    [
      '404 of a workflow that is not registered for the moment (n8n 35040)',
      http('404 Not Found', {}, '{"code":404,"message":"not registered"}'),
      RETRIED,
    ],
    ['404 at the first request after a start (n8n 1257)', http('404 Not Found'), RETRIED],
    ['400 of a strict receiver', http('400 Bad Request'), RETRIED],
    [
      '401 whose secret is being changed',
      http('401 Unauthorized', { 'www-authenticate': 'Bearer' }),
      RETRIED,
    ],
    ['403 with a challenge of Cloudflare', http('403 Forbidden', { 'cf-mitigated': 'challenge' }), RETRIED],
    ['405 of a page in the place of the receiver', http('405 Method Not Allowed', { allow: 'GET' }), RETRIED],
    ['406, which mailgun takes for the end', http('406 Not Acceptable'), RETRIED],
    ['409 of a receiver that is busy with the same id', http('409 Conflict'), RETRIED],
    [
      '413 of nginx in front of the receiver (docker-alerta 441)',
      http('413 Request Entity Too Large'),
      { ...RETRIED, tooLong: true },
    ],
    ['415', http('415 Unsupported Media Type'), RETRIED],
    ['422', http('422 Unprocessable Entity'), RETRIED],
    ['451 for reasons of law', http('451 Unavailable For Legal Reasons'), RETRIED],
    ['429 without Retry-After (alertmanager 2121)', http('429 Too Many Requests'), RETRIED],
    ['499 and a made-up status', http('499 Client Closed Request'), RETRIED],
    ['999 of a service that blocks robots', http('999 Request Denied'), RETRIED],
    ['301 to https (waha 112)', http('301 Moved Permanently', { location: 'https://example.com/' }), RETRIED],
    ['302 to a login', http('302 Found', { location: '/login' }), RETRIED],
    [
      '307 of a proxy, which would keep the method (asaas)',
      http('307 Temporary Redirect', { location: '/x' }),
      RETRIED,
    ],
    ['308', http('308 Permanent Redirect', { location: '/x' }), RETRIED],
    ['304 of a cache', http('304 Not Modified', {}, ''), RETRIED],
    [
      '500 of Express for a body over 100 kB (matrix-hookshot 1090)',
      http('500 Internal Server Error'),
      MARKED,
    ],
    ['502 of nginx', http('502 Bad Gateway'), MARKED],
    ['504 of a gateway', http('504 Gateway Timeout'), MARKED],
    ['520 of Cloudflare (defender-sdk 308)', http('520'), MARKED],
    ['524 of Cloudflare, whose origin may still work on it (sql-query-clients 128)', http('524'), MARKED],
    ['530 of Cloudflare (got 991)', http('530'), MARKED],
    [
      '503, which refuses before any work',
      http('503 Service Unavailable'),
      { ...RETRIED, unavailable: true },
    ],
    ['429 with seconds', http('429 Too Many Requests', { 'retry-after': '30' }), after(30_000)],
    [
      '503 with a date (RFC 9110)',
      http('503 Service Unavailable', { 'retry-after': inSeconds(300) }),
      after(300_000),
    ],
    [
      '503 with a date of a clock that is an hour ahead',
      http('503 Service Unavailable', { date: inSeconds(3_600), 'retry-after': inSeconds(3_660) }),
      after(60_000),
    ],
    [
      '429 with a fraction of seconds (notebooklm-py 1275)',
      http('429 Too Many Requests', { 'retry-after': '90.5' }),
      after(90_500),
    ],
    [
      '429 with a pause of a year, which is cut to a day',
      http('429 Too Many Requests', { 'retry-after': '31536000' }),
      after(86_400_000),
    ],
  ])('has a known outcome: %s', async (_what, answer, known) => {
    const result = await send(answer);
    expect(result).toMatchObject(known);
    expect(JSON.stringify(result)).not.toMatch(/Something is wrong|registered|Teams/);
  });

  it.each(['soon', '-5', '120junk', '', inSeconds(-60), '0'])(
    'with Retry-After “%s” leaves the pause to the sender',
    async (value) => {
      const result = await send(http('429 Too Many Requests', { 'retry-after': value }));
      expect(result).toMatchObject(RETRIED);
      expect(result).not.toHaveProperty('afterMs');
    },
  );
});

describe('a connection', () => {
  it.each([
    [
      'that ends after the request, as of a container that is replaced',
      (socket: Socket) => void socket.end(),
    ],
    ['that is reset after the request', (socket: Socket) => void socket.resetAndDestroy()],
    ['that answers in another protocol', (socket: Socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
    ['that is cut within the status', (socket: Socket) => void socket.end('HTTP/1.1 20')],
    [
      'that switches protocols',
      (socket: Socket) =>
        void socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    ],
  ])('%s leaves the outcome unknown', async (_what, answer) => {
    expect(await send(answer)).toMatchObject(UNCLEAR);
  });

  it('that stays silent leaves the outcome unknown', async () => {
    expect(await send(() => undefined, 200)).toMatchObject(UNCLEAR);
  });

  it.each([
    [
      'with interim answers first',
      (socket: Socket) =>
        void socket.end('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n'),
    ],
    ['in HTTP/1.0 without a length', (socket: Socket) => void socket.end('HTTP/1.0 200 OK\r\n\r\nok')],
    [
      'whose body is cut',
      (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\nok'),
    ],
    [
      'whose chunks are broken',
      (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
    ],
    [
      'that says it is packed and is not',
      (socket: Socket) =>
        void socket.end('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 2\r\n\r\nok'),
    ],
    ['without a reason', (socket: Socket) => void socket.end('HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n')],
  ])('that answers 2xx %s has taken it', async (_what, answer) => {
    expect(await send(answer)).toMatchObject(SENT);
  });
});
