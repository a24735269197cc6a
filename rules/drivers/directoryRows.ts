import { emailAddress, hintOf, sentence } from '../documents/index.ts';
import type { Sentence, Words } from '../documents/index.ts';
import { DRIVER_FIELDS, LIMITS, Suggestions, quoted } from '../vocabulary/index.ts';
import type { DriverField } from '../vocabulary/index.ts';

/** Maximum length of a driver's id in the database. */
const LONGEST_ID = 256;

/** One driver in an import. */
export interface DirectoryRow {
  readonly driverId: string;
  /** The fields that the import contains. Null clears a field; absent fields stay unchanged. */
  readonly fields: Readonly<Partial<Record<DriverField, string | null>>>;
}

/** One mistake in an import, with its position. */
export interface DirectoryIssue {
  /** JSON pointer in the JSON form of the import, such as `/drivers/3/phone`. Empty for a header. */
  readonly pointer: string;
  /** Line in a CSV file, starting at 1. `column` is the column's name. */
  readonly line?: number;
  readonly column?: string;
  readonly message: string;
  /** The message as data, which can be passed between threads. */
  readonly words: Words;
  readonly allowed?: readonly string[];
}

/** The rows of a valid import, or all mistakes for which it was refused. */
export type DirectoryRead =
  | {
      readonly ok: true;
      readonly rows: readonly DirectoryRow[];
      readonly warnings: readonly DirectoryIssue[];
    }
  | { readonly ok: false; readonly errors: readonly DirectoryIssue[] };

/** The columns of a CSV file, which are also the fields of a driver in JSON. */
export const DIRECTORY_COLUMNS: readonly string[] = ['driver_id', ...DRIVER_FIELDS.map(({ name }) => name)];

const MOST_BY_FIELD = new Map<string, number>(DRIVER_FIELDS.map(({ name, most }) => [name, most]));
/** The required form of a field's value: a check, and the description for the error message. Lengths are checked separately. */
const FORMS: Readonly<
  Partial<Record<DriverField, readonly [fits: (text: string) => boolean, words: Sentence]>>
> = {
  phone: [isPhone, sentence('form_phone')],
  email: [isAddress, sentence('form_addressOfPerson')],
  manager_email: [isAddress, sentence('form_addressOfLead')],
  language: [(text) => /^[a-z]{2}(?:-[A-Z]{2})?$/.test(text), sentence('form_language')],
};

function isPhone(text: string): boolean {
  return /^\+?[\d ()./-]+$/.test(text) && text.replace(/\D/g, '').length >= 3;
}

function isAddress(text: string): boolean {
  return emailAddress().safeParse(text).success;
}

/** Returns the message of an issue, as text and as data. */
export function saying(said: Sentence): Pick<DirectoryIssue, 'message' | 'words'> {
  return { message: String(said), words: said };
}

/** Collects mistakes, up to the limit that also applies to documents. */
export class Issues {
  readonly list: DirectoryIssue[] = [];
  /** Values that are probably wrong but do not prevent the import. */
  readonly warnings: DirectoryIssue[] = [];

  get full(): boolean {
    return this.list.length > LIMITS.issues;
  }

  warn(issue: DirectoryIssue): void {
    if (this.warnings.length < LIMITS.issues) this.warnings.push(issue);
  }

  add(issue: DirectoryIssue): void {
    if (this.list.length < LIMITS.issues) this.list.push(issue);
    else if (!this.full)
      this.list.push({
        pointer: '',
        ...saying(sentence('more', { count: LIMITS.issues })),
      });
  }
}

type CellPosition = Pick<DirectoryIssue, 'pointer' | 'line' | 'column'>;

/** Error values that Excel, LibreOffice and Google Sheets write in place of a failed formula's result. */
const FORMULA_ERROR = /^#(?:NAME|REF|VALUE|DIV\/0|NUM|NULL|N\/A|SPILL|ERROR|WERT|BEZUG|NV|ZAHL)[!?]?$/i;

function formulaError(text: string): Sentence | undefined {
  return FORMULA_ERROR.test(text) ? sentence('formulaError', { shown: quoted(text) }) : undefined;
}

