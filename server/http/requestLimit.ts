import type { Request, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import { worded } from '../../messages/language/index.ts';
import { tooManyRequests } from './problem.ts';

/** How often one token may ask for something that costs more than an ordinary answer. */
export interface RequestLimit {
  /** Requests in a minute; absent: as many as it likes. */
  readonly aMinute?: number;
  /** Requests that wait for their answer at once; absent: as many as that. */
  readonly atOnce?: number;
}

/** The sender of a request whose token is known, as it stands in the response's `locals`. */
export function senderOf({ locals }: Response): string {
  return `${String(locals['fleet'])}/${String(locals['who'])}`;
}

const WINDOW_MS = 60_000;

/**
 * Counts a route's requests by token, so that no token slows another down.
 * @returns rejects with Problem 429, which says when to ask again; nothing of the body needs to be there yet
 */
export function requestLimit({
  aMinute,
  atOnce,
}: RequestLimit): (request: Request, response: Response) => Promise<void> {
  const waiting = new Map<string, number>();
  const limiter =
    aMinute !== undefined &&
    rateLimit({
      windowMs: WINDOW_MS,
      limit: aMinute,
      legacyHeaders: false,
      standardHeaders: false,
      validate: false,
      keyGenerator: (_request, response) => senderOf(response),
      handler(request, _response, next) {
        const { rateLimit: counted } = request as Request & {
          readonly rateLimit?: { readonly resetTime?: Date };
        };
        const left = (counted?.resetTime?.getTime() ?? Date.now() + WINDOW_MS) - Date.now();
        next(
          tooManyRequests(
            worded('problems.tooOften', { count: aMinute }),
            Math.max(1, Math.ceil(left / 1000)),
          ),
        );
      },
    });

  /** Counted until the answer is sent, or nobody waits for it any more. */
  function enter(response: Response): void {
    const sender = senderOf(response);
    const before = waiting.get(sender) ?? 0;
    if (atOnce !== undefined && before >= atOnce)
      throw tooManyRequests(worded('problems.tooManyAtOnce', { count: atOnce }), 1);
    waiting.set(sender, before + 1);
    response.once('close', () => {
      const left = (waiting.get(sender) ?? 1) - 1;
      if (left === 0) waiting.delete(sender);
      else waiting.set(sender, left);
    });
  }

  return async (request, response) => {
    enter(response);
    if (!limiter) return;
    await new Promise<void>((resolve, reject) => {
      void limiter(request, response, (problem?: unknown) => {
        if (problem instanceof Error) reject(problem);
        else resolve();
      });
    });
  };
}
