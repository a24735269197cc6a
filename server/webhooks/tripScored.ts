import type { Request, Response } from 'express';
import { JsonText } from '../../store/db/index.ts';
import { keepDeadLetter, recordNotification } from '../../store/trips/index.ts';
import { Problem, asProblem, createBodyRoom, lingerThenCut, notNow, readBody } from '../http/index.ts';
import { WRONG_TOKEN_LIMITS, basicPassword, tokenBook, wrongTokenBrake } from '../access/index.ts';
import type { Route, ServerDependencies } from '../http/index.ts';
import type { TokenBook } from '../access/index.ts';
import { THREADS, TaskEndedError, isLightJson } from '../workerThreads/index.ts';
import { readNotification, withText } from './notification/index.ts';
import type { ReadNotification } from './notification/index.ts';
import * as z from 'zod';
import type { TripInput } from '../../workflows/contracts/index.ts';
import { keepData } from './tripData.ts';

/** Maximum size of a notification in bytes, both as sent and after decompression. */
export const LARGEST_NOTIFICATION_BYTES = 5_242_880;

/**
 * Memory limit that all notifications arriving at the same time share. If it is exceeded, the fleet that uses most of it loses a
 * notification, which its sender must repeat.
 */
export const NOTIFICATION_ROOM = createBodyRoom(268_435_456);

/** Result for the sender. `started` is sent with status 202, `duplicate` and `ignored` with 200. */
type Verdict = 'started' | 'duplicate' | 'ignored';

/**
 * Returns the routes `POST /webhooks/{fleet}/{token}` and `POST /webhooks/{fleet}`. For the second one, the token is the Basic
 * password.
 */
export function webhookRoutes(deps: ServerDependencies): Route[] {
  const isKnown = tokenCheck(deps.config.fleets);
  const brake = deps.wrongTokenBrake ?? wrongTokenBrake(WRONG_TOKEN_LIMITS);
  const handle = async (request: Request, response: Response): Promise<void> => {
    const { fleet, token } = request.params as { fleet: string; token?: string };
    if (!isKnown(fleet, token ?? basicPassword(request.headers.authorization) ?? '')) {
      deps.metrics.webhooks.inc({ fleet: 'unknown', status: 'unauthorised' });
      response.locals['verdict'] = 'unauthorised';
      lingerThenCut(request, response);
      await brake();
      throw notAuthenticated();
    }
    response.locals['fleet'] = fleet;
    await receive(deps, request, response);
  };
  return ['/webhooks/{fleet}/{token}', '/webhooks/{fleet}'].map((path, index) => ({
    ...DOCUMENTATION,
    method: 'post',
    path,
    handle,
    id: index === 0 ? 'postNotification' : 'postNotificationBasic',
  }));
}

/** Returns the same 401 for an unknown fleet and a wrong token, so that fleet ids cannot be probed. */
export function notAuthenticated(): Problem {
  return new Problem(401, 'Unknown fleet or token.', {
    headers: { 'www-authenticate': 'Basic realm="tripline"' },
  });
}

/**
 * Returns a function that checks a fleet's token. The token of an unknown fleet is checked against an empty list of the same
 * size. So the duration does not reveal whether the fleet exists.
 */
function tokenCheck(
  fleets: ServerDependencies['config']['fleets'],
): (fleet: string, token: string) => boolean {
  const size = Math.max(1, ...fleets.map((fleet) => fleet.webhookTokens.length));
  const nobody = tokenBook<true>([], size);
  const books = new Map<string, TokenBook<true>>(
    fleets.map(({ id, webhookTokens }) => [
      id,
      tokenBook(
        webhookTokens.map((token) => ({ token, owner: true as const })),
        size,
      ),
    ]),
  );
  return (fleet, token) => (books.get(fleet) ?? nobody).find(token) ?? false;
}

/** Reads the body of an authenticated request, and responds once the notification is stored durably. */
async function receive(deps: ServerDependencies, request: Request, response: Response): Promise<void> {
  const fleet = response.locals['fleet'] as string;
  const limits = { bytes: LARGEST_NOTIFICATION_BYTES, room: NOTIFICATION_ROOM, whose: fleet };
  const body = await readBody(request, response, limits);
  if (body.kind === 'aborted') return void (response.locals['verdict'] = 'aborted');
  const began = performance.now();
  const finish = (status: string): void => {
    deps.metrics.webhooks.inc({ fleet, status });
    deps.metrics.webhookSeconds.observe({ status }, (performance.now() - began) / 1000);
    response.locals['verdict'] = status;
  };
  try {
    if (body.kind === 'too_large') throw tooLarge();
    if (body.kind === 'dropped') throw tooSlow();
    const wrong = body.kind === 'bad_encoding' ? body.reason : undefined;
    const verdict = await makeDurable(deps, { fleet, bytes: body.bytes, wrong, request });
    finish(verdict);
    response.status(verdict === 'started' ? 202 : 200).json({ status: verdict });
  } catch (error) {
    const problem = asProblem(error);
    finish(STATUS_WORDS[problem.status] ?? 'failed');
    if (problem.status === 503) request.log.warn({ fleet, cause: causeOf(error) }, 'notification not stored');
    throw problem.status === 503 ? inWordsForTheSender(problem) : error;
  }
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  400: 'malformed',
  408: 'too_slow',
  413: 'too_large',
  503: 'unavailable',
};

