import { CsvError, parse } from 'csv-parse/sync';
import { sentence } from '../documents/index.ts';
import type { Sentence } from '../documents/index.ts';
import {
  DIRECTORY_COLUMNS,
  Issues,
  Rows,
  columnName,
  read,
  refused,
  saying,
  unknownName,
} from './directoryRows.ts';
import type { DirectoryRead } from './directoryRows.ts';

/** Maximum number of drivers in one import. */
const MOST_DRIVERS = 50_000;

/** Characters that may separate values. Excel writes semicolons in countries where the decimal sign is a comma. */
const DELIMITERS = [',', ';', '\t', '|'];
/**
 * A first line such as `sep=;`, with which a file tells Excel its separator. If Excel saved the file again, separators may follow
 * on the line.
 */
const NAMES_DELIMITER = /^\s*"?sep=(.)"?[,;\t|]*[ ]*(?:\r\n|\r|\n|$)/i;

/** Finds the separator of a text's values. Also removes trailing characters that are separators of another kind. */
function separated(text: string): { readonly text: string; readonly delimiter: string } {
  const named = NAMES_DELIMITER.exec(text);
  // The line is replaced with an empty one, so that the following lines keep their numbers.
  const rest = named ? `\n${text.slice(named[0].length)}` : text;
  const header = rest.split(/\r\n|\r|\n/).find((line) => /[^\s,;|"]/.test(line)) ?? '';
  const inside = withoutEnd(header, DELIMITERS);
  const trailing = header.slice(inside.length);
  const sign = named?.[1];
  if (sign !== undefined) return { text: rest, delimiter: sign };
  const count = (sign: string): number => inside.split(sign).length;
  const delimiter = DELIMITERS.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
  const isOther = count(delimiter) > 1 && trailing !== '' && !trailing.includes(delimiter);
  const trimmed = () => rest.replace(/[^\r\n]+/g, (line) => withoutEnd(line, DELIMITERS));
  return { text: isOther ? trimmed() : rest, delimiter };
}

/** Returns the text without trailing characters from `signs`, in linear time. */
function withoutEnd(text: string, signs: readonly string[]): string {
  let end = text.length;
  while (end > 0 && signs.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Blanks and invisible characters that spreadsheets and copied texts leave around a value. */
const AROUND = /[\s\u200b-\u200f\u2060\ufeff]/;

function withoutMarksAround(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && AROUND.test(text[start]!)) start += 1;
  while (end > start && AROUND.test(text[end - 1]!)) end -= 1;
  return text.slice(start, end);
}

/**
 * Returns the rows that contain a value.
 * @throws CsvError if the text is not CSV
 */
function csvRows(file: string): readonly CsvRow[] {
  const { text, delimiter } = separated(file);
  const records = parse(text, {
    bom: true,
    trim: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    delimiter,
    max_record_size: 100_000,
    to: MOST_DRIVERS + 2,
  }) as unknown as readonly {
    readonly record: readonly string[];
    readonly info: { readonly lines: number };
  }[];
  return records
    .map(({ record, info }) => ({
      line: info.lines,
      cells: record.map(withoutMarksAround),
    }))
    .filter(({ cells }) => cells.some((cell) => /[^,;\t|]/.test(cell)));
}

/** Removes columns that are empty in the header and in all rows. Also removes empty values after the last column. */
function withoutEmptyColumns([header, ...rows]: readonly CsvRow[]): readonly CsvRow[] {
  if (!header) return [];
  const kept = header.cells.map(
    (name, at) => name !== '' || rows.some(({ cells }) => (cells[at] ?? '') !== ''),
  );
  const width = kept.length;
  return [header, ...rows].map(({ line, cells }) => {
    const isLonger = cells.slice(width).some((cell) => cell !== '');
    return { line, cells: cells.filter((_cell, at) => (at < width ? kept[at] : isLonger)) };
  });
}

const BROKEN: ReadonlyMap<string, Sentence> = new Map([
  ['CSV_QUOTE_NOT_CLOSED', sentence('csvQuoteOpen')],
  ['CSV_INVALID_CLOSING_QUOTE', sentence('csvAfterQuote')],
  ['INVALID_OPENING_QUOTE', sentence('csvQuoteInside')],
  ['CSV_MAX_RECORD_SIZE', sentence('csvRowLong')],
]);

/**
 * Reads a driver directory from CSV. The first line names the columns, in any order; `driver_id` is required. Lists every mistake
 * with its line and column.
 */
export function readDirectoryCsv(bytes: Uint8Array): DirectoryRead {
  const text = textOf(bytes);
  if (text === undefined)
    return refused({
      pointer: '',
      line: 1,
      ...saying(sentence('csvNotUtf8')),
    });
  try {
    return fromCsv(withoutEmptyColumns(csvRows(text)));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const at = error as CsvError & { readonly lines?: number };
    const said = BROKEN.get(error.code) ?? sentence('csvInvalid');
    return refused({ pointer: '', line: at.lines ?? 1, ...saying(said) });
  }
}

/**
 * Returns the text of a file in UTF-8, or in UTF-16 with a byte order mark, as Excel saves “Unicode text”. Returns `undefined`
 * for other encodings.
 */
function textOf(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function fromCsv([header, ...records]: readonly CsvRow[]): DirectoryRead {
  if (!header)
    return refused({
      pointer: '',
      line: 1,
      ...saying(sentence('csvEmpty')),
    });
  const issues = new Issues();
  const columns = header.cells.map(columnName);
  checkHeader(header, columns, issues);
  if (records.length > MOST_DRIVERS)
    issues.add({ pointer: '', line: records.at(-1)!.line, ...saying(tooMany()) });
  // Rows cannot be checked without valid columns.
  if (issues.list.length > 0) return read(issues, []);
  const rows = new Rows(issues);
  for (const [index, { line, cells }] of records.entries()) {
    if (issues.full) break;
    if (cells.length !== columns.length)
      issues.add({
        pointer: `/drivers/${index}`,
        line,
        ...saying(sentence('csvCells', { count: cells.length, columns: columns.length })),
      });
    else
      rows.add(new Map(columns.map((column, at) => [column, cells[at]!])), {
        where: (column) => ({ pointer: `/drivers/${index}/${column}`, line, column }),
        here: sentence('inLine', { line }),
      });
  }
  return read(issues, rows.rows);
}

function checkHeader({ line, cells }: CsvRow, columns: readonly string[], issues: Issues): void {
  const seen = new Set<string>();
  for (const [at, column] of columns.entries()) {
    const place = { pointer: '', line, column: cells[at]! };
    if (column === '') issues.add({ ...place, ...saying(sentence('csvNoName', { at: at + 1 })) });
    else if (!DIRECTORY_COLUMNS.includes(column)) issues.add({ ...place, ...unknownName(cells[at]!) });
    else if (seen.has(column)) issues.add({ ...place, ...saying(sentence('csvColumnTwice')) });
    seen.add(column);
  }
  if (!seen.has('driver_id'))
    issues.add({
      pointer: '',
      line,
      allowed: DIRECTORY_COLUMNS,
      ...saying(sentence('csvNoDriverId')),
    });
}

function tooMany(): Sentence {
  return sentence('tooManyDrivers', { most: MOST_DRIVERS });
}

/**
 * Reads a driver directory from JSON, such as `{"drivers": [{"driver_id": "d-17", "name": "Ann Meyer"}]}`. Null and empty texts
 * clear a field.
 */
export function readDirectoryJson(json: unknown): DirectoryRead {
  const drivers = (json as { readonly drivers?: unknown } | null)?.drivers;
  if (!Array.isArray(drivers))
    return refused({
      pointer: '/drivers',
      ...saying(drivers === undefined ? sentence('driversMissing') : sentence('driversList')),
    });
  if (drivers.length > MOST_DRIVERS) return refused({ pointer: '/drivers', ...saying(tooMany()) });
  const issues = new Issues();
  const rows = new Rows(issues);
  for (const [index, each] of (drivers as readonly unknown[]).entries()) {
    if (issues.full) break;
    const pointer = `/drivers/${index}`;
    if (typeof each !== 'object' || each === null || Array.isArray(each)) {
      issues.add({ pointer, ...saying(sentence('isObject')) });
      continue;
    }
    rows.add(membersOf(each, pointer, issues), {
      where: (field) => ({ pointer: `${pointer}/${field}` }),
      here: pointer,
    });
  }
  return read(issues, rows.rows);
}

/**
 * Matches numbers without an exponent. Other numbers are refused, because their text, such as `1e+21`, would be a different id.
 */
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

function membersOf(driver: object, pointer: string, issues: Issues): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(driver) as [string, unknown][]) {
    const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!DIRECTORY_COLUMNS.includes(name)) issues.add({ pointer: place, ...unknownName(name) });
    else if (value === null) values.set(name, '');
    else if (typeof value === 'string') values.set(name, value.trim());
    else if (typeof value === 'number' && PLAIN_NUMBER.test(String(value))) values.set(name, String(value));
    else issues.add({ pointer: place, ...saying(sentence('isText')) });
  }
  return values;
}
