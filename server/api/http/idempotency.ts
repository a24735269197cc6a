import { setTimeout as pause } from 'node:timers/promises';
import type { Request, Response } from 'express';
import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import {
  claimKey,
  fingerprint,
  isDatabaseUnavailable,
  recordKeyedAnswer,
  releaseKey,
} from '../../../store/db/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { Problem, asProblem, problemBody, requestLanguage } from '../../http/index.ts';

/** Schema of the header `Idempotency-Key`, for routes that send or start something. */
export const KEY_HEADER = z.object({
  'Idempotency-Key': z.string().min(1).max(200).optional().meta({
    description:
      'Repeat the request with the same key when no answer arrived: within 24 hours it has one effect and one answer.',
  }),
});

/**
 * Returns the `Idempotency-Key` of a request; undefined if there is none.
 * @throws Problem 400 for a key that cannot be stored
 */
export function keyOf({ headers }: Request): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && /^[\x20-\x7e]{1,200}$/.test(key))) return key;
  throw new Problem(400, worded('problems.keyForm'));
}

/** An answer of the API as it is sent. */
export interface SentAnswer {
  readonly status: number;
  readonly body: string;
  readonly location?: string | undefined;
}

/**
 * Milliseconds between two polls for the first request's answer, and the maximum number of polls. Nearly all
 * answers arrive within these two seconds.
 */
const POLL_MS = 100;
const MOST_POLLS = 20;

/** A request with an `Idempotency-Key`. */
export interface Keyed {
  readonly request: Request;
  readonly response: Response;
  readonly fleetId: string;
  readonly who: string;
  readonly key: string;
  /** The parsed body. */
  readonly body: unknown;
  readonly at: Date;
}

/**
 * Carries out a request once per key, and answers a repeated request with the stored answer.
 * Claims the key first. If the server stops before it records the answer, the request is not carried out
 * again, because it may have had its effect.
 * @throws Problem 409 while the first request runs, or if its outcome is unknown; 422 if the key was used for
 * another request
 */
export async function oncePerKey(db: Db, keyed: Keyed, work: () => Promise<SentAnswer>): Promise<void> {
  const { request, response, fleetId, who, key, body, at } = keyed;
  const print = fingerprint([request.method, request.originalUrl, JSON.stringify(body) ?? '']);
  const claim = { fleetId, who, key, fingerprint: print, at };
  let earlier = await claimKey(db, claim);
  for (
    let polls = 0;
    polls < MOST_POLLS && earlier?.fingerprint === print && earlier.status === null;
    polls++
  ) {
    await pause(POLL_MS);
    earlier = await claimKey(db, claim);
  }
  if (earlier === undefined) return sendAnswer(response, await carriedOut(db, { claim, request }, work));
  if (earlier.fingerprint !== print) throw new Problem(422, worded('problems.keyUsed'));
  if (earlier.status === null || earlier.body === null)
    throw new Problem(409, worded('problems.keyUnanswered'), { headers: { 'retry-after': '2' } });
  sendAnswer(response, {
    status: earlier.status,
    body: earlier.body,
    location: earlier.location ?? undefined,
  });
}

async function carriedOut(
  db: Db,
  { claim, request }: { readonly claim: Parameters<typeof recordKeyedAnswer>[1]; readonly request: Request },
  work: () => Promise<SentAnswer>,
): Promise<SentAnswer> {
  try {
    const answer = await work();
    await recordKeyedAnswer(db, claim, { ...answer, location: answer.location ?? null });
    return answer;
  } catch (error) {
    const problem = asProblem(error);
    const { status } = problem;
    const isRefusal = status < 500 && status !== 429;
    if (isRefusal) {
      const text = JSON.stringify(problemBody(problem, requestLanguage(request)));
      await recordKeyedAnswer(db, claim, { status, body: text, location: null });
    } else if (status !== 500 && !isDatabaseUnavailable(error)) await releaseKey(db, claim);
    throw error;
  }
}

/** Sends an answer of the API. */
export function sendAnswer(response: Response, { status, body, location }: SentAnswer): void {
  response.status(status).set('cache-control', 'no-store');
  if (location !== undefined) response.location(location);
  response.type(status < 400 ? 'application/json' : 'application/problem+json').send(body);
}
