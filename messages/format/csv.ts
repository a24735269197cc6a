/** Mark that makes spreadsheets read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Returns a line of CSV (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quotedCell).join(',')}\r\n`;
}

function quotedCell(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Characters that may end a cell. Semicolons are included because spreadsheets of many countries separate cells with them. */
const CELL_ENDS: ReadonlySet<string> = new Set([';', '\t', '\r', '\n']);
/** Characters that begin a formula, also in full width. */
const FORMULA_STARTS: ReadonlySet<string> = new Set('=+-@＝＋－＠');

const isBlank = (character: string): boolean => /[^\S\r\n]/.test(character);
const isBlankOrQuote = (character: string): boolean => /["\s]/.test(character);

/** Returns the index after the run of characters of a kind that begins at `from`. */
function endOf(text: string, from: number, isOfKind: (character: string) => boolean): number {
  let at = from;
  while (at < text.length && isOfKind(text[at]!)) at += 1;
  return at;
}

/**
 * Puts an apostrophe before any text behind the end of a cell that may begin a formula, also after spaces and quotes. Reads each
 * character a fixed number of times, because the text comes from the service.
 */
function withLaterFormulasGuarded(text: string): string {
  let guarded = '';
  let copied = 0;
  let start = 0;
  for (let at = 1; at < text.length; at += 1) {
    if (!CELL_ENDS.has(text[at]!)) continue;
    const behind = endOf(text, at + 1, isBlank);
    // Where a formula would start is the same for every end of a cell in one stretch of blanks and quotes.
    if (start < behind) start = endOf(text, behind, isBlankOrQuote);
    if (FORMULA_STARTS.has(text[start] ?? '')) {
      guarded += `${text.slice(copied, behind)}'`;
      copied = behind;
    }
    at = behind - 1;
  }
  return guarded + text.slice(copied);
}

/**
 * Returns text that no spreadsheet runs. A sign that may begin a formula, also after spaces and in full width, gets an apostrophe
 * before it (OWASP, CSV injection).
 */
export function textCell(text: string): string {
  // eslint-disable-next-line no-control-regex -- a NUL ends the file for some spreadsheets
  const clean = text.replace(/\u0000/g, '');
  const apart = withLaterFormulasGuarded(clean);
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(apart) ? `'${apart}` : apart;
}