function tooSlow(): Problem {
  return new Problem(408, 'It arrived too slowly: send it again.');
}

function tooLarge(): Problem {
  return new Problem(413, `The body is larger than ${LARGEST_NOTIFICATION_BYTES} bytes.`, {
    more: { limit_bytes: LARGEST_NOTIFICATION_BYTES },
  });
}

function inWordsForTheSender({ headers }: Problem): Problem {
  return new Problem(503, 'The notification could not be made durable: send it again.', { headers });
}

/** Returns the names and codes of an error and its cause. They show which dependency was unavailable. */
function causeOf(error: unknown): string {
  const chain = [error, (error as { cause?: unknown }).cause].filter((each) => each instanceof Error);
  return chain
    .map((each) => {
      const { code } = each as { code?: unknown };
      return typeof code === 'string' || typeof code === 'number' ? `${each.name} ${code}` : each.name;
    })
    .join(' < ');
}

/**
 * Stores a notification durably. A trip is stored in Temporal only; unknown types and unreadable bodies are stored in the
 * database.
 * @throws Problem 400 for an unreadable body
 */
async function makeDurable(
  deps: ServerDependencies,
  args: {
    readonly fleet: string;
    readonly bytes: Buffer;
    readonly wrong: string | undefined;
    readonly request: Request;
  },
): Promise<Verdict> {
  const { fleet, bytes, wrong, request } = args;
  const { db } = deps.database;
  const at = deps.now();
  const read = wrong === undefined ? await readBytes(fleet, bytes) : malformed(wrong);
  switch (read.kind) {
    case 'trip_scored': {
      const { driverId, tripId, version, text } = read;
      const input: TripInput = {
        fleet,
        driverId,
        tripId,
        receivedAt: at.toISOString(),
        source: 'webhook',
        ...(version !== undefined && { version }),
      };
      const started = await deps.workflows.startTrip(input);
      if (text !== undefined && started === 'started') keepData(deps, input, text);
      return started;
    }
    case 'unknown_type': {
      const { type, version, text } = read;
      const row = {
        fleetId: fleet,
        type,
        body: new JsonText(text),
        receivedAt: at,
        source: 'webhook',
      } as const;
      await recordNotification(db, version === undefined ? row : { ...row, version });
      return 'ignored';
    }
    case 'malformed': {
      const contentType = request.headers['content-type']?.replaceAll('\0', '');
      const letter = { fleetId: fleet, reason: read.reason, body: bytes, at };
      await keepDeadLetter(db, contentType === undefined ? letter : { ...letter, contentType });
      throw new Problem(400, `This is not a notification: ${read.reason}. It was stored as a dead letter.`);
    }
  }
}

/** Reads a notification, in a worker thread if the body is large, so that other requests do not wait. */
async function readBytes(fleet: string, bytes: Buffer): Promise<ReadNotification> {
  if (isLightJson(bytes)) {
    return withText(readNotification(bytes));
  }
  try {
    return await THREADS.run('readNotification', bytes, { bytes: bytes.length, whose: fleet });
  } catch (error) {
    // Responds with 503 so that the sender retries, because a later attempt may be fast enough.
    throw error instanceof TaskEndedError ? notNow(`It could not be read: ${error.message}.`) : error;
  }
}

function malformed(reason: string): { readonly kind: 'malformed'; readonly reason: string } {
  return { kind: 'malformed', reason };
}

const answer = z
  .object({ status: z.enum(['started', 'duplicate', 'ignored']) })
  .meta({ id: 'NotificationAnswer' });

const DOCUMENTATION = {
  tag: 'Webhooks',
  summary: 'Receive a notification from the analytics service',
  description:
    'Any content type; a JSON string that holds JSON is unwrapped once; gzip, deflate and br are unpacked. The token is in the path, or is the Basic password with any user. Answered once Temporal holds the trip’s workflow.',
  security: 'webhook',
  body: {
    required: true,
    schema: z
      .looseObject({
        version: z.number().optional(),
        type: z
          .string()
          .meta({ description: 'What happened: `TRIP_SCORED`, or another type, which is stored.' }),
        driver_id: z.union([z.string(), z.number()]).optional(),
        trip_id: z.union([z.string(), z.number()]).optional(),
        data: z.looseObject({}).optional(),
      })
      .meta({ id: 'Notification' }),
    example: { version: 3, type: 'TRIP_SCORED', driver_id: 'd-17', trip_id: '1790000000000', data: {} },
  },
  answers: {
    200: {
      description: 'Already known (`duplicate`), or of an unknown type and stored (`ignored`).',
      schema: answer,
    },
    202: {
      description: 'Accepted: it is durable now.',
      schema: answer,
      example: { status: 'started' },
    },
    400: { description: 'Malformed. It was stored as a dead letter, once per content.' },
    401: {
      description:
        'Unknown fleet or token; one answer for both, given before the body is read, and delayed by a second after many of them.',
    },
    408: { description: 'It arrived too slowly: send it again.' },
    413: { description: `Larger than ${LARGEST_NOTIFICATION_BYTES} bytes, as sent or unpacked.` },
    503: {
      description: 'It could not be made durable: send it again.',
      headers: { 'Retry-After': 'Seconds to wait.' },
    },
  },
} as const;
