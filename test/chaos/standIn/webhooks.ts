import { createHmac, timingSafeEqual } from 'node:crypto';
import { startHttpStandIn } from '../../support/stand-ins/http.ts';
import type { HttpAnswer, Received } from '../../support/stand-ins/http.ts';
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

function answerTo(request: Received): HttpAnswer {
  receiver.received.length = 0;
  const mode = moods.next();
  if (mode === 'bad_gateway') badGateways += 1;
  const isTaken = !NOT_TAKEN.has(mode) || (mode === 'bad_gateway' && badGateways % 2 === 0);
  const { path, body } = request;
  attempts.note({ receiver: path, text: body, fate: webhookFate(mode, isTaken) });
  if (isTaken) take(request);
  if (mode === 'limits') return { status: 429, headers: { 'retry-after': '1' } };
  if (mode === 'broken') return { status: 503, body: 'broken' };
  if (mode === 'bad_gateway') return { status: 502, body: 'bad gateway' };
  if (mode === 'hangs' || mode === 'takes_and_hangs')
    return (response) => void moods.over().then(() => response.destroy());
  return mode === 'well' ? { status: isRightly(request) ? 204 : 401 } : 'drop';
}

const NOT_TAKEN: ReadonlySet<Mode> = new Set(['limits', 'broken', 'hangs', 'cuts', 'bad_gateway']);

/** Returns the fate of a webhook: 503 says that it was not taken; 502 leaves that open. */
function webhookFate(mode: Mode, isTaken: boolean): Fate {
  if (mode === 'broken') return 'refused';
  return mode === 'bad_gateway' && isTaken ? 'taken, answered 5xx' : fateIn(mode);
}

function isRightly(request: Received): boolean {
  return request.method === 'POST' && isSigned(request);
}

function take(request: Received): void {
  const isRight = isRightly(request);
  journal.write({
    receiver: `${request.path}${isRight ? '' : ':unsigned'}`,
    id: header(request, 'webhook-id'),
    body: JSON.parse(request.body) as unknown,
  } satisfies WebhookEntry);
}

/** Checks the signature of Standard Webhooks 1.0: base64 of HMAC-SHA-256 over id, time and body, joined by dots. */
function isSigned(request: Received): boolean {
  const [id, time] = [header(request, 'webhook-id'), header(request, 'webhook-timestamp')];
  const wanted = createHmac('sha256', secret).update([id, time, request.body].join('.')).digest();
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

function header(request: Received, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

const receiver = await startHttpStandIn(answerTo, Number(process.env['PORT']));
process.stdout.write('ready\n');
