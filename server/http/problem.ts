import { randomBytes } from 'node:crypto';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { textsOf, worded } from '../../messages/language/index.ts';
import type { Language, Worded } from '../../messages/language/index.ts';
import { wordsIn } from '../../messages/lint/index.ts';
import { pagePolicy, problemPage } from '../../messages/pages/index.ts';
import type { Words } from '../../rules/documents/index.ts';
import { InvalidCursorError, isDatabaseUnavailable } from '../../store/db/index.ts';
import { PayloadUnreadableError, TemporalUnavailableError } from '../../temporal/index.ts';
import { TaskEndedError, ThreadsBusyError } from '../workerThreads/index.ts';

/** Seconds in `Retry-After` for a caller whose request could not be processed now. */
const RETRY_AFTER_SECONDS = 30;

/** A problem in the words that a page shows. */
export interface ShownProblem {
  readonly language: Language;
  readonly title: string;
  readonly detail: string;
}

/**
 * A mistake's message: a text of the catalogue, or an English text. For an English text, `words` may contain the same statement
 * as data, so that it can be translated.
 */
interface Said {
  readonly message: string | Worded;
  readonly words?: Words | undefined;
}

/** A mistake in a request's body: its place (JSON pointer), its message, and the allowed values. */
export interface ProblemIssue extends Said {
  readonly pointer: string;
  readonly allowed?: readonly string[];
}

/** A mistake in a request's query. */
export interface ProblemParameter extends Said {
  readonly parameter: string;
}

/**
 * Thrown by a route to respond with `application/problem+json` (RFC 9457). Callers see its words, so they must contain no secrets
 * and no stack. They are texts of the catalogue in the caller's language.
 *
 * Problems that only occur between programs, such as a refused logout token, are in plain English. `message` is always English,
 * for logs.
 */
export class Problem extends Error {
  readonly status: number;
  /** The code by which programs recognise the problem, such as `no_draft`. */
  readonly code: string;
  readonly detail: Worded;
  /** Whether the detail is a text of the catalogue, which exists in all languages. */
  readonly isWorded: boolean;
  readonly errors: readonly ProblemIssue[] | undefined;
  readonly parameters: readonly ProblemParameter[] | undefined;
  readonly more: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The words for its page, in the fleet's language. Absent: the page uses the request's language. */
  readonly shown: ShownProblem | undefined;
  constructor(
    status: number,
    detail: string | Worded,
    extra: {
      /** The problem's code. Default: the name of the catalogue's text, or the entry in `STATUS_CODES`. */
      readonly code?: string;
      readonly errors?: readonly ProblemIssue[];
      readonly parameters?: readonly ProblemParameter[];
      readonly more?: Readonly<Record<string, unknown>>;
      readonly headers?: Readonly<Record<string, string>>;
      readonly shown?: ShownProblem;
    } = {},
  ) {
    super(saidIn(detail, 'en'));
    this.name = 'Problem';
    this.status = status;
    this.code = extra.code ?? codeOf(status, detail);
    this.detail = (language) => saidIn(detail, language);
    this.isWorded = typeof detail !== 'string';
    this.errors = extra.errors;
    this.parameters = extra.parameters;
    this.more = extra.more ?? {};
    this.headers = extra.headers ?? {};
    this.shown = extra.shown;
  }
}

/** Codes of problems in plain English, by status. They only occur between programs. */
export const STATUS_CODES: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'not_authenticated',
  404: 'not_found',
  408: 'too_slow',
  413: 'too_large',
  431: 'headers_too_large',
  503: 'unavailable',
};

function codeOf(status: number, detail: string | Worded): string {
  const key = typeof detail === 'string' ? undefined : detail.key;
  const name = key?.slice(key.indexOf('.') + 1).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return name ?? STATUS_CODES[status] ?? 'error';
}

function saidIn(words: string | Worded, language: Language): string {
  return typeof words === 'string' ? words : words(language);
}

/** Returns a mistake in the form that is sent: with its message in a language, without `words`. */
function mistakeIn<T extends Said>(mistake: T, language: Language): Omit<T, 'words'> {
  const { words, ...rest } = mistake;
  const message = words && typeof rest.message === 'string' ? wordsIn(words, rest.message) : rest.message;
  return { ...rest, message: saidIn(message, language) };
}

