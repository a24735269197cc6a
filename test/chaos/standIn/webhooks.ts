import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openJournal } from '../journal.ts';
import { fateIn, openAttempts } from './attempts.ts';
import type { Fate } from './attempts.ts';
import { followModes } from './mode.ts';
import type { Mode } from './mode.ts';

/** A webhook receiver as a separate process: `PORT`, `JOURNAL`, `ATTEMPTS`, `SEED`, and `SECRET` in base64. */
const journal = openJournal(process.env['JOURNAL']!);
const attempts = openAttempts(process.env['ATTEMPTS']!);
const moods = followModes(`webhooks ${process.env['SEED']}`);
const secret = Buffer.from(process.env['SECRET']!, 'base64');
const OLDEST_SECONDS = 300;
/** Number of calls that a gateway has answered in this receiver's place. */
let badGateways = 0;

/** A webhook in the journal. */
export interface WebhookEntry {
  /** The path it was posted to, with `:unsigned` if its signature is wrong, so that the oracle does not expect it. */
  readonly receiver: string;
  readonly id: string;
  readonly body: unknown;
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const mode = moods.next();
  if (mode === 'bad_gateway') badGateways += 1;
  const isTaken = !NOT_TAKEN.has(mode) || (mode === 'bad_gateway' && badGateways % 2 === 0);
  const bytes = Buffer.concat(chunks).toString('utf8');
  attempts.note({ receiver: request.url ?? '/', text: bytes, fate: webhookFate(mode, isTaken) });
  if (mode === 'limits') return void response.writeHead(429, { 'retry-after': '1' }).end();
  if (mode === 'broken') return void response.writeHead(503).end('broken');
  if (isTaken) take(request, bytes);
  if (mode === 'bad_gateway') return void response.writeHead(502).end('bad gateway');
  if (mode === 'hangs' || mode === 'takes_and_hangs') await moods.over();
  if (mode !== 'well') return void request.socket.destroy();
  response.writeHead(isRightly(request, bytes) ? 204 : 401).end();
}

const NOT_TAKEN: ReadonlySet<Mode> = new Set(['limits', 'broken', 'hangs', 'cuts', 'bad_gateway']);

/** Returns the fate of a webhook: 503 says that it was not taken; 502 leaves that open. */
function webhookFate(mode: Mode, isTaken: boolean): Fate {
  if (mode === 'broken') return 'refused';
  return mode === 'bad_gateway' && isTaken ? 'taken, answered 5xx' : fateIn(mode);
}

function isRightly(request: IncomingMessage, bytes: string): boolean {
  return request.method === 'POST' && isSigned(request, bytes);
}

function take(request: IncomingMessage, bytes: string): void {
  const isRight = isRightly(request, bytes);
  journal.write({
    receiver: `${request.url ?? '/'}${isRight ? '' : ':unsigned'}`,
    id: header(request, 'webhook-id'),
    body: JSON.parse(bytes) as unknown,
  } satisfies WebhookEntry);
}

/** Checks the signature of Standard Webhooks 1.0: base64 of HMAC-SHA-256 over id, time and body, joined by dots. */
function isSigned(request: IncomingMessage, body: string): boolean {
  const [id, time] = [header(request, 'webhook-id'), header(request, 'webhook-timestamp')];
  const wanted = createHmac('sha256', secret).update([id, time, body].join('.')).digest();
  const isFresh = Math.abs(Date.now() / 1000 - Number(time)) < OLDEST_SECONDS;
  const signatures = header(request, 'webhook-signature').split(' ');
  return (
    isFresh &&
    id !== '' &&
    signatures.some((each) => {
      const given = Buffer.from(each.startsWith('v1,') ? each.slice(3) : '', 'base64');
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    })
  );
}

function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

createServer((request, response) => {
  handle(request, response).catch(() => response.destroy());
}).listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('ready\n'));
