import { BYTE_ORDER_MARK, csvLine, textCell } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import { fieldMeaning } from './exportFields.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Makes the lines of one kind's CSV file (RFC 4180, UTF-8 with a byte order mark, because spreadsheet programs take UTF-8 for
 * something else without). The columns are the fields of the first record: all records of a kind have the same.
 */
export class ExportCsv {
  #columns: readonly string[] | undefined;

  /** Returns the line of a record; the first one follows the line of the columns. */
  line(row: Row): string {
    const columns = this.#columns ?? Object.keys(row);
    const head = this.#columns === undefined ? BYTE_ORDER_MARK + csvLine(columns) : '';
    this.#columns = columns;
    return head + csvLine(columns.map((column) => cellOf(row[column])));
  }
}

/** Numbers as they are; a text that a spreadsheet would run as a formula gets an apostrophe; lists and objects as JSON. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return textCell(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Returns the glossary as CSV: the unit and the meaning of each field of the kinds in the export. */
export function* glossaryCsv(
  fields: ReadonlyMap<string, readonly string[]>,
  language: Language,
): Generator<string> {
  yield BYTE_ORDER_MARK + csvLine(['file', 'title', 'field', 'unit', 'meaning']);
  for (const [kind, names] of fields)
    for (const name of names) {
      const { unit, meaning } = fieldMeaning(name, language);
      const words = textsOf(language).known(`exports.kind_${kind}`) ?? kind;
      yield csvLine([`${kind}.csv`, words, name, unit, meaning].map(textCell));
    }
}