function titleOf(status: number, language: Language): string {
  const key = `problems.title_${status}`;
  const say = textsOf(language);
  return say.known(key) ?? say('problems.title_other');
}

/** Creates a problem 429 with the seconds until a retry. */
export function tooManyRequests(detail: string | Worded, seconds: number): Problem {
  return new Problem(429, detail, { headers: { 'retry-after': String(seconds) } });
}

/** Creates a problem 503 with the seconds until a retry. */
export function notNow(
  detail: string | Worded,
  more: Readonly<Record<string, unknown>> = {},
  shown?: ShownProblem,
): Problem {
  const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
  return new Problem(503, detail, { more, headers, ...(shown && { shown }) });
}

/** Returns the problem for an error. An unexpected error becomes a 500 without internal details. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof InvalidCursorError) return new Problem(400, worded('problems.wrongCursor'));
  if (error instanceof TemporalUnavailableError) return notNow(worded('problems.noTemporal'));
  if (error instanceof PayloadUnreadableError)
    return notNow(worded('problems.answerUnreadable', { why: error.message }));
  if (error instanceof ThreadsBusyError) return notNow(worded('problems.busy'));
  if (error instanceof TaskEndedError)
    return new Problem(422, worded('problems.tooMuchWork', { limit: error.limit }));
  if (isDatabaseUnavailable(error)) return notNow(worded('problems.noDatabase'));
  return new Problem(500, worded('problems.internal'));
}

/**
 * Returns the language for a request's problems: the preferred one in `Accept-Language` that the server supports. Default:
 * English.
 */
export function requestLanguage(request: Request): Language {
  return request.acceptsLanguages('en', 'de') === 'de' ? 'de' : 'en';
}

/** Sends a problem: as a page to a browser that requested a page, otherwise as `application/problem+json`. */
export function sendProblem(request: Request, response: Response, problem: Problem): void {
  const { status, headers } = problem;
  const language = requestLanguage(request);
  const isPage = response.locals['page'] === true;
  response.status(status).set(headers).set('cache-control', 'no-store').vary('Accept-Language');
  if (isPage && request.accepts(['application/problem+json', 'text/html']) === 'text/html') {
    const nonce = randomBytes(16).toString('base64');
    response.set('content-security-policy', pagePolicy(nonce));
    response.type('text/html').send(problemPage({ status, nonce, ...shownAs(problem, language) }));
    return;
  }
  response.type('application/problem+json');
  response.send(JSON.stringify(problemBody(problem, language)));
}

/** Returns a problem's JSON body, for programs. */
export function problemBody(
  { status, code, detail, errors, parameters, more }: Problem,
  language: Language,
): Readonly<Record<string, unknown>> {
  return {
    type: problemType(code),
    code,
    title: titleOf(status, language),
    status,
    detail: detail(language),
    ...(errors && { errors: errors.map((each) => mistakeIn(each, language)) }),
    ...(parameters && { parameters: parameters.map((each) => mistakeIn(each, language)) }),
    ...more,
  };
}

/** Returns the URN that identifies a type of problem. It is the same for every installation, and no web address. */
export function problemType(code: string): string {
  return `urn:tripline:problem:${code}`;
}

/** Returns the words for a problem's page. All words of a page are in one language. */
function shownAs({ status, detail, isWorded, shown }: Problem, asked: Language): ShownProblem {
  if (shown) return shown;
  const language = isWorded ? asked : 'en';
  return { language, title: titleOf(status, language), detail: detail(language) };
}

/** Returns the fields of an error that may be logged. Other fields are left out, because they may contain a row or a request. */
export function loggedError(error: unknown): Pick<Error, 'name' | 'message' | 'stack'> {
  const { name, message, stack } = error instanceof Error ? error : new Error('not an error');
  return { name, message, ...(stack === undefined ? {} : { stack }) };
}

/** Handles all errors of routes, as Express's last handler. Responds with a problem, and logs unexpected errors. */
// eslint-disable-next-line @typescript-eslint/max-params -- Express knows an error handler by its four parameters
export const problemHandler: ErrorRequestHandler = (error: unknown, request, response, next) => {
  const problem = asProblem(error);
  if (problem.status >= 500 && !(error instanceof Problem)) {
    request.log.error({ error: loggedError(error) }, 'request failed');
  }
  if (response.headersSent) next(error);
  else sendProblem(request, response, problem);
};
