import { CsvError, parse } from 'csv-parse/sync';
import { emailAddress } from '../documents/index.ts';
import { DRIVER_FIELDS, LIMITS, Suggestions, quoted } from '../vocabulary/index.ts';
import type { DriverField } from '../vocabulary/index.ts';

/** Most drivers in one import. */
const MOST_DRIVERS = 50_000;
/** Longest id of a driver: what the database takes. */
const LONGEST_ID = 256;

/** One driver of an import. */
export interface DirectoryRow {
  readonly driverId: string;
  /** Only fields that the import names: null clears one, a field that is absent stays as it is. */
  readonly fields: Readonly<Partial<Record<DriverField, string | null>>>;
}

/** One mistake of an import, and where it is. */
export interface DirectoryIssue {
  /** Place in the JSON form of the import, such as `/drivers/3/phone`; of a header, empty. */
  readonly pointer: string;
  /** Of a CSV file: the line, from 1, and the name of the column. */
  readonly line?: number;
  readonly column?: string;
  readonly message: string;
  readonly allowed?: readonly string[];
}

/** An import that was read, or every reason why not. */
export type DirectoryRead =
  | { readonly ok: true; readonly rows: readonly DirectoryRow[] }
  | { readonly ok: false; readonly errors: readonly DirectoryIssue[] };

/** The columns of a file and the members of a driver in JSON. */
const DIRECTORY_COLUMNS: readonly string[] = ['driver_id', ...DRIVER_FIELDS.map(({ name }) => name)];

const MOST_BY_FIELD = new Map<string, number>(DRIVER_FIELDS.map(({ name, most }) => [name, most]));
/** What a value must look like beside its length, and how that is said. */
const FORMS: Readonly<
  Partial<Record<DriverField, readonly [fits: (text: string) => boolean, words: string]>>
> = {
  phone: [isPhone, 'a phone number such as +49 30 123456'],
  email: [isAddress, 'an e-mail address such as ann@example.com'],
  manager_email: [isAddress, 'an e-mail address such as lead@example.com'],
  language: [(text) => /^[a-z]{2}(?:-[A-Z]{2})?$/.test(text), 'a language code such as de or en-GB'],
};

function isPhone(text: string): boolean {
  return /^\+?[\d ()./-]+$/.test(text) && text.replace(/\D/g, '').length >= 3;
}

function isAddress(text: string): boolean {
  return emailAddress().safeParse(text).success;
}

/** Collects mistakes; bounded as those of documents are. */
class Issues {
  readonly list: DirectoryIssue[] = [];

  get full(): boolean {
    return this.list.length > LIMITS.issues;
  }

  add(issue: DirectoryIssue): void {
    if (this.list.length < LIMITS.issues) this.list.push(issue);
    else if (!this.full)
      this.list.push({ pointer: '', message: `more mistakes follow; the first ${LIMITS.issues} are listed` });
  }
}

type Place = Pick<DirectoryIssue, 'pointer' | 'line' | 'column'>;

/** What is wrong with a value that is not empty; undefined: nothing. */
function valueProblem(field: DriverField, text: string): string | undefined {
  const most = MOST_BY_FIELD.get(field)!;
  if (text.length > most) return `has ${text.length} characters, and at most ${most} are allowed`;
  if (/[\p{Cc}\p{Surrogate}\u2028\u2029]/u.test(text))
    return 'must be on one line, without control characters';
  const [fits, words] = FORMS[field] ?? [];
  return fits && !fits(text) ? `${quoted(text)} is not ${words!}` : undefined;
}

function idProblem(id: string): string | undefined {
  if (id === '') return 'is missing: each driver needs the id that the analytics service uses';
  if (id.length > LONGEST_ID) return `has ${id.length} characters, and at most ${LONGEST_ID} are allowed`;
  return /[\p{Cc}\p{Surrogate}]/u.test(id) ? 'contains a character that cannot be stored' : undefined;
}

