import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { ArrivingBody, BodyRoom } from './bodyMemory.ts';

/** The result of reading a request's body. */
export type Body =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  /** The body is larger than allowed, as sent or after decompression. No part of it is kept. */
  | { readonly kind: 'too_large' }
  /** The body arrived slowly while memory for bodies was short. No part of it is kept. */
  | { readonly kind: 'dropped' }
  /** The body cannot be decompressed. `bytes` is the body as sent. */
  | {
      readonly kind: 'bad_encoding';
      readonly bytes: Buffer;
      readonly reason: string;
      readonly coding?: string;
    }
  /** The sender disconnected, so that a response would not arrive. */
  | { readonly kind: 'aborted' };

/** The size limit of a body, and the memory limit that it shares with other bodies. */
export interface BodyLimits {
  readonly bytes: number;
  readonly room?: BodyRoom;
  /** The owner to whom the shared memory limit attributes the body. Absent: all such bodies have the same owner. */
  readonly whose?: string;
}

/** Milliseconds for which a sender may continue to send a refused body, so that it can read the response. */
const LINGER_MS = 5_000;

/**
 * Size of the pieces in which a body is decompressed. Each piece takes a turn of the event loop, and small pieces would need
 * hundreds of turns for some megabytes.
 */
const UNPACKED_AT_ONCE_BYTES = 262_144;

/**
 * Number of bytes of one body in a row after which other requests are processed. Otherwise Node reads the megabytes of a fast
 * sender in one go.
 */
const ARRIVING_AT_ONCE_BYTES = 131_072;

const UNPACK = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/** Requests whose sender waits for `100 Continue` before it sends the body. */
const waiting = new WeakSet<IncomingMessage>();

/** Delays `100 Continue` until the body is read. The body of a refused request is then never sent. */
export function deferContinue(request: IncomingMessage): void {
  waiting.add(request);
}

/**
 * Reads a body of at most `limit` bytes, both as sent and after decompression (gzip, deflate, br), and never holds more in
 * memory. A longer body ends the reading at once. The rest is discarded for some seconds, then the connection is closed.
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

/** Discards the rest of a body after the response was sent, for `LINGER_MS` at most. Then closes the connection. */
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
      // Ignores later errors of the connection, because an unhandled one would end the process.
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
