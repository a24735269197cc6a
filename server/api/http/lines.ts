import { once } from 'node:events';
import type { Response } from 'express';
import { loggedError } from '../../http/index.ts';

/** An answer that is read while it is being written: its producer never holds the whole. */
export class LineAnswer {
  /** Hands out lines, each with its line end, and waits until they are taken. */
  readonly write: (out: (lines: string) => Promise<void>) => Promise<void>;
  constructor(write: LineAnswer['write']) {
    this.write = write;
  }
}

/** A reader that takes nothing for so long has gone: what it holds is released, before the database does so. */
const READ_WITHIN_MS = 45_000;

/**
 * Writes the lines as fast as they are read. What fails before the first one is answered as usual; later the connection is
 * cut, so that half an answer is not taken for a whole one, and the log says why.
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

/** Thrown when the reader of the answer is gone. */
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
