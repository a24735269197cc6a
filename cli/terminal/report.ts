import { CommandError, EXIT } from './command.ts';
import { createTerminal, writableJson } from './terminal.ts';

/** Options of an error report. */
interface ReportOptions {
  readonly isJson: boolean;
  /** Mistakes of the configuration, if the error is about them. */
  readonly mistakes?: readonly string[];
}

/**
 * Reports an error on the error stream: in words, or with `--json` as one object on the stream's last line.
 * @returns the exit code
 */
export function reportError(error: unknown, { isJson, mistakes }: ReportOptions): number {
  const exitCode = error instanceof CommandError ? error.exitCode : EXIT.couldNotRun;
  const isExpected = error instanceof CommandError || mistakes !== undefined;
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? error.stack : undefined;
  if (!isJson) {
    createTerminal(process.stderr).line(`tripline: ${isExpected ? message : (stack ?? message)}`);
    return exitCode;
  }
  if (error instanceof CommandError)
    printError({ code: error.code, message, exit_code: exitCode, ...error.details });
  else if (mistakes) printError({ code: 'configuration', message, exit_code: exitCode, mistakes });
  else printError({ code: 'internal', message, exit_code: exitCode, stack });
  return exitCode;
}

/**
 * Reports a mistake in the arguments. Without `--json`, commander has already printed it.
 * @param said commander's message, including its hint at the help; absent without `--json`
 */
export function reportUsage(said: string | undefined): number {
  if (said === undefined) return EXIT.couldNotRun;
  const lines = said.trim().split('\n');
  const hint = /^\((tripline .*)\)$/.exec(lines.at(-1) ?? '')?.[1];
  const message = (hint === undefined ? lines : lines.slice(0, -1))
    .join('\n')
    .replace(/^error: /, '')
    .trim();
  printError({ code: 'usage', message, exit_code: EXIT.couldNotRun, ...(hint !== undefined && { hint }) });
  return EXIT.couldNotRun;
}

function printError(error: Readonly<Record<string, unknown>>): void {
  process.stderr.write(`${writableJson(JSON.stringify({ error }))}\n`);
}
