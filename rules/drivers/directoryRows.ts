import { emailAddress, hintOf, sentence } from '../documents/index.ts';
import type { Sentence, Words } from '../documents/index.ts';
import { DRIVER_FIELDS, LIMITS, Suggestions, quoted } from '../vocabulary/index.ts';
import type { DriverField } from '../vocabulary/index.ts';

/** Maximum length of a driver's id in the database. */
const LONGEST_ID = 256;

/** One driver of an import. */
export interface DirectoryRow {
  readonly driverId: string;
  /** The fields that the import names: null clears a field; an absent field stays as it is. */
  readonly fields: Readonly<Partial<Record<DriverField, string | null>>>;
}

/** One mistake of an import, and its place. */
export interface DirectoryIssue {
  /** Place in the JSON form of the import, such as `/drivers/3/phone`; empty for a header. */
  readonly pointer: string;
  /** The line of a CSV file, from 1; `column` is the column's name. */
  readonly line?: number;
  readonly column?: string;
  readonly message: string;
  /** The message as data, for passing it between threads. */
  readonly words: Words;
  readonly allowed?: readonly string[];
}

/** A successful import, or every reason for its refusal. */
export type DirectoryRead =
  | {
      readonly ok: true;
      readonly rows: readonly DirectoryRow[];
      readonly warnings: readonly DirectoryIssue[];
    }
  | { readonly ok: false; readonly errors: readonly DirectoryIssue[] };

/** The columns of a file, which are also the members of a driver in JSON. */
export const DIRECTORY_COLUMNS: readonly string[] = ['driver_id', ...DRIVER_FIELDS.map(({ name }) => name)];

const MOST_BY_FIELD = new Map<string, number>(DRIVER_FIELDS.map(({ name, most }) => [name, most]));
/** The required form of a field's value besides its length, with its description. */
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

/** Turns a sentence into the message of an issue. */
export function saying(said: Sentence): Pick<DirectoryIssue, 'message' | 'words'> {
  return { message: String(said), words: said };
}

/** Collects mistakes up to the same limit as for documents. */
export class Issues {
  readonly list: DirectoryIssue[] = [];
  /** Values that are probably mistaken but do not prevent the import. */
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

/** Error values that Excel, LibreOffice and Google Sheets write for a failed formula. */
const FORMULA_ERROR = /^#(?:NAME|REF|VALUE|DIV\/0|NUM|NULL|N\/A|SPILL|ERROR|WERT|BEZUG|NV|ZAHL)[!?]?$/i;

function formulaError(text: string): Sentence | undefined {
  return FORMULA_ERROR.test(text) ? sentence('formulaError', { shown: quoted(text) }) : undefined;
}

/** Ids that a spreadsheet probably changed: exponents, and digits replaced by zeros, because it keeps only fifteen digits. */
const CHANGED_ID = /^\d(?:[.,]\d+)?E[+-]?\d+$|^[1-9]\d{14}0{2,}$/i;

/** Returns the problem of a value that is not empty, or `undefined` when it is valid. */
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

/** Collects rows, and finds wrong values and ids that appear twice. */
export class Rows {
  readonly rows: DirectoryRow[] = [];
  readonly #seen = new Map<string, string | Sentence>();
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

/** Returns the rows that were read, or the mistakes if there are any. */
export function read(issues: Issues, rows: readonly DirectoryRow[]): DirectoryRead {
  return issues.list.length > 0
    ? { ok: false, errors: issues.list }
    : { ok: true, rows, warnings: issues.warnings };
}

/** Refuses an import with one mistake, after which reading stops. */
export function refused(issue: DirectoryIssue): DirectoryRead {
  return { ok: false, errors: [issue] };
}

/** Normalises the name of a column: case is ignored, and blanks and hyphens equal underscores (`License plate`). */
export function columnName(written: string): string {
  return written
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

/** Returns the mistake of an unknown column. */
export function unknownName(name: string): Omit<DirectoryIssue, 'pointer'> {
  const hint = hintOf(new Suggestions(), name, DIRECTORY_COLUMNS);
  const said = sentence('unknownColumn', { name: quoted(name), hint });
  return { ...saying(said), allowed: DIRECTORY_COLUMNS };
}
