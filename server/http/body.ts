import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { ArrivingBody, BodyRoom } from './bodyMemory.ts';

/** How reading a request's body ended. */
export type Body =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  /** Larger than allowed, as sent or unpacked. Nothing of it was stored. */
  | { readonly kind: 'too_large' }
  /** A body that arrived slowly while there was no room for others. Nothing of it was stored. */
  | { readonly kind: 'dropped' }
  /** A body that cannot be unpacked; `bytes` are as sent. */
  | {
      readonly kind: 'bad_encoding';
      readonly bytes: Buffer;
      readonly reason: string;
      readonly coding?: string;
    }
  /** A body whose sender disconnected, so that an answer would not arrive. */
  | { readonly kind: 'aborted' };

/** The limit of a body, and the memory limit that it shares with others. */
export interface BodyLimits {
  readonly bytes: number;
  readonly room?: BodyRoom;
  /** The owner of the body in the room; without it, all bodies share one owner. */
  readonly whose?: string;
}

/** Milliseconds for which a sender may go on sending a refused body, so that it gets to read the answer. */
const LINGER_MS = 5_000;

/** Each piece is a turn of the event loop: in small ones a body that unpacks to megabytes takes hundreds of them. */
const UNPACKED_AT_ONCE_BYTES = 262_144;

/** After so many bytes of one body in a row, other requests get a turn: Node reads a fast sender's megabytes at once otherwise. */
const ARRIVING_AT_ONCE_BYTES = 131_072;

const UNPACK = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/** Requests that wait for `100 Continue` before they send their body. */
const waiting = new WeakSet<IncomingMessage>();

/** Holds `100 Continue` back until someone wants the body: a refused one is then never sent. */
export function deferContinue(request: IncomingMessage): void {
  waiting.add(request);
}

/**
 * Reads a body of at most `limitBytes`, as sent and unpacked (gzip, deflate, br), and never holds more than that. One
 * byte more ends the reading at once; what still arrives is thrown away for a few seconds, then the line is cut.
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number | BodyLimits,
): Promise<Body> {
  const limits: BodyLimits = typeof limit === 'number' ? { bytes: limit } : limit;
  const { bytes: limitBytes } = limits;
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
    lingerThenCut(request, response);
    return { kind: 'too_large' };
  }
  if (waiting.delete(request)) response.writeContinue();
  const sent = await readSent(request, limits);
  if (sent === 'too_large' || sent === 'dropped') lingerThenCut(request, response);
  if (typeof sent === 'string') return { kind: sent };
  return unpacked(sent, request.headers['content-encoding'], limitBytes);
}

/** Lets a sender finish a body that the answer does not wait for, but not forever. */
export function lingerThenCut(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return;
    request.resume();
    const timer = setTimeout(() => request.socket.destroy(), LINGER_MS);
    timer.unref();
    request.once('close', () => clearTimeout(timer));
  });
}

type Sent = Buffer | 'too_large' | 'dropped' | 'aborted';

function readSent(
  request: IncomingMessage,
  { bytes: limitBytes, room, whose = '' }: BodyLimits,
): Promise<Sent> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let size = 0;
    let inARow = 0;
    let isOver = false;
    let pacing: NodeJS.Immediate | undefined;
    let held: ArrivingBody | undefined;
    const settle = (outcome: Sent): void => {
      isOver = true;
      clearImmediate(pacing);
      chunks = [];
      held?.leave();
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
      // Later errors of the connection do not matter here, and must not end the process.
      request.on('error', () => undefined);
      resolve(outcome);
    };
    const refuse = (outcome: 'too_large' | 'dropped'): void => {
      request.pause();
      settle(outcome);
    };
    const yieldToOthers = (): void => {
      inARow = 0;
      request.pause();
      pacing = setImmediate(() => request.resume());
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limitBytes) return refuse('too_large');
      chunks.push(chunk);
      held ??= room?.begin(whose, () => refuse('dropped'));
      held?.add(chunk.length);
      inARow += chunk.length;
      if (inARow >= ARRIVING_AT_ONCE_BYTES && !isOver) yieldToOthers();
    };
    const onEnd = (): void => settle(Buffer.concat(chunks, size));
    const onGone = (): void => settle('aborted');
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
    if (request.destroyed) settle('aborted');
  });
}

async function unpacked(bytes: Buffer, encoding: string | undefined, limitBytes: number): Promise<Body> {
  const coding = (encoding ?? 'identity').trim().toLowerCase();
  if (coding === 'identity' || coding === '') return { kind: 'read', bytes };
  if (!Object.hasOwn(UNPACK, coding))
    return { kind: 'bad_encoding', bytes, reason: 'its content encoding must be gzip, deflate or br' };
  try {
    const plain = await UNPACK[coding as keyof typeof UNPACK](bytes, {
      maxOutputLength: limitBytes,
      chunkSize: UNPACKED_AT_ONCE_BYTES,
    });
    return { kind: 'read', bytes: plain };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return { kind: 'too_large' };
    return { kind: 'bad_encoding', bytes, reason: `it cannot be unpacked as ${coding}`, coding };
  }
}