/**
 * Matches ids that a spreadsheet probably changed. It writes long numbers with an exponent, and replaces digits after the
 * fifteenth with zeros.
 */
const CHANGED_ID = /^\d(?:[.,]\d+)?E[+-]?\d+$|^[1-9]\d{14}0{2,}$/i;

/** Returns the problem of a value that is not empty. Returns `undefined` if the value is valid. */
function valueProblem(field: DriverField, text: string): Sentence | undefined {
  const failed = formulaError(text);
  if (failed) return failed;
  const most = MOST_BY_FIELD.get(field)!;
  if (text.length > most) return tooLong(text, most);
  if (/[\p{Cc}\p{Surrogate}\u2028\u2029]/u.test(text)) return sentence('oneLine');
  const [fits, words] = FORMS[field] ?? [];
  return fits && words && !fits(text)
    ? sentence('valueIsNot', { shown: quoted(text), wanted: words })
    : undefined;
}

function tooLong({ length }: string, most: number): Sentence {
  return sentence('hasCharacters', { count: length, most });
}

function idProblem(id: string): Sentence | undefined {
  if (id === '') return sentence('driverIdMissing');
  if (id.length > LONGEST_ID) return tooLong(id, LONGEST_ID);
  return /[\p{Cc}\p{Surrogate}]/u.test(id) ? sentence('unstorable') : formulaError(id);
}

/** Collects the rows of an import. Reports wrong values, and ids that occur twice. */
export class Rows {
  readonly rows: DirectoryRow[] = [];
  readonly #seen = new Map<string, string | Sentence>();
  readonly #issues: Issues;

  constructor(issues: Issues) {
    this.#issues = issues;
  }

  /**
   * @param where returns the position of a field in the import
   * @param here the position of the row in words, such as `line 5`
   */
  add(
    values: ReadonlyMap<string, string>,
    { where, here }: { readonly where: (field: string) => CellPosition; readonly here: string | Sentence },
  ): void {
    const driverId = values.get('driver_id') ?? '';
    const problem = idProblem(driverId) ?? this.#repeated(driverId, here);
    if (problem !== undefined) this.#issues.add({ ...where('driver_id'), ...saying(problem) });
    else if (CHANGED_ID.test(driverId))
      this.#issues.warn({
        ...where('driver_id'),
        ...saying(sentence('idChanged', { name: quoted(driverId) })),
      });
    const fields: Partial<Record<DriverField, string | null>> = {};
    for (const { name } of DRIVER_FIELDS) {
      const text = values.get(name);
      if (text === undefined) continue;
      const wrong = text === '' ? undefined : valueProblem(name, text);
      if (wrong !== undefined) this.#issues.add({ ...where(name), ...saying(wrong) });
      fields[name] = text === '' ? null : text;
    }
    this.rows.push({ driverId, fields });
  }

  #repeated(driverId: string, here: string | Sentence): Sentence | undefined {
    const first = this.#seen.get(driverId);
    if (first === undefined) this.#seen.set(driverId, here);
    return first === undefined ? undefined : sentence('rowTwice', { name: quoted(driverId), place: first });
  }
}

/** Returns the collected rows. Returns the mistakes if there are any. */
export function read(issues: Issues, rows: readonly DirectoryRow[]): DirectoryRead {
  return issues.list.length > 0
    ? { ok: false, errors: issues.list }
    : { ok: true, rows, warnings: issues.warnings };
}

/** Refuses an import because of one mistake that prevents further reading. */
export function refused(issue: DirectoryIssue): DirectoryRead {
  return { ok: false, errors: [issue] };
}

/**
 * Normalises the name of a column: lower case, with underscores in place of blanks and hyphens (`License plate` →
 * `license_plate`).
 */
export function columnName(written: string): string {
  return written
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

/** Returns the issue about an unknown column. */
export function unknownName(name: string): Omit<DirectoryIssue, 'pointer'> {
  const hint = hintOf(new Suggestions(), name, DIRECTORY_COLUMNS);
  const said = sentence('unknownColumn', { name: quoted(name), hint });
  return { ...saying(said), allowed: DIRECTORY_COLUMNS };
}
