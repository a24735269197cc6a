import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Where the server listens, with the path of a webhook whose token counts. */
export interface Target {
  readonly port: number;
  readonly path: string;
}

/** An attack on the port until it is stopped: connections that are held, or requests that are sent again and again. */
type Attack =
  | {
      readonly hold: number;
      readonly begin: (at: Target) => string;
      readonly dribble?: string;
      readonly deaf?: boolean;
    }
  | { readonly aSecond: number; readonly send: (at: Target) => string | Buffer };

const BOMB = Buffer.alloc(1 << 28);
const head = ({ path }: Target, ...lines: string[]): string =>
  `${[`POST ${path} HTTP/1.1`, 'Host: x', ...lines].join('\r\n')}\r\n`;
const whole = (at: Target, body: Buffer | string, ...lines: string[]): Buffer =>
  Buffer.concat([
    Buffer.from(`${head(at, ...lines, `Content-Length: ${Buffer.byteLength(body)}`)}\r\n`),
    Buffer.from(body),
  ]);
const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};
const gzipped = once(() => gzipSync(BOMB));
const brotlied = once(() => brotliCompressSync(BOMB, { params: { 1: 1 } }));
const deep = once(
  () => `{"type":"TRIP_SCORED","driver_id":"d","trip_id":"1","data":${'['.repeat(1_000_000)}`,
);
const wide = once(
  () =>
    `{"type":"TRIP_SCORED","driver_id":"d","trip_id":"1"${Array.from({ length: 50_000 }, (_each, index) => `,"f${index}":0`).join('')}}`,
);

/** The attacks by name. Those by a stranger need no token: they are refused before anything is read. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'slow headers on 500 connections': { hold: 500, begin: (at) => head(at), dribble: 'X: x\r\n' },
  'slow bodies on 500 connections': { hold: 500, begin: (at) => `${head(at, 'Content-Length: 99999')}\r\n{`, dribble: ' ' },
  'slow bodies of strangers on 500 connections': { hold: 500, begin: () => 'POST /slack/interactions HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\nx', dribble: 'x' },
  'bodies of 5 MB that lack a byte, on 60 connections': { hold: 60, begin: (at) => `${head(at, 'Content-Length: 5242880')}\r\n${'x'.repeat(5_242_879)}` },
  'presses of strangers that lack a byte, on 200 connections': { hold: 200, begin: () => `POST /slack/interactions HTTP/1.1\r\nHost: x\r\nContent-Length: 262144\r\n\r\n${'x'.repeat(262_143)}` },
  'chunks without end on 500 connections': { hold: 500, begin: (at) => `${head(at, 'Transfer-Encoding: chunked')}\r\n`, dribble: '1\r\nx\r\n' },
  '3,000 connections that do nothing': { hold: 3_000, begin: () => '' },
  'answers that nobody reads, on 50 connections': { hold: 50, begin: () => 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(40), deaf: true },
  '20 gzip bombs a second (256 MB each)': { aSecond: 20, send: (at) => whole(at, gzipped(), 'Content-Encoding: gzip') },
  '20 brotli bombs a second (256 MB each)': { aSecond: 20, send: (at) => whole(at, brotlied(), 'Content-Encoding: br') },
  '10 deep JSON a second (a million levels)': { aSecond: 10, send: (at) => whole(at, deep()) },
  '10 wide JSON a second (50,000 fields)': { aSecond: 10, send: (at) => whole(at, wide()) },
  '100 floods of headers a second': { aSecond: 100, send: (at) => head(at, ...Array.from({ length: 1_500 }, () => 'A: b')) },
  '100 endless headers a second': { aSecond: 100, send: (at) => `${head(at)}X: ${'x'.repeat(100_000)}` },
  '100 endless addresses a second': { aSecond: 100, send: () => `GET /${'x'.repeat(100_000)}` },
  '20 times 500 requests sent ahead a second': { aSecond: 20, send: () => 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500) },
  '50 wrong tokens with 4 MB each a second': { aSecond: 50, send: (at) => whole({ ...at, path: '/webhooks/calm/wrong' }, Buffer.alloc(4_000_000)) },
}; // prettier-ignore

const open = new Set<Socket>();
let isOver = false;

function start(target: Target, bytes: string | Buffer, isDeaf = false): Socket {
  const socket = connect(target.port, '127.0.0.1');
  open.add(socket);
  socket.on('error', () => undefined).once('close', () => open.delete(socket));
  if (isDeaf) socket.pause();
  else socket.resume();
  if (bytes.length > 0) socket.write(bytes);
  return socket;
}

/** Keeps so many connections, again where one was cut, each with its own slow word every second. */
async function hold(target: Target, attack: Extract<Attack, { hold: number }>): Promise<void> {
  while (!isOver) {
    for (let made = 0; open.size < attack.hold && made < 200; made += 1)
      start(target, attack.begin(target), attack.deaf);
    await pause(200);
    const { dribble } = attack;
    if (dribble !== undefined) for (const socket of open) if (socket.writable) socket.write(dribble);
  }
}

async function repeat(target: Target, attack: Extract<Attack, { aSecond: number }>): Promise<void> {
  const began = performance.now();
  for (let sent = 0; !isOver; sent += 1) {
    // No more than a hundred at once, however slow the other side is.
    if (open.size < 100)
      setTimeout((socket: Socket) => socket.destroy(), 5_000, start(target, attack.send(target)));
    await pause(Math.max(0, began + ((sent + 1) * 1000) / attack.aSecond - performance.now()));
  }
}

process.on('message', ({ name, target }: { name: string; target: Target }) => {
  const attack = ATTACKS[name]!;
  if ('send' in attack) attack.send(target);
  process.send?.('ready');
  void ('hold' in attack ? hold(target, attack) : repeat(target, attack));
});
process.on('disconnect', () => {
  isOver = true;
  process.exit(0);
});
// A message that is sent before someone listens is lost.
process.send?.('listens');
