import type { Request, Response } from 'express';
import { worded } from '../../../messages/language/index.ts';
import { JsonText } from '../../../store/db/index.ts';
import type { Database } from '../../../store/db/index.ts';
import { bearerToken, isStillAllowed } from '../../access/index.ts';
import type { Authenticator, Caller } from '../../access/index.ts';
import { SHARES, createFairShare, lingerThenCut, requestLimit, tooManyRequests } from '../../http/index.ts';
import type { FairShare, RequestLimit, ServerDependencies } from '../../http/index.ts';
import { API_ROOT, DryRunAnswer, FramedAnswer, StreamAnswer } from './apiRoute.ts';
import type { Declared, RouteMaker } from './apiRoute.ts';
import { KEY_HEADER, keyOf, oncePerKey, sendAnswer } from './idempotency.ts';
import type { SentAnswer } from './idempotency.ts';
import { checkQuery, readJsonBody } from './input.ts';
import { LineAnswer, sendLines } from './lines.ts';
import { BODIES_AT_ONCE, MEGABYTES_A_MINUTE, answersOf, costOf, isKeyed, limitOf } from './routeAnswers.ts';
import { withSpeaker } from './speaker.ts';

/** The database of every route, and whether requests have no limit a minute. */
export interface RouteMakerParts extends Pick<ServerDependencies, 'areRequestsUnlimited'> {
  readonly database: Pick<Database, 'db' | 'reading'>;
}

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

/** The mark of a route that has answered already. */
const ANSWERED = Symbol('answered');

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
