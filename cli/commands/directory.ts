import { readFile } from 'node:fs/promises';
import { driverLabel, oneLine } from '../../messages/format/index.ts';
import { isStandardInput, readStandardInput } from '../files/index.ts';
import {
  ApiProblemError,
  CommandError,
  EXIT,
  createApiClient,
  createTerminal,
  printTable,
} from '../terminal/index.ts';
import type { Problem, Terminal } from '../terminal/index.ts';

/** Options of commands about drivers as people. */
export interface DirectoryOptions {
  readonly fleet?: string;
  readonly json?: boolean;
}

/** Options of `drivers import`. */
export interface ImportOptions extends DirectoryOptions {
  readonly dryRun?: boolean;
  readonly prune?: boolean;
}

interface ImportAnswer {
  readonly dry_run: boolean;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  readonly changes: readonly {
    readonly driver_id: string;
    readonly change: 'added' | 'changed' | 'removed';
    readonly fields: readonly string[];
  }[];
  readonly skipped: readonly string[];
  readonly warnings: readonly {
    readonly line?: number;
    readonly column?: string;
    readonly message: string;
  }[];
}

/** Changes that are printed; `--json` has all of them. */
const MOST_SHOWN = 200;

/**
 * Imports a CSV file into the fleet's directory of drivers, all of it or nothing.
 * @throws CommandError with exit code 1 and every mistake by line and column
 */
export async function importDrivers(file: string, options: ImportOptions): Promise<number> {
  const bytes = isStandardInput(file)
    ? await readStandardInput()
    : await readFile(file).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`${file} cannot be read (${error.code ?? error.message}).`);
      });
  const query = new URLSearchParams({
    ...(options.dryRun && { dry_run: 'true' }),
    ...(options.prune && { prune: 'true' }),
  }).toString();
  const api = createApiClient(options.fleet ?? 'default');
  let answer: ImportAnswer;
  try {
    answer = await api.send<ImportAnswer>(`drivers/import${query && `?${query}`}`, {
      type: 'text/csv',
      bytes,
    });
  } catch (error) {
    if (error instanceof ApiProblemError && error.problem.errors)
      throw mistakesIn(file, error.problem.errors);
    throw error;
  }
  const terminal = createTerminal();
  if (options.json) terminal.json(answer);
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

function print(terminal: Terminal, answer: ImportAnswer): void {
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

interface DriverAnswer {
  readonly driver_id: string;
  readonly in_directory: boolean;
  readonly directory_updated_at?: string;
  readonly origins?: Readonly<
    Record<string, { readonly from: 'directory' | 'attributes'; readonly path?: string }>
  >;
}

/** Options of `drivers list`. */
export interface ListDriversOptions extends DirectoryOptions {
  readonly search?: string;
  readonly limit?: string;
}

/** Lists drivers with what is known of them. */
export async function listDrivers(options: ListDriversOptions): Promise<number> {
  const { search, limit } = options;
  const query = new URLSearchParams({
    ...(search !== undefined && { search }),
    ...(limit !== undefined && { limit }),
  }).toString();
  const api = createApiClient(options.fleet ?? 'default');
  const answer = await api.call<{ items: (DriverAnswer & Record<string, string>)[]; next_cursor?: string }>(
    'GET',
    `drivers${query && `?${query}`}`,
  );
  const terminal = createTerminal();
  if (options.json) {
    terminal.json(answer);
    return EXIT.ok;
  }
  const short = (text: string | undefined): string => oneLine(text ?? '', 40);
  if (answer.items.length === 0) terminal.line('There are no such drivers.');
  else
    printTable(
      terminal,
      ['id', 'name', 'phone', 'vehicle', 'plate', 'region'],
      answer.items.map((item) => [
        oneLine(item.driver_id, 60),
        short(item['name']),
        short(item['phone']),
        short(item['vehicle']),
        short(item['license_plate']),
        short(item['region']),
      ]),
    );
  if (answer.next_cursor !== undefined)
    terminal.line(terminal.colors.dim('There are more: --limit shows up to 200, --search narrows the list.'));
  return EXIT.ok;
}

/** Shows a driver's record, and where each field comes from. */
export async function showDriver(driver: string, options: DirectoryOptions): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const answer = await api.call<DriverAnswer & Record<string, string>>(
    'GET',
    `drivers/${encodeURIComponent(driver)}`,
  );
  const terminal = createTerminal();
  if (options.json) {
    terminal.json(answer);
    return EXIT.ok;
  }
  const { colors } = terminal;
  terminal.line(
    colors.bold(driverLabel({ id: answer.driver_id, ...(answer['name'] && { name: answer['name'] }) })),
  );
  const origins = Object.entries(answer.origins ?? {});
  if (origins.length === 0) terminal.line('  Nothing is known beside the id.');
  for (const [field, { from, path }] of origins)
    terminal.line(
      `  ${field.replaceAll('_', ' ').padEnd(16)} ${oneLine(answer[field] ?? '', 200)}  ${colors.dim(from === 'directory' ? 'directory' : `attributes ${path ?? ''}`)}`,
    );
  return EXIT.ok;
}
