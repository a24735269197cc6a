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

/** Seconds after which a sender or caller that could not be served may retry. */
const RETRY_AFTER_SECONDS = 30;

/** A problem as a page says it. */
export interface ShownProblem {
  readonly language: Language;
  readonly title: string;
  readonly detail: string;
}

/** The words of an issue: a text of the catalogue, or English with the same as data where it has that. */
interface Said {
  readonly message: string | Worded;
  readonly words?: Words | undefined;
}

/** One mistake of a body: its place, its message, and the allowed values. */
export interface ProblemIssue extends Said {
  readonly pointer: string;
  readonly allowed?: readonly string[];
}

/** One mistake of a query. */
export interface ProblemParameter extends Said {
  readonly parameter: string;
}

/**
 * Thrown by a route to answer `application/problem+json` (RFC 9457). Its words reach the caller: no secrets, no stack.
 * They are texts of the catalogue, said in the caller's language; what the protocol between programs alone can cause, such as a
 * refused logout token, is plain English. Its `message` is English, for logs.
 */
export class Problem extends Error {
  readonly status: number;
  /** The code by which programs recognise the problem: `no_draft`. */
  readonly code: string;
  readonly detail: Worded;
  /** Whether it can be said in other languages than English. */
  readonly isWorded: boolean;
  readonly errors: readonly ProblemIssue[] | undefined;
  readonly parameters: readonly ProblemParameter[] | undefined;
  readonly more: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The words of its page, in the language of the fleet; absent: in the language of the request. */
  readonly shown: ShownProblem | undefined;
  constructor(
    status: number,
    detail: string | Worded,
    extra: {
      /** Where its words are not one text of the catalogue, whose name is the code. */
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

/** Codes of problems in plain English, by their status: what the protocol between programs alone can cause. */
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

/** A mistake as it is sent: its message in a language, its words left out. */
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

/** A 429 that says when to retry. */
export function tooManyRequests(detail: string | Worded, seconds: number): Problem {
  return new Problem(429, detail, { headers: { 'retry-after': String(seconds) } });
}

/** A 503 that says when to retry. */
export function notNow(
  detail: string | Worded,
  more: Readonly<Record<string, unknown>> = {},
  shown?: ShownProblem,
): Problem {
  const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
  return new Problem(503, detail, { more, headers, ...(shown && { shown }) });
}

/** The problem an error amounts to; anything unforeseen is a 500 that says nothing of its inside. */
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

/** Returns the language for a request's problems: the first one of its `Accept-Language` that the server speaks. */
export function requestLanguage(request: Request): Language {
  return request.acceptsLanguages('en', 'de') === 'de' ? 'de' : 'en';
}

/** Answers a problem: to a browser on a page as a page, to everyone else as `application/problem+json`. */
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

/** A problem as it is sent to programs. */
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

/** Returns the type of a problem, the same at every installation: a name, and no address. */
export function problemType(code: string): string {
  return `urn:tripline:problem:${code}`;
}

/** The words of a page about it: a page is in one language. */
function shownAs({ status, detail, isWorded, shown }: Problem, asked: Language): ShownProblem {
  if (shown) return shown;
  const language = isWorded ? asked : 'en';
  return { language, title: titleOf(status, language), detail: detail(language) };
}

/** Returns the fields of an error for the log: never its other fields, which may hold a row or a request. */
export function loggedError(error: unknown): Pick<Error, 'name' | 'message' | 'stack'> {
  const { name, message, stack } = error instanceof Error ? error : new Error('not an error');
  return { name, message, ...(stack === undefined ? {} : { stack }) };
}

/** Handles errors last in Express: every error leaves as a problem, and unexpected ones are logged. */
// eslint-disable-next-line @typescript-eslint/max-params -- Express knows an error handler by its four parameters
export const problemHandler: ErrorRequestHandler = (error: unknown, request, response, next) => {
  const problem = asProblem(error);
  if (problem.status >= 500 && !(error instanceof Problem)) {
    request.log.error({ error: loggedError(error) }, 'request failed');
  }
  if (response.headersSent) next(error);
  else sendProblem(request, response, problem);
};
