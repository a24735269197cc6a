import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PORT_LIMITS } from '../../../server/http/index.ts';
import type { PortLimits } from '../../../server/http/index.ts';
import { INTERACTION_ROOM, LARGEST_INTERACTION_BYTES } from '../../../server/slack/index.ts';
import { LARGEST_NOTIFICATION_BYTES, NOTIFICATION_ROOM } from '../../../server/webhooks/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { rawSender, statusesOf } from '../rawSender.ts';
import type { RawSender } from '../rawSender.ts';
import { FLEETS, TOKENS, startServerInTest } from '../../support/servers/server.ts';
import type { ServerInTest } from '../../support/servers/server.ts';
import { pressBody, signedHeaders } from '../slackRequest.ts';

/** Limits as in production, except for those under test, so that a slow machine changes nothing in tests without time. */
const SERVERS = {
  usual: PORT_LIMITS,
  hasty: { ...PORT_LIMITS, headersWithinMs: 1_000, requestWithinMs: 2_000, checkEveryMs: 100 },
  still: { ...PORT_LIMITS, stillMs: 3_000 },
  small: { ...PORT_LIMITS, connections: 40 },
} satisfies Record<string, PortLimits>;
const SECRET = 'planted-north-signing-secret';
const inTest = useDatabase();
let server: ServerInTest;
const servers = new Map<string, ServerInTest>();
const senders: RawSender[] = [];
beforeAll(async () => {
  const fleets = FLEETS.map((fleet) =>
    fleet.id === 'north' ? { ...fleet, slack: { signingSecret: SECRET } } : fleet,
  );
  for (const [name, limits] of Object.entries(SERVERS))
    servers.set(name, await startServerInTest(inTest.database, { fleets }, limits));
});
afterAll(async () => {
  for (const each of servers.values()) await each.close();
});
/** Uses this server for all following requests. */
function useServer(name: keyof typeof SERVERS): void {
  beforeAll(() => void (server = servers.get(name)!));
}
beforeEach(() => {
  for (const sender of senders.splice(0)) sender.end();
  server.gateway.trips.length = 0;
});

const PATH = `/webhooks/north/${TOKENS.webhook}`;
const head = (...lines: string[]): string =>
  `${[`POST ${PATH} HTTP/1.1`, 'Host: x', ...lines].join('\r\n')}\r\n`;
let counter = 0;
function notification(more = ''): string {
  counter += 1;
  return `{"version":3,"type":"TRIP_SCORED","driver_id":"d-${counter}","trip_id":"1790"${more}}`;
}
const whole = (body: string, ...lines: string[]): string =>
  `${head(...lines, `Content-Length: ${Buffer.byteLength(body)}`)}\r\n${body}`;

async function send(bytes: string | Buffer): Promise<RawSender> {
  const sender = await rawSender(server, bytes);
  senders.push(sender);
  return sender;
}

async function post(path: string, body: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(`${server.url}${path}`, { method: 'POST', body, headers });
  await answer.arrayBuffer();
  return answer.status;
}

/** Expects that a well-behaved sender is answered, whatever else happens. */
async function healthyIsAnswered(path = PATH): Promise<void> {
  // With short limits, a machine that hangs for a second causes a timeout. The sender then tries again, up to ten times.
  for (let left = server === servers.get('usual') ? 0 : 10; left > 0; left -= 1) {
    const status = await post(path, notification()).catch(() => 408);
    if (status !== 408) return expect(status).toBe(202);
  }
  expect(await post(path, notification())).toBe(202);
}

describe('a sender who takes its time', () => {
  useServer('hasty');
  it.each<[string, string, string]>([
    ['over the headers', head().slice(0, -2), 'X-Slow: x\r\n'],
    ['over the body', `${head('Content-Length: 100000')}\r\n{`, ' '],
    ['over chunks without end', `${head('Transfer-Encoding: chunked')}\r\n`, '1\r\n \r\n'],
    ['and asks before it sends nothing', `${head('Expect: 100-continue', 'Content-Length: 10')}\r\n`, ''],
    ['and never begins', '', ''],
    ['between two requests', `${whole(notification())}POST /`, ''],
  ])('%s is cut off, and others are answered meanwhile', async (_how, begin, more) => {
    const slow = await Promise.all(Array.from({ length: 10 }, () => send(begin)));
    if (more !== '') for (const sender of slow) sender.dribble(more, 100);
    await healthyIsAnswered();
    const ends = await Promise.all(slow.map(({ closed }) => closed));
    for (const text of ends) expect(statusesOf(text).filter((status) => status !== 100)).toContain(408);
    await healthyIsAnswered();
  });
});

