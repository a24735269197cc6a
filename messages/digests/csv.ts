import type { DigestDriverRow, Missing } from './content.ts';

/** Without it spreadsheets take UTF-8 for something else. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The columns, their units in their names; the names stay as they are, because scripts read them. */
const COLUMNS = [
  'driver_id',
  'name',
  'groups',
  'score',
  'score_missing',
  'score_before',
  'score_change',
  'hard_brake_rating',
  'phone_use_rating',
  'rapid_acceleration_rating',
  'overspeeding_rating',
  'trips',
  'distance_km',
  'duration_seconds',
  'missing_sensors',
] as const;

const MISSING: Readonly<Record<Missing, string>> = {
  not_rated: 'cannot be rated',
  not_known: 'not known',
  unavailable: 'could not be read',
};

/**
 * The table of all drivers as CSV (RFC 4180, UTF-8 with a byte order mark), a line at a time, so that a large fleet needs no
 * memory. A text that a spreadsheet would run as a formula gets an apostrophe before it.
 */
export function* digestCsv(rows: Iterable<DigestDriverRow>): Generator<string> {
  yield BYTE_ORDER_MARK + lineOf(COLUMNS);
  for (const row of rows) yield lineOf(cellsOf(row));
}

function cellsOf(row: DigestDriverRow): readonly string[] {
  const { score, scoreBefore, scoreMissing } = row;
  return [
    textCell(row.driverId),
    textCell(row.name),
    textCell(row.groups.join('; ')),
    numberCell(score),
    score === null ? MISSING[scoreMissing ?? 'not_known'] : '',
    numberCell(scoreBefore),
    score === null || scoreBefore === null ? '' : numberCell(score - scoreBefore),
    ratingCell(row.hardBrakeRating),
    ratingCell(row.phoneUseRating),
    ratingCell(row.rapidAccelerationRating),
    ratingCell(row.overspeedingRating),
    numberCell(row.tripCount),
    numberCell(row.distanceKm),
    numberCell(row.durationSeconds),
    textCell(row.missingSensors.join('; ')),
  ];
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Rounded to four decimals: `12.300000000000004` is no number for people. */
function numberCell(value: number | null): string {
  return value === null ? '' : String(Math.round(value * 10_000) / 10_000);
}

/** A rating, or a word where the service gave none: a zero or nothing would be read as a bad one. */
function ratingCell(value: number | null): string {
  return numberCell(value) || 'no rating';
}

/** What a spreadsheet may take for the end of a cell: those of many countries part cells at semicolons. */
const CELL_ENDS: ReadonlySet<string> = new Set([';', '\t', '\r', '\n']);
/** What a formula begins with, also in full width. */
const FORMULA_STARTS: ReadonlySet<string> = new Set('=+-@＝＋－＠');

const isBlank = (character: string): boolean => /[^\S\r\n]/.test(character);
const isBlankOrQuote = (character: string): boolean => /["\s]/.test(character);

/** Where the characters of a kind that begin at a place end. */
function endOf(text: string, from: number, isOfKind: (character: string) => boolean): number {
  let at = from;
  while (at < text.length && isOfKind(text[at]!)) at += 1;
  return at;
}

/**
 * The text with an apostrophe before whatever may begin a formula behind the end of a cell, also after spaces and quotes.
 * The text comes from the service: each of its characters is read a fixed number of times.
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
 * Text that no spreadsheet runs. What begins with one of these, also after spaces and in their full width, may be a formula
 * to it (OWASP, CSV injection).
 */
function textCell(text: string): string {
  // eslint-disable-next-line no-control-regex -- a NUL ends the file for some spreadsheets
  const clean = text.replace(/\u0000/g, '');
  const apart = withLaterFormulasGuarded(clean);
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(apart) ? `'${apart}` : apart;
}
