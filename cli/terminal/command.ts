/** Exit codes of the command. */
export const EXIT = { ok: 0, problems: 1, couldNotRun: 2 } as const;

/** Cause of an error for programs. docs/command-line.md lists them. */
export type ErrorCode =
  | 'usage'
  | 'configuration'
  | 'could_not_run'
  | 'problems'
  | 'invalid_documents'
  | 'unavailable'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'refused'
  | 'rate_limited'
  | 'server_error'
  | 'internal';

/** Data of an error for programs, besides its message. */
export interface ErrorReport {
  readonly code?: ErrorCode;
  /** Fields that are printed beside `code` and `message`. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Thrown by a command that cannot run. Its message says what happened, where, and what to do. */
export class CommandError extends Error {
  readonly exitCode: number;
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  constructor(message: string, exitCode: number = EXIT.couldNotRun, report: ErrorReport = {}) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
    this.code = report.code ?? (exitCode === EXIT.problems ? 'problems' : 'could_not_run');
    this.details = report.details ?? {};
  }
}
