import { CommandError, EXIT } from '../terminal/index.ts';
import type { ErrorCode } from '../terminal/index.ts';

/** A problem (an error in the shape of RFC 9457) that the API returned. */
export interface Problem {
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
  readonly errors?: readonly {
    readonly pointer: string;
    readonly message: string;
    readonly allowed?: readonly string[];
    /** Position in a CSV file: the line, from 1, and the column's name. */
    readonly line?: number;
    readonly column?: string;
  }[];
  /** Open incidents and deletions that have to end first, in a 409. */
  readonly incidents?: readonly string[];
  readonly deletions?: readonly string[];
}

/** Thrown when the API returned a problem. The message describes it. */
export class ApiProblemError extends CommandError {
  /** HTTP status of the answer. */
  readonly status: number;
  /** The problem that the API returned; empty when the answer contained none. */
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

/** An unsuccessful answer. */
interface ProblemAnswer {
  readonly status: number;
  readonly problem?: Problem;
  /** Exit code; when absent, that of a command that could not run. */
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

/** Makes the command exit with 1 after a 409. The command did run, but found a state that does not allow the change. */
export async function tooLateIsFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiProblemError) || error.status !== 409) throw error;
    const { message, status, problem } = error;
    throw new ApiProblemError(message, { status, problem, exitCode: EXIT.problems });
  }
}

/** Returns the commands that show the open incidents and deletions of a 409. Empty for a problem that lists none. */
function openWords({ incidents = [], deletions = [] }: Problem): string {
  const lines = [
    ...incidents.map((id) => `\n  incident ${id}: tripline incidents show ${id}`),
    ...deletions.map((id) => `\n  deletion ${id}: tripline deletions show ${id}`),
  ];
  return lines.join('');
}

/** Server and fleet of the request. */
interface Asked {
  readonly base: string;
  readonly fleet: string;
}

/**
 * Describes an unsuccessful answer in words.
 * @param error the body of the answer: JSON, or other text
 */
export function problemOf(status: number, error: unknown, asked: Asked): ApiProblemError {
  const problem = typeof error === 'object' && error !== null ? (error as Problem) : undefined;
  return new ApiProblemError(inWords(status, problem, asked), { status, ...(problem && { problem }) });
}

function inWords(status: number, problem: Problem | undefined, { base, fleet }: Asked): string {
  if (status === 401)
    return `The API at ${base} does not know this token (401): check TRIPLINE_TOKEN, and whether TRIPLINE_URL is the Tripline that you mean.`;
  if (problem === undefined) return `The API at ${base} answered ${status} without saying why.`;
  const errors = (problem.errors ?? []).map(
    (each) =>
      `\n  ${each.pointer || '/'}: ${each.message}${each.allowed ? ` (allowed: ${each.allowed.join(', ')})` : ''}`,
  );
  return `${problem.title ?? 'The API refused'} (${status}, fleet ${fleet})${problem.detail ? `: ${problem.detail}` : ''}${errors.join('')}${openWords(problem)}`;
}
