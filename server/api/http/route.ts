import type { Request, Response } from 'express';
import type * as z from 'zod';
import type { Role } from '../../../config.ts';
import { worded } from '../../../messages/language/index.ts';
import {
  SHARES,
  TOKENS_A_FLEET,
  createFairShare,
  lingerThenCut,
  requestLimit,
  tooManyRequests,
} from '../../http/index.ts';
import { bearerToken, isStillAllowed } from '../../access/index.ts';
import type {
  AnswerDoc,
  FairShare,
  Method,
  RequestLimit,
  Route,
  ServerDependencies,
} from '../../http/index.ts';
import type { Authenticator, Caller } from '../../access/index.ts';
import { checkQuery, LARGEST_API_BODY_BYTES, readJsonBody } from './input.ts';
import type { Lift, TakeBytes } from './input.ts';
import { JsonText } from '../../../store/db/index.ts';
import type { Database } from '../../../store/db/index.ts';
import type { AnswerOf } from './answer.ts';
import { KEY_HEADER, keyOf, oncePerKey, sendAnswer } from './idempotency.ts';
import type { SentAnswer } from './idempotency.ts';
import { LineAnswer, sendLines } from './lines.ts';
import { withSpeaker } from './speaker.ts';

/** Base path of the API. */
export const API_ROOT = '/api/v1/fleets/{fleet}';

/** A call of the API that passed all checks: the caller has the role, and the input is valid. */
export interface ApiCall<Body, Query> {
  readonly fleetId: string;
  readonly caller: Caller;
  /** Decoded parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** The value of a large body's member that was set apart; see `lift`. */
  readonly lifted?: JsonText;
  /** The body's text as it was sent, if it may contain comments; see `takesComments`. */
  readonly source?: string;
}

/** One route of the API, below `/api/v1/fleets/{fleet}`. It is for callers with a role, and reads and returns JSON. */
export interface ApiRoute<Body extends z.ZodType, Query extends z.ZodObject, Answer extends z.ZodType> {
  readonly method: Method;
  readonly path: string;
  readonly id: string;
  readonly tag: string;
  readonly role: Role;
  readonly summary: string;
  readonly description?: string;
  readonly query?: Query;
  readonly body?: {
    readonly schema: Body;
    /** Value that is used when the request has no body. */
    readonly absent?: unknown;
    readonly example?: unknown;
    /** Largest size of the body in bytes, if it may exceed the usual limit. */
    readonly largestBytes?: number;
    /** Maximum number of JSON values in the body, if it may have more than one document. */
    readonly mostValues?: number;
    /** The member that may be large. If the body is large, its value is set apart as a text. */
    readonly lift?: Lift;
    /**
     * Parses the bytes of JSON or CSV itself, off the event loop. `schema` then only describes the body in
     * the OpenAPI document.
     */
    readonly take?: TakeBytes;
    /** Example of the CSV that `take` parses. */
    readonly csvExample?: string;
    /** Set if JSON with comments is accepted, as `application/jsonc`. The call then has the text as it was sent. */
    readonly takesComments?: true;
  };
  readonly answer: AnswerDoc & { readonly schema?: Answer };
  /** Set to 202 if the answer only says that something was started; 200 when absent. */
  readonly status?: 202;
  /** Answer of a dry run, with status 200, if the usual answer only says that something was started. */
  readonly dryRun?: AnswerDoc;
  /** Limit on requests by token and by fleet. When absent, only the shares of the server limit them. */
  readonly limit?: RequestLimit;
  /**
   * Kind of work, which decides the share of the server that the route uses. Default: `reading` for GET,
   * `writing` for other methods.
   */
  readonly cost?: Cost;
  /** Headers that callers may send, for the OpenAPI document. The route reads them itself. */
  readonly headers?: z.ZodObject;
  /** Reason why a POST takes no `Idempotency-Key`: it has no effect, or its answer must not be stored. */
  readonly isUnkeyed?: 'no_effect' | 'secret_answer';
  /**
   * Set if the route restricts its answer to the groups of a token that is limited to groups. Other routes
   * refuse such a token.
   */
  readonly isGroupScoped?: true;
  /** Set if the answer is a stream. Browsers reopen a stream by themselves, so opening it does not prolong a session. */
  readonly isStream?: true;
  /** Returns the URL of what the request created, for the header `Location`. */
  readonly locate?: (answer: AnswerOf<Answer>) => string;
  /** Descriptions of further statuses, beside those that every route has. */
  readonly problems?: Readonly<Record<number, string>>;
  readonly run: (call: ApiCall<z.output<Body>, z.output<Query>>) => Promise<AnswerOf<Answer> | OtherAnswer>;
}