describe('a sender who does not read', () => {
  useServer('still');
  it('its answers is cut off, and nothing more is made for it', async () => {
    const document = await (await fetch(`${server.url}/openapi.json`)).text();
    const greedy = await send('');
    greedy.socket.pause();
    greedy.socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(PORT_LIMITS.ahead));
    await healthyIsAnswered();
    // The system's own buffers do not hold all of it. The server waits with the answer that does not fit, then closes.
    const longest = (): number =>
      Math.max(0, ...[...server.logged().matchAll(/"route":"\/openapi.json".*?"duration_ms":([\d.]+)/g)].map(([, ms]) => Number(ms))); // prettier-ignore
    await expect.poll(longest, { timeout: 60_000 }).toBeGreaterThanOrEqual(SERVERS.still.stillMs);
    greedy.socket.resume();
    expect((await greedy.closed).length).toBeLessThan((document.length * PORT_LIMITS.ahead) / 2);
    await healthyIsAnswered();
  });
});

describe('very many connections', () => {
  useServer('small');
  it.each<[string, string]>([
    ['that do nothing', ''],
    ['with half a head', head().slice(0, -2)],
    ['with half a body', `${head('Content-Length: 1000')}\r\n{`],
    [
      'at a door that knows nobody before the end',
      'POST /slack/interactions HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{',
    ],
  ])('%s make room for others', async (_what, bytes) => {
    const idle: RawSender[] = [];
    for (let index = 0; index < 2 * SERVERS.small.connections; index += 1) idle.push(await send(bytes));
    for (let index = 0; index < 5; index += 1) await healthyIsAnswered();
    await expect
      .poll(() => idle.filter(({ socket }) => socket.destroyed || socket.readableEnded).length)
      .toBeGreaterThanOrEqual(SERVERS.small.connections - 1);
  });
});

