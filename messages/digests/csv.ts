import { BYTE_ORDER_MARK, csvLine, textCell } from '../format/index.ts';
import type { DigestDriverRow, Missing } from './content.ts';

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
  yield BYTE_ORDER_MARK + csvLine(COLUMNS);
  for (const row of rows) yield csvLine(cellsOf(row));
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

/** Rounded to four decimals: `12.300000000000004` is no number for people. */
function numberCell(value: number | null): string {
  return value === null ? '' : String(Math.round(value * 10_000) / 10_000);
}

/** A rating, or a word where the service gave none: a zero or nothing would be read as a bad one. */
function ratingCell(value: number | null): string {
  return numberCell(value) || 'no rating';
}
