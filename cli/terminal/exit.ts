/** Exit codes of the command: all well, problems found, could not run. */
export const EXIT = { ok: 0, problems: 1, couldNotRun: 2 } as const;

/** Thrown by a command that cannot run; its message says what happened, where, and what to do. */
export class CommandError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number = EXIT.couldNotRun) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}
