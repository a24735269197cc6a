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

/** The methods in use. */
export type Method = 'get' | 'put' | 'post' | 'delete';

/** One answer as the OpenAPI document describes it. */
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

/** How callers prove who they are; `none` is open, `session` takes a session alone. */
export type Security = 'none' | 'webhook' | 'apiToken' | 'page' | 'slack' | 'person' | 'session';

/** One route: what it does, and how the OpenAPI document describes it, so that neither can drift from the other. */
export interface Route {
  readonly method: Method;
  /** With parameters in braces, e.g. `/webhooks/{fleet}/{token}`: also the route's name in logs and metrics. */
  readonly path: string;
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly security: Security;
  /** The least role that may call it, the share of the server that a call uses, and its limits; of the API's routes alone. */
  readonly access?: {
    readonly role: Role;
    readonly cost: 'reading' | 'writing' | 'heavy' | 'reserved';
    readonly limit?: RequestLimit;
  };
  /** Restricts the answer to the groups of a token that is limited to groups; without it such a token is refused. */
  readonly isGroupScoped?: boolean;
  readonly query?: ZodObject;
  /** Headers that callers may send. */
  readonly headers?: ZodObject;
  readonly body?: {
    readonly schema: ZodType;
    readonly required: boolean;
    /** `application/json` when absent. */
    readonly type?: 'application/x-www-form-urlencoded';
    readonly example?: unknown;
    /** An example of the CSV that the body may be as well. */
    readonly csvExample?: string;
    /** Accepts JSON with comments as well. */
    readonly takesComments?: true;
  };
  readonly answers: Readonly<Record<number, AnswerDoc>>;
  readonly handle: (request: Request, response: Response) => Promise<void> | void;
}

/**
 * Puts routes into an application; a known path with another method is a 405, any other path a 404. A fixed path takes
 * precedence over a parameter, as OpenAPI says: `rules/schema` is never the rule of that name.
 * @param missing answers what no route has, before it is a 404 in JSON
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

/** Answers what no route does at a path that one has: which methods there are. */
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

/** Everything the application is built from; tests put in parts of their own. */
export interface ServerDependencies {
  readonly config: Pick<
    Config,
    'fleets' | 'identityProviders' | 'publicUrl' | 'sandbox' | 'trustProxy' | 'outgoingWebhooks'
  >;
  readonly database: Pick<Database, 'db' | 'ping' | 'reading'>;
  readonly workflows: WorkflowGateway;
  /** Carries out what Temporal was requested to do along with what was stored. */
  readonly requests: Pick<RequestDispatcher, 'dispatch' | 'dispatchSoon'>;
  /** Reads live events for all streams of this process. */
  readonly live: LiveFeed;
  readonly log: Logger;
  /** Metrics that `/metrics` shows: the server's own, and those that other parts of the process register. */
  readonly registry: Registry;
  readonly metrics: ServerMetrics;
  readonly now: () => Date;
  /**
   * Milliseconds in which a press in Slack has to be stored before it is answered 503; 2,500 when absent: Slack waits three
   * seconds, and an answer later than that would not reach it.
   */
  readonly answerWithinMs?: number;
  /** Lifts the API's limits a minute, so that a fuzzer reaches what is behind them; limited when absent. */
  readonly areRequestsUnlimited?: boolean;
  /** Where the console was built; where `npm run build:console` puts it when absent. */
  readonly consoleFolder?: string;
  /** Waits before a wrong webhook token is answered; that of `WRONG_TOKEN_LIMITS` when absent. */
  readonly wrongTokenBrake?: () => Promise<void>;
  /** Names that only a fleet knows, for editors to complete. */
  readonly fleetNames: (fleetId: string) => Promise<FleetNames>;
}
