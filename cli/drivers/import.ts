import { readFile } from 'node:fs/promises';
import type { Answer } from '../../api/index.ts';
import { oneLine } from '../../messages/format/index.ts';
import { ApiProblemError } from '../calls/index.ts';
import type { Problem } from '../calls/index.ts';
import type { Context } from '../declaration/index.ts';
import { isStandardInput, readStandardInput } from '../files/index.ts';
import { CommandError, EXIT, printTable } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';

interface Given {
  readonly file: string;
  readonly dryRun?: boolean;
  readonly prune?: boolean;
}

/** Maximum number of changes that are printed; `--json` prints all. */
const MOST_SHOWN = 200;

/**
 * Imports a CSV file into the fleet's directory of drivers. If any line is wrong, nothing is imported.
 * @throws CommandError with exit code 1 and every mistake by line and column
 */
export async function importDrivers(context: Context<Given>): Promise<number> {
  const { terminal, given, isJson } = context;
  const { file, dryRun, prune } = given;
  const bytes = isStandardInput(file)
    ? await readStandardInput()
    : await readFile(file).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`${file} cannot be read (${error.code ?? error.message}).`);
      });
  const query = { dry_run: dryRun ? 'true' : undefined, prune: prune ? 'true' : undefined } as const;
  const answer = await context.api
    .send('post', 'drivers/import', { query, content: { type: 'text/csv', bytes } })
    .catch((error: unknown) => {
      if (error instanceof ApiProblemError && error.problem.errors)
        throw mistakesIn(file, error.problem.errors);
      throw error;
    });
  if (isJson) terminal.json(answer);
  else print(terminal, answer);
  return EXIT.ok;
}

function mistakesIn(file: string, errors: NonNullable<Problem['errors']>): CommandError {
  const places = errors.map(({ line, column, message, allowed }) => {
    const place = line === undefined ? file : `${file}:${line}`;
    return `  ${place}${column === undefined ? '' : ` ${column}`}: ${message}${allowed ? ` (allowed: ${allowed.join(', ')})` : ''}`;
  });
  const count = `${errors.length} ${errors.length === 1 ? 'mistake' : 'mistakes'}`;
  return new CommandError(
    `${count} in ${file}, so nothing was imported:\n${places.join('\n')}`,
    EXIT.problems,
    { code: 'invalid_documents', details: { findings: errors.map((each) => ({ file, ...each })) } },
  );
}

function print(terminal: Terminal, answer: Answer<'drivers/import', 'post'>): void {
  const { colors } = terminal;
  const paint = { added: colors.green, changed: colors.yellow, removed: colors.red };
  const shown = answer.changes.slice(0, MOST_SHOWN);
  if (shown.length > 0)
    printTable(
      terminal,
      ['driver', 'change', 'fields'],
      shown.map(({ driver_id: id, change, fields }) => [
        oneLine(id, 60),
        paint[change](change),
        fields.join(', '),
      ]),
    );
  const rest = answer.changes.length - shown.length;
  if (rest > 0) terminal.line(colors.dim(`and ${rest} more: --json prints all of them.`));
  if (answer.skipped.length > 0)
    terminal.line(
      colors.yellow(
        `Skipped, because they were erased and have not driven since: ${answer.skipped.map((id) => oneLine(id, 60)).join(', ')}`,
      ),
    );
  for (const { line, message } of answer.warnings)
    terminal.line(
      colors.yellow(`Warning${line === undefined ? '' : `, line ${line}`}: ${oneLine(message, 400)}`),
    );
  const { added, changed, removed, unchanged } = answer;
  const counts = `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged`;
  terminal.line(answer.dry_run ? `Dry run, nothing was changed: ${counts}.` : `${counts}.`);
}