/** Rows in the making: finds wrong values and ids that appear twice. */
class Rows {
  readonly rows: DirectoryRow[] = [];
  readonly #seen = new Map<string, string>();
  readonly #issues: Issues;

  constructor(issues: Issues) {
    this.#issues = issues;
  }

  /**
   * @param where the place of a field in the import
   * @param here the place of the whole row in words, such as `line 5`
   */
  add(
    values: ReadonlyMap<string, string>,
    { where, here }: { readonly where: (field: string) => Place; readonly here: string },
  ): void {
    const driverId = values.get('driver_id') ?? '';
    const problem = idProblem(driverId) ?? this.#repeated(driverId, here);
    if (problem !== undefined) this.#issues.add({ ...where('driver_id'), message: problem });
    const fields: Partial<Record<DriverField, string | null>> = {};
    for (const { name } of DRIVER_FIELDS) {
      const text = values.get(name);
      if (text === undefined) continue;
      const wrong = text === '' ? undefined : valueProblem(name, text);
      if (wrong !== undefined) this.#issues.add({ ...where(name), message: wrong });
      fields[name] = text === '' ? null : text;
    }
    this.rows.push({ driverId, fields });
  }

  #repeated(driverId: string, here: string): string | undefined {
    const first = this.#seen.get(driverId);
    if (first === undefined) this.#seen.set(driverId, here);
    return first === undefined ? undefined : `${quoted(driverId)} is already in ${first}: keep one`;
  }
}

function read(issues: Issues, rows: readonly DirectoryRow[]): DirectoryRead {
  return issues.list.length > 0 ? { ok: false, errors: issues.list } : { ok: true, rows };
}

function refused(issue: DirectoryIssue): DirectoryRead {
  return { ok: false, errors: [issue] };
}

