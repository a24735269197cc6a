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

/** Where the API lives. */
export const API_ROOT = '/api/v1/fleets/{fleet}';

/** A call whose caller may make it, with its input checked. */
export interface ApiCall<Body, Query> {
  readonly fleetId: string;
  readonly caller: Caller;
  /** Decoded parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** The part of a large body that was set apart; see `lift`. */
  readonly lifted?: JsonText;
  /** The body's text as it was sent, where it may hold comments; see `takesComments`. */
  readonly source?: string;
}

/** One route of the API: below `/api/v1/fleets/{fleet}`, for callers of a role, JSON in and out. */
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
    /** Taken when there is no body. */
    readonly absent?: unknown;
    readonly example?: unknown;
    /** The largest size of the body in bytes, where it may exceed the usual one. */
    readonly largestBytes?: number;
    /** The largest number of values, where the body may hold more than one document. */
    readonly mostValues?: number;
    /** The member that may be large: of a large body its value is set apart, as a text. */
    readonly lift?: Lift;
    /** Reads the bytes itself, of JSON or CSV, off the event loop; `schema` is for the document alone then. */
    readonly take?: TakeBytes;
    /** With `take`: the CSV that it takes, such as this. */
    readonly csvExample?: string;
    /** Accepts JSON with comments, sent as `application/jsonc`: the call has the text as it was sent. */
    readonly takesComments?: true;
  };
  readonly answer: AnswerDoc & { readonly schema?: Answer };
  /** 202: the answer is the beginning of something that goes on. 200 when absent. */
  readonly status?: 202;
  /** How a dry run is answered, with 200, where the usual answer is the beginning of something. */
  readonly dryRun?: AnswerDoc;
  /** The limit on requests by a token and by a fleet; absent: only their shares limit them. */
  readonly limit?: RequestLimit;
  /** The kind of work whose share of the server the route uses; absent: `reading` for GET, `writing` for other methods. */
  readonly cost?: Cost;
  /** Headers that callers may send, for the document; the route reads them itself. */
  readonly headers?: z.ZodObject;
  /** Why a POST takes no `Idempotency-Key`: it has no effect, or its answer must not be stored. */
  readonly isUnkeyed?: 'no_effect' | 'secret_answer';
  /** Restricts the answer to the groups of a token that is limited to groups; without it such a token is refused. */
  readonly isGroupScoped?: true;
  /** Its answer is a stream: browsers open it again by themselves, which does not prolong a session. */
  readonly isStream?: true;
  /** The address of the answer's subject, for `Location`. */
  readonly locate?: (answer: AnswerOf<Answer>) => string;
  /** Further answers beside the ones every route has. */
  readonly problems?: Readonly<Record<number, string>>;
  readonly run: (call: ApiCall<z.output<Body>, z.output<Query>>) => Promise<AnswerOf<Answer> | OtherAnswer>;
}

/** An answer that no schema describes, or that is JSON text already. */
type OtherAnswer = Buffer | DryRunAnswer | FramedAnswer | JsonText | LineAnswer | StreamAnswer;

/** A part of a route's declaration, whatever its types. */
type Declared<Name extends keyof AnyRoute> = Pick<AnyRoute, Name>;
type AnyRoute = ApiRoute<z.ZodType, z.ZodObject, z.ZodType>;

/** A share of the web server; `reserved`: none, because it answers an incident and must not wait for other requests. */
export type Cost = NonNullable<Route['access']>['cost'];

/** The expected effects of a request, answered as a dry run by a route that otherwise begins something. */
export class DryRunAnswer {
  readonly body: object;
  constructor(body: object) {
    this.body = body;
  }
}

/** An answer that continues until either side ends it. */
export class StreamAnswer {
  readonly stream: (exchange: StreamExchange) => Promise<void>;
  constructor(stream: StreamAnswer['stream']) {
    this.stream = stream;
  }
}

/** An answer that the console shows in a frame: a document with a policy of its own. */
export class FramedAnswer {
  readonly html: string;
  readonly policy: string;
  constructor({ html, policy }: { readonly html: string; readonly policy: string }) {
    this.html = html;
    this.policy = policy;
  }
}

/** The parts from which a stream reads and writes, and whether the caller may still read it. */
export interface StreamExchange {
  readonly request: Request;
  readonly response: Response;
  readonly isStillAllowed: () => Promise<boolean>;
  /** Runs one read of the stream in the caller's share of reading. */
  readonly read: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Turns a description into a route; bound to one authenticator. */
export type RouteMaker = <
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodType = z.ZodNever,
>(
  route: ApiRoute<Body, Query, Answer>,
) => Route;

/** The database of every route, and whether requests have no limit a minute. */
export interface RouteMakerParts extends Pick<ServerDependencies, 'areRequestsUnlimited'> {
  readonly database: Pick<Database, 'db' | 'reading'>;
}

/** Requests with a body that wait for their answer, of one token. */
const BODIES_AT_ONCE = 100;
/** Requests that write, where a route says nothing else: a folder of hundreds of documents is applied in one go. */
const WRITES: RequestLimit = { aMinute: 600 };
/** Megabytes that one token may send in a minute, by the share that the requests use: a document has a few kilobytes. */
const MEGABYTES_A_MINUTE = { reading: 8, writing: 8, heavy: 96 } as const;

/**
 * Order of checks: token 401, fleet 404, role 403, limit and share 429, query 400, body 400, 413 or 422, then the route itself.
 * A large body, of a heavy request, is read within the share, so that requests that wait hold none; another before it, so that
 * a slow sender holds no share.
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
          // Its client left while it waited for its turn, which is the next one's.
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

/** The limit of a route by itself; a route that writes has one, whether it names it or not. */
function limitOf(route: Declared<'cost' | 'limit' | 'method'>): RequestLimit | undefined {
  return route.limit ?? (route.method === 'get' || route.cost === 'reserved' ? undefined : WRITES);
}

function costOf({ cost, method }: Declared<'cost' | 'method'>): Cost {
  return cost ?? (method === 'get' ? 'reading' : 'writing');
}

/** The mark of a route that has answered already. */
const ANSWERED = Symbol('answered');

/** Returns whether a route takes an `Idempotency-Key`: every POST does that sends, starts or changes something. */
function isKeyed(route: Declared<'method' | 'cost' | 'isUnkeyed'>): boolean {
  return route.method === 'post' && costOf(route) !== 'reading' && route.isUnkeyed === undefined;
}

/** Returns a route's answer as it is sent. */
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

/** Returns the words about when a route answers 429, beside wrong tokens. */
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

/** Returns the reasons for a 403 although the token is right. */
function refusal({ role, isGroupScoped }: Declared<'role' | 'isGroupScoped'>): Record<number, string> {
  const reasons = [
    ...(role === 'viewer' ? [] : [`The token’s role is below \`${role}\``]),
    ...(isGroupScoped ? [] : ['the token is limited to groups']),
  ];
  if (reasons.length === 0) return {};
  return { 403: `${reasons.join(', or ').replace(/^t/, 'T')}.` };
}
