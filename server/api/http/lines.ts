import { once } from 'node:events';
import type { Response } from 'express';
import { loggedError } from '../../http/index.ts';

/** An answer that is sent line by line while it is produced, so that it is never in memory as a whole. */
export class LineAnswer {
  /** Produces the answer. It passes lines with their line ends to `out`, and waits until the reader has taken them. */
  readonly write: (out: (lines: string) => Promise<void>) => Promise<void>;
  constructor(write: LineAnswer['write']) {
    this.write = write;
  }
}

/**
 * Milliseconds after which a reader that takes nothing is treated as gone. Whatever the answer holds, such as
 * a transaction, is then released before the database ends it.
 */
const READ_WITHIN_MS = 45_000;

/**
 * Writes the lines as fast as the client reads them. An error before the first line is answered as usual.
 * After a later error, the connection is cut and the error is logged, so that half an answer is not taken for
 * a whole one.
 */
export async function sendLines(response: Response, { write }: LineAnswer, type: string): Promise<void> {
  try {
    await write(async (lines) => {
      if (!response.headersSent) response.type(type);
      if (response.destroyed || response.closed) throw new ReaderGoneError();
      if (!response.write(lines)) await drained(response);
    });
  } catch (error) {
    const isReaderGone = error instanceof ReaderGoneError;
    if (!response.headersSent && !isReaderGone) throw error;
    if (!isReaderGone) {
      const said = { error: loggedError(error), fleet: response.locals['fleet'] as string | undefined };
      response.req.log.error(said, 'an answer was interrupted');
    }
    response.destroy();
    return;
  }
  response.end();
}

/** Thrown when the reader of an answer has left. */
class ReaderGoneError extends Error {
  override readonly name = 'ReaderGoneError';
}

async function drained(response: Response): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(READ_WITHIN_MS)]);
  try {
    await Promise.race([
      once(response, 'drain', { signal }),
      once(response, 'close', { signal }).then(() => Promise.reject(new ReaderGoneError())),
    ]);
  } catch {
    throw new ReaderGoneError();
  } finally {
    stop.abort();
  }
}