/** An answer that no schema describes, or that is JSON text already. */
type OtherAnswer = Buffer | DryRunAnswer | FramedAnswer | JsonText | LineAnswer | StreamAnswer;

/** Some fields of a route's declaration, for any type of input and answer. */
type Declared<Name extends keyof AnyRoute> = Pick<AnyRoute, Name>;
type AnyRoute = ApiRoute<z.ZodType, z.ZodObject, z.ZodType>;

/**
 * Kind of work, each with a share of the web server. `reserved` uses no share, because answers to incidents
 * must not wait for other requests.
 */
export type Cost = NonNullable<Route['access']>['cost'];

/** The expected effects of a request. A route that otherwise starts something returns this in a dry run. */
export class DryRunAnswer {
  readonly body: object;
  constructor(body: object) {
    this.body = body;
  }
}

/** An answer that goes on until the client or the server ends it. */
export class StreamAnswer {
  readonly stream: (exchange: StreamExchange) => Promise<void>;
  constructor(stream: StreamAnswer['stream']) {
    this.stream = stream;
  }
}

/** An HTML document that the console shows in a frame, with its own content security policy. */
export class FramedAnswer {
  readonly html: string;
  readonly policy: string;
  constructor({ html, policy }: { readonly html: string; readonly policy: string }) {
    this.html = html;
    this.policy = policy;
  }
}

