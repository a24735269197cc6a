import type { Request, Response } from 'express';
import type * as z from 'zod';
import type { Role } from '../../../config.ts';
import type { JsonText } from '../../../store/db/index.ts';
import type { Caller } from '../../access/index.ts';
import type { AnswerDoc, Method, RequestLimit, Route } from '../../http/index.ts';
import type { AnswerOf } from './answer.ts';
import type { Lift, TakeBytes } from './input.ts';
import type { LineAnswer } from './lines.ts';

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
export type Declared<Name extends keyof AnyRoute> = Pick<AnyRoute, Name>;

/** A route's declaration, whatever its types. */
export type AnyRoute = ApiRoute<z.ZodType, z.ZodObject, z.ZodType>;

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
