import { once } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { ExportCsv, ExportPage, glossaryCsv } from '../../messages/drivers/index.ts';
import type { ExportAbout, ExportRecord } from '../../messages/drivers/index.ts';
import { oneLine, visible } from '../../messages/format/index.ts';
import type { Context } from '../declaration/index.ts';
import { CommandError, EXIT, writableJson } from '../terminal/index.ts';

interface Given {
  readonly driver: string;
  readonly out?: string;
  /** `ndjson` has lines for programs, `html` a page for people, and `csv` a file for each kind of data. */
  readonly format: 'ndjson' | 'html' | 'csv';
}

/** The first line of an export. */
interface Head {
  readonly kind: 'export';
  readonly driver_id: string;
  readonly at: string;
  readonly fleet_name: string;
  readonly timezone: string;
  readonly language: ExportAbout['language'];
  readonly name?: string;
}

/** Writer of an export, line by line as it arrives, because a driver's data may exceed the memory. */
interface ExportWriter {
  head(line: Head, text: string): Promise<void>;
  record(line: ExportRecord, text: string): Promise<void>;
  end(text: string): Promise<void>;
}

/** Writes all stored data about a driver in the requested format. @returns 0 once all of it is written */
export async function exportDriver({ api, terminal, given }: Context<Given>): Promise<number> {
  const { driver, out, format } = given;
  if (format === 'csv' && out === undefined)
    throw new CommandError(
      'An export as CSV is a file for each kind of data: say in which folder, --out DIR.',
    );
  const files: FileHandle[] = [];
  const create = async (path: string): Promise<(text: string) => Promise<void>> => {
    const file = await created(path);
    files.push(file);
    return (text) => file.appendFile(text);
  };
  const escaped = format === 'html' ? visible : writableJson;
  const toOne = async () => (out === undefined ? toStandardOutput(escaped) : create(out));
  let lines: number | undefined;
  try {
    const source = await api.stream('drivers/{driver_id}/export', { params: { driver_id: driver } });
    const writer =
      format === 'csv' ? tables(out ?? '.', create) : (format === 'html' ? page : unchanged)(await toOne());
    lines = await written(source, writer);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`The export was interrupted: ${(error as Error).message}. Try again.`);
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
  if (lines === undefined)
    throw new CommandError('The export was interrupted before its last line. Try again.');
  if (out !== undefined) terminal.line(`${lines} ${format === 'ndjson' ? 'lines' : 'records'} in ${out}.`);
  return EXIT.ok;
}

/**
 * Passes every line to the writer.
 * @returns the number of records, according to the last line; undefined when the last line is missing
 */
async function written(source: AsyncIterable<Uint8Array>, writer: ExportWriter): Promise<number | undefined> {
  let lines: number | undefined;
  for await (const text of linesOf(source)) {
    const line = JSON.parse(text) as Head | ExportRecord | { readonly kind: 'end'; readonly lines: number };
    if ('lines' in line) {
      lines = line.lines;
      await writer.end(text);
    } else if ('data' in line) await writer.record(line, text);
    else await writer.head(line, text);
  }
  return lines;
}

async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  for await (const bytes of source) {
    const [first = '', ...more] = decoder.decode(bytes, { stream: true }).split('\n');
    parts.push(first);
    for (const next of more) {
      yield parts.join('');
      parts = [next];
    }
  }
}

function unchanged(write: (text: string) => Promise<void>): ExportWriter {
  const whole = (_line: unknown, text: string): Promise<void> => write(`${text}\n`);
  return { head: whole, record: whole, end: (text) => write(`${text}\n`) };
}

function page(write: (text: string) => Promise<void>): ExportWriter {
  let made: ExportPage | undefined;
  return {
    head({ driver_id: driverId, at, language, name, timezone, fleet_name: fleet }) {
      made = new ExportPage({ language, driverId, name, at: new Date(at), fleet: { name: fleet, timezone } });
      return write(made.head());
    },
    record: (line) => write(made?.records([line]) ?? ''),
    end: () => write(made?.end() ?? ''),
  };
}

/** Creates a writer that makes a CSV file for each kind of data, and one more file that explains the fields. */
function tables(
  folder: string,
  create: (path: string) => Promise<(text: string) => Promise<void>>,
): ExportWriter {
  const kinds = new Map<
    string,
    { readonly csv: ExportCsv; readonly write: (text: string) => Promise<void> }
  >();
  const fields = new Map<string, readonly string[]>();
  let language: ExportAbout['language'] = 'en';
  return {
    async head(line) {
      language = line.language;
      await mkdir(folder, { recursive: true, mode: 0o700 });
    },
    async record({ kind, data }) {
      const known = kinds.get(kind) ?? {
        csv: new ExportCsv(),
        write: await create(join(folder, fileOf(kind))),
      };
      kinds.set(kind, known);
      fields.set(kind, fields.get(kind) ?? Object.keys(data));
      await known.write(known.csv.line(data));
    },
    async end() {
      const write = await create(join(folder, FIELDS_FILE));
      for (const line of glossaryCsv(fields, language)) await write(line);
    },
  };
}

const FIELDS_FILE = 'fields.csv';
const KIND = /^[a-z][a-z0-9_]{0,62}$/;

/**
 * Returns the name of the file for a kind of data.
 * @throws CommandError when the server's name of the kind is not a safe file name, or is that of the file
 * that explains the fields
 */
function fileOf(kind: string): string {
  const name = `${kind}.csv`;
  if (KIND.test(kind) && name !== FIELDS_FILE) return name;
  throw new CommandError(
    `The server names a kind of data ${JSON.stringify(oneLine(kind, 80))}, which cannot be a file’s name, so the export is incomplete: is TRIPLINE_URL the Tripline that you mean?`,
  );
}

/** Creates a file that only its owner can read. @throws CommandError when it cannot be written */
async function created(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'w', 0o600);
  } catch (error) {
    throw new CommandError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Writes to the standard output, which may be a terminal. */
function toStandardOutput(escaped: (text: string) => string): (text: string) => Promise<void> {
  return async (text) => {
    if (!process.stdout.write(escaped(text))) await once(process.stdout, 'drain');
  };
}