/** The request and response of a stream, a check whether the caller may still read, and a way to read. */
export interface StreamExchange {
  readonly request: Request;
  readonly response: Response;
  readonly isStillAllowed: () => Promise<boolean>;
  /** Runs one read of the stream in the caller's share for reading. */
  readonly read: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Turns a description into a route that authenticates its callers. */
export type RouteMaker = <
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodType = z.ZodNever,
>(
  route: ApiRoute<Body, Query, Answer>,
) => Route;

/** Parts of every route: the database, and whether requests per minute are unlimited. */
export interface RouteMakerParts extends Pick<ServerDependencies, 'areRequestsUnlimited'> {
  readonly database: Pick<Database, 'db' | 'reading'>;
}

/** Maximum number of requests with a body that one token may have in progress at once. */
const BODIES_AT_ONCE = 100;
/** Default limit of a route that writes, because a folder of hundreds of documents is applied in one go. */
const WRITES: RequestLimit = { aMinute: 600 };
/** Megabytes that one token may send in a minute, by the kind of work. A document has a few kilobytes. */
const MEGABYTES_A_MINUTE = { reading: 8, writing: 8, heavy: 96 } as const;

/**
 * Creates the function that declares routes.
 * A route checks in this order: token 401, fleet 404, role 403, limit and share 429, query 400, body 400, 413
 * or 422. Then the route itself runs.
 * The body of a heavy request is read within its share, so that waiting requests hold no body in memory.
 * Other bodies are read before, so that a slow sender holds no share.
 */
export function routeMaker(
  authenticator: Authenticator,
  { database, areRequestsUnlimited = false }: RouteMakerParts,
): RouteMaker {
  const roomForBody = requestLimit({ atOnce: BODIES_AT_ONCE });
  const shares: Readonly<Record<keyof typeof SHARES, FairShare>> = {
    reading: createFairShare(SHARES.reading),
    writing: createFairShare(SHARES.writing),
    heavy: createFairShare(SHARES.heavy),
  };
  const limited = (limit: RequestLimit): ReturnType<typeof requestLimit> =>
    requestLimit(areRequestsUnlimited ? {} : limit);
  const withinBytes = {
    reading: limited({ megabytesAMinute: MEGABYTES_A_MINUTE.reading }),
    writing: limited({ megabytesAMinute: MEGABYTES_A_MINUTE.writing }),
    heavy: limited({ megabytesAMinute: MEGABYTES_A_MINUTE.heavy }),
  };
  return (route) => {
    const cost = costOf(route);
    const limit = limitOf(route);
    const withinLimit = limit && limited(limit);
    return {
      method: route.method,
      path: API_ROOT + route.path,
      id: route.id,
      tag: route.tag,
      summary: route.summary,
      description: `${route.description ? `${route.description} ` : ''}For the role \`${route.role}\` and above.`,
      ...(route.isGroupScoped ? { isGroupScoped: true } : {}),
      security: 'apiToken',
      access: { role: route.role, cost, ...(limit && { limit }) },
      ...(route.query ? { query: route.query } : {}),
      ...(route.body
        ? {
            body: {
              schema: route.body.schema,
              required: route.body.absent === undefined,
              ...(route.body.example === undefined ? {} : { example: route.body.example }),
              ...(route.body.csvExample === undefined ? {} : { csvExample: route.body.csvExample }),
              ...(route.body.takesComments ? { takesComments: true } : {}),
            },
          }
        : {}),
      ...(isKeyed(route) ? { headers: KEY_HEADER } : {}),
      ...(route.headers ? { headers: route.headers } : {}),
      answers: answersOf(route),
      async handle(request, response) {
        lingerThenCut(request, response);
        const caller = await admit(authenticator, { request, response, route });
        await withinLimit?.(request, response);
        if (route.body) await roomForBody(request, response);
        if (route.body && cost !== 'reserved') await withinBytes[cost](request, response);
        const { fleet: fleetId, ...params } = request.params as { fleet: string } & Record<string, string>;
        const sender = { fleet: fleetId, who: caller.name };
        const query = withSpeaker(checkQuery(route.query, request.query), route.query, caller);
        const key = isKeyed(route) ? keyOf(request) : undefined;
        const inShare = <T>(work: () => Promise<T>): Promise<T> =>
          cost === 'reserved' ? work() : shares[cost].run(sender, () => reading(work));
        const reading = <T>(work: () => Promise<T>): Promise<T> => {
          if (route.method !== 'get' && cost !== 'reading') return work();
          // The client left while the request waited for its share. Failing here passes the share to the next
          // request.
          if (response.closed) return Promise.reject(tooManyRequests(worded('problems.tooManyWaiting'), 2));
          return database.reading(work);
        };
        const readBody = () => route.body && readJsonBody({ request, response, whose: fleetId }, route.body);
        const early = cost === 'heavy' ? undefined : await readBody();
        const given = await inShare(async () => {
          const read = early ?? (await readBody());
          const run = (): Promise<unknown> =>
            route.run({
              fleetId,
              caller,
              params,
              query: query as never,
              body: withSpeaker(read?.body, route.body?.schema, caller) as never,
              ...(read?.lifted && { lifted: read.lifted }),
              ...(read?.source === undefined ? {} : { source: read.source }),
            });
          if (key !== undefined) {
            const keyed = {
              request,
              response,
              fleetId,
              who: caller.name,
              key,
              body: read?.body,
              at: new Date(),
            };
            await oncePerKey(database.db, keyed, async () => sentAnswer(route, await run()));
            return ANSWERED;
          }
          const said = await run();
          if (!(said instanceof LineAnswer)) return said;
          response.set('cache-control', 'no-store');
          await sendLines(response, said, route.answer.type ?? 'application/x-ndjson');
          return said;
        });
        if (given instanceof LineAnswer || given === ANSWERED) return;
        if (given instanceof StreamAnswer)
          return request.method === 'HEAD'
            ? void response.type('text/event-stream').end()
            : given.stream({
                request,
                response,
                read: inShare,
                isStillAllowed: () =>
                  isStillAllowed(() =>
                    authenticator.isCurrent(request, bearerToken(request.headers.authorization), {
                      ...askingOf(request, route),
                      groups: caller.groups,
                    }),
                  ),
              });
        if (given instanceof FramedAnswer) {
          response.removeHeader('x-frame-options');
          response.set('content-security-policy', given.policy).set('cache-control', 'no-store');
          return void response.type('text/html').send(given.html);
        }
        if (Buffer.isBuffer(given)) {
          response
            .set('cache-control', 'no-store')
            .type(route.answer.type ?? 'application/json')
            .send(given);
          return;
        }
        sendAnswer(response, sentAnswer(route, given));
      },
    };
  };
}

/** Returns the limit of one route. A route that writes always has one; the default is `WRITES`. */
function limitOf(route: Declared<'cost' | 'limit' | 'method'>): RequestLimit | undefined {
  return route.limit ?? (route.method === 'get' || route.cost === 'reserved' ? undefined : WRITES);
}

function costOf({ cost, method }: Declared<'cost' | 'method'>): Cost {
  return cost ?? (method === 'get' ? 'reading' : 'writing');
}

/** Mark of a route that has already sent its answer. */
const ANSWERED = Symbol('answered');

/** Returns whether a route takes an `Idempotency-Key`. Every POST does that sends, starts or changes something. */
function isKeyed(route: Declared<'method' | 'cost' | 'isUnkeyed'>): boolean {
  return route.method === 'post' && costOf(route) !== 'reading' && route.isUnkeyed === undefined;
}

/** Returns the status, body and headers of a route's answer. */
function sentAnswer(
  { status, locate }: { readonly status?: 202; readonly locate?: (answer: never) => string },
  given: unknown,
): SentAnswer {
  const isDry = given instanceof DryRunAnswer;
  const answer = isDry ? given.body : given;
  return {
    status: isDry ? 200 : (status ?? 200),
    body: answer instanceof JsonText ? answer.text : JSON.stringify(answer),
    ...(locate && !isDry && { location: locate(answer as never) }),
  };
}

function admit(
  authenticator: Authenticator,
  args: {
    readonly request: Request;
    readonly response: Response;
    readonly route: Declared<'role' | 'isGroupScoped' | 'isStream'>;
  },
): Promise<Caller> {
  const { request, response, route } = args;
  const token = bearerToken(request.headers.authorization);
  return authenticator.identify({ request, response }, token, askingOf(request, route));
}

function askingOf(
  request: Request,
  route: Declared<'role' | 'isGroupScoped' | 'isStream'>,
): Parameters<Authenticator['identify']>[2] {
  return {
    scheme: 'Bearer',
    fleet: request.params['fleet'],
    role: route.role,
    isGroupScoped: route.isGroupScoped === true,
    isStream: route.isStream === true,
  };
}

/** Returns the conditions under which a route answers 429, apart from wrong tokens, for the OpenAPI document. */
function limitWords(route: Declared<'body' | 'cost' | 'limit' | 'method'>): string {
  const { body } = route;
  const cost = costOf(route);
  const limit = limitOf(route);
  const often =
    limit?.aMinute &&
    `more than ${limit.aMinute} such requests of this token in a minute, or ${limit.aMinute * TOKENS_A_FLEET} of its fleet`;
  const much =
    body &&
    cost !== 'reserved' &&
    `more than ${MEGABYTES_A_MINUTE[cost]} MB of this token in a minute, or ${MEGABYTES_A_MINUTE[cost] * TOKENS_A_FLEET} MB of its fleet`;
  const few = limit?.atOnce && `${limit.atOnce} at once`;
  const bodies = body && `more than ${BODIES_AT_ONCE} requests with a body of this token at once`;
  return [often, much, few, bodies].flatMap((each) => (each ? `, or ${each}` : [])).join('');
}

function answersOf(route: Omit<AnyRoute, 'locate' | 'run'>): Record<number, AnswerDoc> {
  const has404 = route.path.includes('{') || route.problems?.[404] !== undefined;
  const common: Record<number, string> = {
    400: 'The request cannot be read.',
    401: 'No token, or an unknown one.',
    404: has404 ? 'Not found, or a token of another fleet.' : 'A token of another fleet.',
    429: `Too many wrong tokens from this address${limitWords(route)}: \`Retry-After\` says when to retry.`,
    500: 'Internal error.',
    503: 'The database or Temporal is unavailable.',
    ...refusal(route),
    ...(route.body
      ? {
          413: `The body is larger than ${route.body.largestBytes ?? LARGEST_API_BODY_BYTES} bytes.`,
          415: 'The body has another content type or content encoding; `Accept` says which are taken.',
          422: 'The body is refused; `errors` says why.',
        }
      : {}),
    ...route.problems,
  };
  const problems = Object.entries(common).map(
    ([status, description]) =>
      [
        status,
        {
          description,
          ...(status === '429' && { headers: { 'Retry-After': 'Seconds to wait.' } }),
        },
      ] as const,
  );
  return {
    ...(route.dryRun && { 200: route.dryRun }),
    [route.status ?? 200]: route.answer,
    ...Object.fromEntries(problems),
  };
}

/** Returns the reasons for a 403 despite a valid token, for the OpenAPI document. */
function refusal({ role, isGroupScoped }: Declared<'role' | 'isGroupScoped'>): Record<number, string> {
  const reasons = [
    ...(role === 'viewer' ? [] : [`The token’s role is below \`${role}\``]),
    ...(isGroupScoped ? [] : ['the token is limited to groups']),
  ];
  if (reasons.length === 0) return {};
  return { 403: `${reasons.join(', or ').replace(/^t/, 'T')}.` };
}
