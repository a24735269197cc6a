import type { Express, Request, RequestHandler, Response } from 'express';
import { worded } from '../../messages/language/index.ts';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { ZodObject, ZodType } from 'zod';
import type { Config, Role } from '../../config.ts';
import type { FleetNames } from '../../rules/schemas/index.ts';
import type { Database } from '../../store/db/index.ts';
import type { WorkflowGateway } from '../../temporal/index.ts';
import type { LiveFeed, RequestDispatcher } from '../background/index.ts';
import type { ServerMetrics } from '../metrics/index.ts';
import { Problem } from './problem.ts';
import type { RequestLimit } from './requestLimit.ts';

/** The HTTP methods in use. */
export type Method = 'get' | 'put' | 'post' | 'delete';

/** A response as the OpenAPI document describes it. */
export interface AnswerDoc {
  readonly description: string;
  readonly type?:
    | 'application/json'
    | 'application/problem+json'
    | 'application/x-ndjson'
    | 'text/event-stream'
    | 'text/html'
    | 'text/plain'
    | 'image/png';
  readonly schema?: ZodType;
  /** The answer to a request that accepts JSON, in the place of the other type. */
  readonly asJson?: ZodType;
  readonly example?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How callers authenticate. `none`: not at all. `session`: by a browser session only. */
export type Security = 'none' | 'webhook' | 'apiToken' | 'page' | 'slack' | 'person' | 'session';

/**
 * A route: its handler and its description for the OpenAPI document. Both are in one place, so that they cannot contradict each
 * other.
 */
export interface Route {
  readonly method: Method;
  /** The path with parameters in braces, e.g. `/webhooks/{fleet}/{token}`. It is also the route's name in logs and metrics. */
  readonly path: string;
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly security: Security;
  /** The minimum role for calls, the kind of work a call is, and its limits. Only for routes of the API. */
  readonly access?: {
    readonly role: Role;
    readonly cost: 'reading' | 'writing' | 'heavy' | 'reserved';
    readonly limit?: RequestLimit;
  };
  /** Whether the route limits its response to a token's groups. If not, a token that is limited to groups is refused. */
  readonly isGroupScoped?: boolean;
  readonly query?: ZodObject;
  /** Headers that callers may send. */
  readonly headers?: ZodObject;
  readonly body?: {
    readonly schema: ZodType;
    readonly required: boolean;
    /** Default: `application/json`. */
    readonly type?: 'application/x-www-form-urlencoded';
    readonly example?: unknown;
    /** An example in CSV, if the body may also be CSV. */
    readonly csvExample?: string;
    /** Set if the body may also be JSON with comments. */
    readonly takesComments?: true;
  };
  readonly answers: Readonly<Record<number, AnswerDoc>>;
  readonly handle: (request: Request, response: Response) => Promise<void> | void;
}

/**
 * Adds routes to an application. A known path with another method results in a 405, any other path in a 404. A fixed path takes
 * precedence over a parameter, as OpenAPI demands: `rules/schema` never means a rule named `schema`.
 * @param missing handles requests for unknown paths before the JSON 404
 */
export function mountRoutes(app: Express, routes: readonly Route[], missing?: RequestHandler): void {
  app.use(otherMethod(routes));
  for (const { method, path, handle } of routes)
    app[method](path.replace(/\{(\w+)\}/g, ':$1'), async (request, response) => {
      response.locals['route'] = path;
      await handle(request, response);
    });
  if (missing) app.use(missing);
  app.use(() => {
    throw new Problem(404, worded('problems.noPath'));
  });
}

/** Responds to a known path with an unknown method, with the list of allowed methods. */
function otherMethod(routes: readonly Route[]): RequestHandler {
  const patterns = routes.map(({ method, path }) => ({
    path,
    method: method.toUpperCase(),
    parameters: path.split('{').length,
    matches: new RegExp(`^${path.replace(/\./g, '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
  }));
  return (request, response, next) => {
    const matching = patterns.filter(({ matches }) => matches.test(request.path));
    const fewest = Math.min(...matching.map(({ parameters }) => parameters));
    const found = matching.filter(({ parameters }) => parameters === fewest);
    const methods = new Set(found.map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    if (found.length === 0 || methods.has(request.method)) return next();
    const allow = [...methods].sort().join(', ');
    response.locals['route'] = found[0]!.path;
    if (request.method === 'OPTIONS') return void response.set('allow', allow).status(204).end();
    throw new Problem(405, worded('problems.otherMethod', { method: request.method, allow }), {
      headers: { allow },
    });
  };
}

/** All dependencies of the server's application. Tests replace some of them. */
export interface ServerDependencies {
  readonly config: Pick<
    Config,
    'fleets' | 'identityProviders' | 'publicUrl' | 'sandbox' | 'trustProxy' | 'outgoingWebhooks'
  >;
  readonly database: Pick<Database, 'db' | 'ping' | 'reading'>;
  readonly workflows: WorkflowGateway;
  /** Executes Temporal requests that were stored in the same transaction as a change. */
  readonly requests: Pick<RequestDispatcher, 'dispatch' | 'dispatchSoon'>;
  /** Reads live events, once for all streams of this process. */
  readonly live: LiveFeed;
  readonly log: Logger;
  /** Registry for the metrics that `/metrics` shows: those of the server and of other parts of the process. */
  readonly registry: Registry;
  readonly metrics: ServerMetrics;
  readonly now: () => Date;
  /**
   * Milliseconds within which an action from Slack must be stored; otherwise the response is 503. Default: 2,500, because Slack
   * waits three seconds for the response.
   */
  readonly answerWithinMs?: number;
  /** True to switch off the API's limits per minute, so that a fuzzer reaches the code behind them. */
  readonly areRequestsUnlimited?: boolean;
  /** Folder of the built console. Default: the output folder of `npm run build:console`. */
  readonly consoleFolder?: string;
  /** Delays the response to a wrong webhook token. Default: the delay of `WRONG_TOKEN_LIMITS`. */
  readonly wrongTokenBrake?: () => Promise<void>;
  /** Returns names that only this fleet has (groups, driver attributes, escalation policies), for completion in editors. */
  readonly fleetNames: (fleetId: string) => Promise<FleetNames>;
}