describe('slow bodies that fill the room of all', () => {
  useServer('usual');
  const pad = Buffer.alloc(LARGEST_NOTIFICATION_BYTES, ' ');

  /** Sends bodies that lack their last bytes until the memory budget is full. @returns each with the bytes that it lacks */
  async function fill(
    path: string,
    limit: number,
    room: { readonly bytes: number; readonly taken: number },
  ): Promise<{ readonly sender: RawSender; readonly rest: Buffer }[]> {
    const all: { readonly sender: RawSender; readonly rest: Buffer }[] = [];
    for (let left = room.bytes - 20; left > 0;) {
      const size = left < limit ? left : Math.min(limit - 1, left - 1_000);
      const start = notification();
      const sender = await send(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${limit}\r\n\r\n${start}`,
      );
      sender.socket.write(pad.subarray(0, size - start.length));
      all.push({ sender, rest: pad.subarray(0, limit - size) });
      left -= size;
    }
    await expect.poll(() => room.taken).toBe(room.bytes - 20);
    return all;
  }

  async function isFree(room: { readonly taken: number }): Promise<void> {
    for (const sender of senders.splice(0)) sender.end();
    await expect.poll(() => room.taken).toBe(0);
  }

  it('for Slack’s presses stop no press: the oldest one is cut off', async () => {
    const [first, second] = await fill('/slack/interactions', LARGEST_INTERACTION_BYTES, INTERACTION_ROOM);
    const body = pressBody({ actionId: 'of_nobody', value: 'x' });
    for (let index = 0; index < 3; index += 1) {
      const headers = signedHeaders(SECRET, body, Math.floor(Date.now() / 1000));
      expect(await post('/slack/interactions', body, headers)).toBe(200);
    }
    expect(statusesOf(await first!.sender.closed)).toEqual([408]);
    expect(statusesOf(second!.sender.heard())).toEqual([]);
    await isFree(INTERACTION_ROOM);
  });

  it('for notifications stop no other fleet’s, and what arrives in the end is kept', async () => {
    const all = await fill(PATH, LARGEST_NOTIFICATION_BYTES, NOTIFICATION_ROOM);
    await healthyIsAnswered(`/webhooks/south/${TOKENS.southWebhook}`);
    await healthyIsAnswered();
    expect(statusesOf(await all[0]!.sender.closed)).toEqual([408]);
    const before = server.gateway.trips.length;
    const waitOptions = all.slice(-5);
    for (const { sender, rest } of waitOptions) sender.socket.write(rest);
    await expect
      .poll(() => waitOptions.map(({ sender }) => statusesOf(sender.heard())))
      .toEqual(waitOptions.map(() => [202]));
    expect(server.gateway.trips).toHaveLength(before + waitOptions.length);
    await isFree(NOTIFICATION_ROOM);
  });
});

describe('what is packed', () => {
  useServer('usual');
  const bomb = Buffer.alloc(1 << 27);
  it.each<[string, string, () => Buffer, number]>([
    ['a bomb as gzip', 'gzip', () => gzipSync(bomb), 413],
    ['a bomb as deflate', 'deflate', () => deflateSync(bomb), 413],
    ['a bomb as brotli', 'br', () => brotliCompressSync(bomb, { params: { 1: 1 } }), 413],
    ['twice, and says so', 'gzip, gzip', () => gzipSync(gzipSync(bomb)), 400],
    ['twice, and says once', 'gzip', () => gzipSync(gzipSync(bomb)), 400],
    ['in a way nobody knows', 'compress', () => gzipSync(notification()), 400],
    ['and cut short', 'gzip', () => gzipSync(notification()).subarray(0, -9), 400],
  ])('%s is refused, twenty at once in little memory', async (_what, encoding, pack, status) => {
    const body = pack();
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers)), 5);
    const before = process.memoryUsage().arrayBuffers;
    const headers = { 'content-encoding': encoding };
    const answers = Array.from({ length: 20 }, async () => {
      const answer = await fetch(`${server.url}${PATH}`, { method: 'POST', headers, body });
      await answer.arrayBuffer();
      return answer.status;
    });
    await healthyIsAnswered();
    expect(new Set(await Promise.all(answers))).toEqual(new Set([status]));
    clearInterval(watch);
    // Uncompressed, they are two and a half gigabytes.
    expect(most - before).toBeLessThan(600_000_000);
  });

  it('for the API is bounded too', async () => {
    const headers = { authorization: `Bearer ${TOKENS.admin}`, 'content-encoding': 'gzip' };
    const url = `${server.url}/api/v1/fleets/north/simulations`;
    const answer = await fetch(url, { method: 'POST', headers, body: gzipSync(bomb) });
    expect(answer.status).toBe(413);
  });
});

describe('JSON that is meant to hurt', () => {
  useServer('usual');
  const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  it.each<[string, () => string, number]>([
    ['100,000 levels of objects', () => notification(`,"data":${deep(100_000)}`), 400],
    ['a million levels of lists', () => notification(`,"data":${'['.repeat(1e6)}${']'.repeat(1e6)}`), 400],
    ['a million brackets that never close', () => '[{"a":'.repeat(500_000), 400],
    ['200,000 fields', () => notification(`,"data":{${fields(200_000)}}`), 202],
    ['200,000 fields beside its own', () => notification(`,${fields(200_000)}`), 202],
    ['the same field 500,000 times', () => notification(`,"data":{"a":1${',"a":1'.repeat(500_000)}}`), 202],
    ['a number of a million digits', () => notification(`,"data":${'9'.repeat(1_000_000)}`), 202],
    [
      'an id of a million digits',
      () => `{"type":"TRIP_SCORED","driver_id":${'9'.repeat(1e6)},"trip_id":"1"}`,
      400,
    ],
    ['a million exponents', () => notification(`,"data":[1e999${',1e999'.repeat(800_000)}]`), 202],
    [
      'a word about prototypes',
      () => notification(',"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}'),
      202,
    ],
    [
      'an id by way of the prototype',
      () => '{"__proto__":{"type":"TRIP_SCORED","driver_id":"d","trip_id":"1"}}',
      400,
    ],
  ])('%s is answered', async (_what, body, status) => {
    const answer = fetch(`${server.url}${PATH}`, { method: 'POST', body: body() });
    await healthyIsAnswered();
    expect((await answer).status).toBe(status);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
  const fields = (count: number): string =>
    Array.from({ length: count }, (_each, index) => `"f${index}":0`).join(',');
});

describe('headers', () => {
  useServer('usual');
  it.each<[string, () => string, number]>([
    [
      'very many',
      () => whole(notification(), ...Array.from({ length: 300 }, (_each, index) => `X-${index}: 1`)),
      431,
    ],
    ['the same very often', () => whole(notification(), ...Array.from({ length: 1_500 }, () => 'A: b')), 431],
    ['one that is very long', () => whole(notification(), `X: ${'x'.repeat(20_000)}`), 431],
    ['one without end', () => `${head()}X: ${'x'.repeat(2_000_000)}`, 431],
    ['a very long address', () => `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    [
      'a trailer without end',
      () => `${head('Transfer-Encoding: chunked')}\r\n0\r\nX: ${'x'.repeat(40_000)}`,
      431,
    ],
    [
      'chunk extensions without end',
      () => `${head('Transfer-Encoding: chunked')}\r\n1;${'x'.repeat(40_000)}`,
      413,
    ],
    [
      'an expectation nobody knows',
      () => whole(notification(), 'Expect: the-unexpected', 'Connection: close'),
      417,
    ],
  ])('%s are refused, and the connection ends', async (_what, bytes, status) => {
    const sender = await send(bytes());
    await healthyIsAnswered();
    expect(statusesOf(await sender.closed)).toEqual([status]);
    expect(server.gateway.trips).toHaveLength(1);
  });
});

describe('a request within a request', () => {
  useServer('usual');
  const inner = (): string => whole('{"type":"TRIP_SCORED","driver_id":"smuggled","trip_id":"1"}');
  it.each<[string, (within: string) => string]>([
    [
      'length and chunks',
      (within) => `${head('Content-Length: 4', 'Transfer-Encoding: chunked')}\r\n0\r\n\r\n${within}`,
    ],
    [
      'chunks and length',
      (within) => `${head('Transfer-Encoding: chunked', 'Content-Length: 4')}\r\n0\r\n\r\n${within}`,
    ],
    [
      'two lengths',
      (within) => `${head('Content-Length: 0', `Content-Length: ${within.length}`)}\r\n${within}`,
    ],
    ['a list of lengths', (within) => `${head(`Content-Length: 0, ${within.length}`)}\r\n${within}`],
    ['a length with a sign', (within) => `${head('Content-Length: +0')}\r\n${within}`],
    ['a length in hex', (within) => `${head('Content-Length: 0x0')}\r\n${within}`],
    ['a coding nobody knows', (within) => `${head('Transfer-Encoding: xchunked')}\r\n${within}`],
    [
      'chunks that are not last',
      (within) => `${head('Transfer-Encoding: chunked, identity')}\r\n0\r\n\r\n${within}`,
    ],
    [
      'two codings',
      (within) =>
        `${head('Transfer-Encoding: identity', 'Transfer-Encoding: chunked', 'Content-Length: 3')}\r\n0\r\n\r\n${within}`,
    ],
    ['a space before the colon', (within) => `${head('Content-Length : 0')}\r\n${within}`],
    ['a folded line', (within) => `${head('X: a', ' Content-Length: 0')}\r\n${within}`],
    ['a line that ends early', (within) => `${head(`X: a\nContent-Length: ${within.length}`)}\r\n${within}`],
    ['a chunk size that is none', (within) => `${head('Transfer-Encoding: chunked')}\r\n0x\r\n\r\n${within}`],
    [
      'a chunk longer than it says',
      (within) => `${head('Transfer-Encoding: chunked')}\r\n2\r\nabc\r\n0\r\n\r\n${within}`,
    ],
  ])('by %s is never carried out', async (_how, around) => {
    const sender = await send(around(inner()));
    const text = await sender.closed;
    expect(statusesOf(text)).toEqual([400]);
    expect(text).toContain('application/problem+json');
    expect(server.gateway.trips).toEqual([]);
    await healthyIsAnswered();
  });

  it('by a length that is too short is the sender’s next one, which is none', async () => {
    const body = notification();
    const sender = await send(`${head(`Content-Length: ${body.length}`)}\r\n${body}and more\r\n\r\n`);
    const statuses = statusesOf(await sender.closed);
    expect([[202], [202, 400], [400], []]).toContainEqual(statuses);
    await healthyIsAnswered();
  });
});

describe('requests sent ahead', () => {
  useServer('usual');
  it('are answered in their order, one after the other', async () => {
    const bodies = Array.from({ length: 20 }, () => notification());
    const again = bodies.map((body) => whole(body)).join('');
    const sender = await send(again + again);
    await expect.poll(() => statusesOf(sender.heard()).length, { timeout: 30_000 }).toBe(40);
    expect(statusesOf(sender.heard())).toEqual([
      ...Array<number>(20).fill(202),
      ...Array<number>(20).fill(200),
    ]);
  });

  it('are cut off when they are too many', async () => {
    const sender = await send('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_000));
    await healthyIsAnswered();
    expect(statusesOf(await sender.closed).length).toBeLessThan(200);
  });
});
