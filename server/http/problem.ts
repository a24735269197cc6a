import { randomBytes } from 'node:crypto';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Language } from '../../messages/language/index.ts';
import { pagePolicy, problemPage } from '../../messages/pages/index.ts';
import { InvalidCursorError, isDatabaseUnavailable } from '../../store/db/index.ts';
import { PayloadUnreadableError, TemporalUnavailableError } from '../../temporal/index.ts';
import { TaskEndedError, ThreadsBusyError } from '../threads/index.ts';

/** What a sender or caller that could not be served now is asked to wait. */
const RETRY_AFTER_SECONDS = 30;

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not authenticated',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Too slow',
  409: 'Conflict',
  410: 'Expired',
  413: 'Body too large',
  422: 'Document refused',
  429: 'Too many requests',
  500: 'Internal error',
  502: 'The analytics service refuses the API key',
  503: 'Not available now',
  504: 'No answer in time',
};

/** A problem as a page says it. */
export interface ShownProblem {
  readonly language: Language;
  readonly title: string;
  readonly detail: string;
}

/** Thrown by a route to answer `application/problem+json` (RFC 9457). Its words reach the caller: no secrets, no stack. */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  readonly more: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** What its page says, in the reader's language; absent: the same in English. */
  readonly shown: ShownProblem | undefined;
  constructor(
    status: number,
    detail: string,
    extra: {
      readonly more?: Readonly<Record<string, unknown>>;
      readonly headers?: Readonly<Record<string, string>>;
      readonly shown?: ShownProblem;
    } = {},
  ) {
    super(detail);
    this.name = 'Problem';
    this.status = status;
    this.title = TITLES[status] ?? 'Error';
    this.more = extra.more ?? {};
    this.headers = extra.headers ?? {};
    this.shown = extra.shown;
  }
}

/** A 429 that says when to retry. */
export function tooManyRequests(detail: string, seconds: number): Problem {
  return new Problem(429, detail, { headers: { 'retry-after': String(seconds) } });
}

/** A 503 that says when to retry. */
export function notNow(
  detail: string,
  more: Readonly<Record<string, unknown>> = {},
  shown?: ShownProblem,
): Problem {
  const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
  return new Problem(503, detail, { more, headers, ...(shown && { shown }) });
}

/** The problem an error amounts to; anything unforeseen is a 500 that says nothing of its inside. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof InvalidCursorError) return new Problem(400, error.message);
  if (error instanceof TemporalUnavailableError)
    return notNow('Temporal does not answer. Send the request again.');
  if (error instanceof PayloadUnreadableError)
    return notNow(`This web server cannot read the answer. ${error.message} What was started continues.`);
  if (error instanceof ThreadsBusyError) return notNow(error.message);
  if (error instanceof TaskEndedError)
    return new Problem(422, `The request needs too much work: ${error.message}. Send less at once.`);
  if (isDatabaseUnavailable(error)) return notNow('The database does not answer. Send the request again.');
  return new Problem(500, 'Internal error. The log has the details under the id in X-Request-Id.');
}

/** Answers a problem: to a browser on a page as a page, to everyone else as `application/problem+json`. */
export function sendProblem(request: Request, response: Response, problem: Problem): void {
  const { status, title, message, more, headers } = problem;
  response.status(status).set(headers).set('cache-control', 'no-store');
  const isPage = response.locals['page'] === true;
  if (isPage && request.accepts(['application/problem+json', 'text/html']) === 'text/html') {
    const nonce = randomBytes(16).toString('base64');
    response.set('content-security-policy', pagePolicy(nonce));
    response.type('text/html').send(problemPage({ status, title, detail: message, nonce, ...problem.shown }));
    return;
  }
  response.type('application/problem+json');
  response.send(JSON.stringify({ type: 'about:blank', title, status, detail: message, ...more }));
}

/** What the log says about an error: never its other fields, which may hold a row or a request. */
export function loggedError(error: unknown): Pick<Error, 'name' | 'message' | 'stack'> {
  const { name, message, stack } = error instanceof Error ? error : new Error('not an error');
  return { name, message, ...(stack === undefined ? {} : { stack }) };
}

/** Express's last stop: every error leaves as a problem, and what nobody foresaw is logged. */
// eslint-disable-next-line @typescript-eslint/max-params -- Express knows an error handler by its four parameters
export const problemHandler: ErrorRequestHandler = (error: unknown, request, response, next) => {
  const problem = asProblem(error);
  if (problem.status >= 500 && !(error instanceof Problem)) {
    request.log.error({ error: loggedError(error) }, 'request failed');
  }
  if (response.headersSent) next(error);
  else sendProblem(request, response, problem);
};