/** Names of columns are compared without case, and with blanks or hyphens for underscores: `License plate`. */
function columnName(written: string): string {
  return written
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

function unknownName(name: string): Pick<DirectoryIssue, 'message' | 'allowed'> {
  const suggestion = new Suggestions().didYouMean(name, DIRECTORY_COLUMNS);
  return { message: `unknown column ${quoted(name)}${suggestion}`, allowed: DIRECTORY_COLUMNS };
}

/** What stands between the values: Excel writes semicolons where the comma is the decimal sign. */
function delimiterOf(text: string): string {
  const [header = ''] = text.split(/\r\n|\r|\n/, 1);
  const count = (sign: string): number => header.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** @throws CsvError where the text is no CSV */
function csvRows(text: string): readonly CsvRow[] {
  const records = parse(text, {
    ...{ bom: true, trim: true, info: true, relax_column_count: true, skip_empty_lines: true },
    delimiter: delimiterOf(text),
    max_record_size: 100_000,
    to: MOST_DRIVERS + 2,
  }) as unknown as readonly {
    readonly record: readonly string[];
    readonly info: { readonly lines: number };
  }[];
  return records.map(({ record, info }) => ({ line: info.lines, cells: record }));
}

const BROKEN: ReadonlyMap<string, string> = new Map([
  ['CSV_QUOTE_NOT_CLOSED', 'a value begins with a quotation mark that is never closed'],
  [
    'CSV_INVALID_CLOSING_QUOTE',
    'text follows a closing quotation mark: write "" for a quotation mark inside a value',
  ],
  [
    'INVALID_OPENING_QUOTE',
    'a quotation mark stands inside a value: put the whole value in quotation marks, and write "" for it',
  ],
  ['CSV_MAX_RECORD_SIZE', 'the row is longer than 100,000 characters'],
]);

/**
 * Reads a directory as CSV: the first line names the columns, in any order; `driver_id` is required. Every mistake is listed with
 * its line and column.
 */
export function readDirectoryCsv(bytes: Uint8Array): DirectoryRead {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refused({ pointer: '', line: 1, message: 'the file is not UTF-8: save it as “CSV UTF-8”' });
  }
  try {
    return fromCsv(csvRows(text));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const at = error as CsvError & { readonly lines?: number };
    const message = BROKEN.get(error.code) ?? 'invalid CSV here';
    return refused({ pointer: '', line: at.lines ?? 1, message });
  }
}

function fromCsv([header, ...records]: readonly CsvRow[]): DirectoryRead {
  if (!header)
    return refused({ pointer: '', line: 1, message: 'the file is empty: its first line names the columns' });
  const issues = new Issues();
  const columns = header.cells.map(columnName);
  checkHeader(header, columns, issues);
  if (records.length > MOST_DRIVERS)
    issues.add({ pointer: '', line: records.at(-1)!.line, message: tooMany() });
  // Without its columns nothing can be said about the rows.
  if (issues.list.length > 0) return read(issues, []);
  const rows = new Rows(issues);
  for (const [index, { line, cells }] of records.entries()) {
    if (issues.full) break;
    if (cells.length !== columns.length)
      issues.add({
        ...{ pointer: `/drivers/${index}`, line },
        message: `has ${cells.length} values, and the first line names ${columns.length} columns`,
      });
    else
      rows.add(new Map(columns.map((column, at) => [column, cells[at]!])), {
        where: (column) => ({ pointer: `/drivers/${index}/${column}`, line, column }),
        here: `line ${line}`,
      });
  }
  return read(issues, rows.rows);
}

function checkHeader({ line, cells }: CsvRow, columns: readonly string[], issues: Issues): void {
  const seen = new Set<string>();
  for (const [at, column] of columns.entries()) {
    const place = { pointer: '', line, column: cells[at]! };
    if (column === '') issues.add({ ...place, message: `column ${at + 1} has no name` });
    else if (!DIRECTORY_COLUMNS.includes(column)) issues.add({ ...place, ...unknownName(cells[at]!) });
    else if (seen.has(column)) issues.add({ ...place, message: 'the column appears twice: keep one' });
    seen.add(column);
  }
  if (!seen.has('driver_id'))
    issues.add({ pointer: '', line, message: 'there is no column driver_id', allowed: DIRECTORY_COLUMNS });
}

function tooMany(): string {
  return `more than ${MOST_DRIVERS} drivers: import them in several files, without --prune`;
}

/** Reads a directory as JSON: `{"drivers": [{"driver_id": "d-17", "name": "Ann Meyer"}]}`. Null, or an empty text, clears a field. */
export function readDirectoryJson(json: unknown): DirectoryRead {
  const drivers = (json as { readonly drivers?: unknown } | null)?.drivers;
  if (!Array.isArray(drivers))
    return refused({
      pointer: '/drivers',
      message:
        drivers === undefined
          ? 'is missing: the drivers, each with the fields that change (a list)'
          : 'must be a list of drivers',
    });
  if (drivers.length > MOST_DRIVERS) return refused({ pointer: '/drivers', message: tooMany() });
  const issues = new Issues();
  const rows = new Rows(issues);
  for (const [index, each] of (drivers as readonly unknown[]).entries()) {
    if (issues.full) break;
    const pointer = `/drivers/${index}`;
    if (typeof each !== 'object' || each === null || Array.isArray(each)) {
      issues.add({ pointer, message: 'must be an object' });
      continue;
    }
    rows.add(membersOf(each, pointer, issues), {
      where: (field) => ({ pointer: `${pointer}/${field}` }),
      here: pointer,
    });
  }
  return read(issues, rows.rows);
}

function membersOf(driver: object, pointer: string, issues: Issues): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(driver) as [string, unknown][]) {
    const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!DIRECTORY_COLUMNS.includes(name)) issues.add({ pointer: place, ...unknownName(name) });
    else if (value === null) values.set(name, '');
    else if (typeof value === 'string' || typeof value === 'number') values.set(name, String(value).trim());
    else issues.add({ pointer: place, message: 'must be a text' });
  }
  return values;
}
