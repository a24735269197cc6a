import { setTimeout as pause } from 'node:timers/promises';
import { CommandError, EXIT } from './command.ts';
import type { ErrorCode } from './command.ts';

/** A problem the API answered, as RFC 9457 shapes it. */
export interface Problem {
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
  readonly errors?: readonly {
    readonly pointer: string;
    readonly message: string;
    readonly allowed?: readonly string[];
    /** Of a CSV file: the line, from 1, and the column's name. */
    readonly line?: number;
    readonly column?: string;
  }[];
  /** Of a 409: what is open and has to end first. */
  readonly incidents?: readonly string[];
  readonly deletions?: readonly string[];
}

/** A body that is not plain JSON. */
export interface SentBody {
  readonly type: string;
  readonly bytes: string | Uint8Array;
  readonly method?: 'PUT';
}

/** The API of one fleet. */
export interface ApiClient {
  readonly fleet: string;
  /** Where the server is, without credentials: identifies the Tripline. */
  readonly server: string;
  /** The body of a 2xx answer. @throws CommandError with the problem in words */
  call<T>(method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T>;
  /** The same for a body that is not plain JSON; a POST unless it says otherwise. */
  send<T>(path: string, body: SentBody): Promise<T>;
  /** The bytes of a 2xx answer, as they come. @throws CommandError with the problem in words */
  stream(path: string): Promise<AsyncIterable<Uint8Array>>;
}

/** Thrown when the API answered with a problem; its message says it in words. */
export class ApiProblemError extends CommandError {
  /** Of HTTP. */
  readonly status: number;
  /** As the API said it; empty where it said nothing. */
  readonly problem: Problem;
  constructor(message: string, { status, problem = {}, exitCode }: ProblemAnswer) {
    const { title, detail, errors, incidents, deletions } = problem;
    const details = { status, title, detail, errors, incidents, deletions };
    super(message, exitCode, { code: codeOf(status), details });
    this.name = 'ApiProblemError';
    this.status = status;
    this.problem = problem;
  }
}

/** What came instead of a 2xx answer. */
interface ProblemAnswer {
  readonly status: number;
  readonly problem?: Problem;
  /** That of a command which could not run when absent. */
  readonly exitCode?: number;
}

function codeOf(status: number): ErrorCode {
  if (status >= 500) return 'server_error';
  switch (status) {
    case 401:
      return 'unauthenticated';
    case 403:
      return 'forbidden';
    case 404:
      return 'not_found';
    case 409:
      return 'conflict';
    case 429:
      return 'rate_limited';
    default:
      return 'refused';
  }
}

/** Lets a command that came too late (409) end with 1: it has run, and found how things stand. */
export async function tooLateIsFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiProblemError) || error.status !== 409) throw error;
    const { message, status, problem } = error;
    throw new ApiProblemError(message, { status, problem, exitCode: EXIT.problems });
  }
}

/** The commands that show what is open, for a 409 that names it; empty for any other problem. */
function openWords({ incidents = [], deletions = [] }: Problem): string {
  const lines = [
    ...incidents.map((id) => `\n  incident ${id}: tripline incidents show ${id}`),
    ...deletions.map((id) => `\n  deletion ${id}: tripline deletions show ${id}`),
  ];
  return lines.join('');
}

const TIMEOUT_MS = 60_000;
/** The API counts requests by the minute. */
const LONGEST_WAIT_SECONDS = 60;

/**
 * A client for `TRIPLINE_URL` with `TRIPLINE_TOKEN`. Where no address was given, the command
 * has put the one of the Tripline that is configured here into `TRIPLINE_URL`.
 * @throws CommandError when the token is missing
 */
export function createApiClient(fleet: string): ApiClient {
  const base = (process.env['TRIPLINE_URL'] ?? 'http://127.0.0.1:3000').replace(/\/+$/, '');
  const token = process.env['TRIPLINE_TOKEN'];
  if (!token)
    throw new CommandError(
      'TRIPLINE_TOKEN is not set: run tripline login, or put an API token there (`npm start` says where to find one).',
      EXIT.couldNotRun,
      { code: 'unauthenticated' },
    );
  const unavailable = (): CommandError =>
    new CommandError(
      `${base} does not answer. Is Tripline running there? Set TRIPLINE_URL to use another address.`,
      EXIT.couldNotRun,
      { code: 'unavailable' },
    );
  async function answerTo<T>(method: string, path: string, body: SentBody | undefined): Promise<T> {
    const url = `${base}/api/v1/fleets/${encodeURIComponent(fleet)}/${path}`;
    let response: Response;
    try {
      response = await asked(url, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': body.type }),
        },
        ...(body === undefined ? {} : { body: body.bytes as string }),
      });
    } catch {
      throw unavailable();
    }
    const text = await response.text();
    if (response.ok) return JSON.parse(text || 'null') as T;
    throw new ApiProblemError(inWords(response.status, text, { base, fleet }), {
      status: response.status,
      problem: problemIn(text),
    });
  }
  return {
    fleet,
    server: withoutCredentials(base),
    async stream(path) {
      const url = `${base}/api/v1/fleets/${encodeURIComponent(fleet)}/${path}`;
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(url, { headers }).catch(() => {
        throw unavailable();
      });
      if (response.ok && response.body) return response.body;
      const text = await response.text();
      throw new ApiProblemError(inWords(response.status, text, { base, fleet }), {
        status: response.status,
        problem: problemIn(text),
      });
    },
    call: (method, path, body) =>
      answerTo(
        method,
        path,
        body === undefined ? undefined : { type: 'application/json', bytes: JSON.stringify(body) },
      ),
    send: (path, body) => answerTo(body.method ?? 'POST', path, body),
  };
}

function problemIn(text: string): Problem {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    return {};
  }
}

/** The answer, asked for once more where a token has asked too often: nothing was done the first time. */
async function asked(url: string, request: RequestInit): Promise<Response> {
  const once = (): Promise<Response> => fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const response = await once();
  const seconds = Number(response.headers.get('retry-after'));
  if (response.status !== 429 || !(seconds > 0 && seconds <= LONGEST_WAIT_SECONDS)) return response;
  await response.arrayBuffer();
  process.stderr.write(`Rate limit of the API: waiting ${seconds} seconds.\n`);
  await pause(seconds * 1000);
  return once();
}

function withoutCredentials(base: string): string {
  if (!URL.canParse(base)) return base;
  const { origin, pathname } = new URL(base);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

function inWords(
  status: number,
  text: string,
  { base, fleet }: { readonly base: string; readonly fleet: string },
): string {
  if (status === 401)
    return `The API at ${base} does not know this token (401): check TRIPLINE_TOKEN, and whether TRIPLINE_URL is the Tripline that you mean.`;
  let problem: Problem;
  try {
    problem = JSON.parse(text) as Problem;
  } catch {
    return `The API at ${base} answered ${status} without saying why.`;
  }
  const errors = (problem.errors ?? []).map(
    (each) =>
      `\n  ${each.pointer || '/'}: ${each.message}${each.allowed ? ` (allowed: ${each.allowed.join(', ')})` : ''}`,
  );
  return `${problem.title ?? 'The API refused'} (${status}, fleet ${fleet})${problem.detail ? `: ${problem.detail}` : ''}${errors.join('')}${openWords(problem)}`;
}
