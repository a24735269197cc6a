import { BYTE_ORDER_MARK, csvLine, textCell } from '../format/index.ts';
import type { DigestContent, DigestDriverRow, Missing } from './content.ts';

const MISSING: Readonly<Record<Missing, string>> = {
  not_rated: 'cannot be rated',
  not_known: 'not known',
  unavailable: 'could not be read',
};

/** The columns, their units in their names. The names do not change, because scripts read them. */
const COLUMNS: readonly (readonly [name: string, cellOf: (row: DigestDriverRow) => string])[] = [
  ['driver_id', ({ driverId }) => textCell(driverId)],
  ['name', ({ name }) => textCell(name)],
  ['groups', ({ groups }) => textCell(groups.join('; '))],
  ['score', ({ score }) => numberCell(score)],
  [
    'score_missing',
    ({ score, scoreMissing }) => (score === null ? MISSING[scoreMissing ?? 'not_known'] : ''),
  ],
  ['score_before', ({ scoreBefore }) => numberCell(scoreBefore)],
  [
    'score_change',
    ({ score, scoreBefore }) =>
      score === null || scoreBefore === null ? '' : numberCell(score - scoreBefore),
  ],
  ['hard_brake_rating', ({ hardBrakeRating }) => ratingCell(hardBrakeRating)],
  ['phone_use_rating', ({ phoneUseRating }) => ratingCell(phoneUseRating)],
  ['rapid_acceleration_rating', ({ rapidAccelerationRating }) => ratingCell(rapidAccelerationRating)],
  ['overspeeding_rating', ({ overspeedingRating }) => ratingCell(overspeedingRating)],
  ['trips', ({ tripCount }) => numberCell(tripCount)],
  ['distance_km', ({ distanceKm }) => numberCell(distanceKm)],
  ['duration_seconds', ({ durationSeconds }) => numberCell(durationSeconds)],
  ['missing_sensors', ({ missingSensors }) => textCell(missingSensors.join('; '))],
];

/**
 * Returns the table of all drivers as CSV (RFC 4180, UTF-8 with a byte order mark). Yields a line at a time, so that a large
 * fleet needs no memory. A text that a spreadsheet would run as a formula gets an apostrophe before it.
 */
export function* digestCsv(rows: Iterable<DigestDriverRow>): Generator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name));
  for (const row of rows) yield csvLine(COLUMNS.map(([, cellOf]) => cellOf(row)));
}

/** Rounds to four decimals, because people cannot use a number such as `12.300000000000004`. */
function numberCell(value: number | null): string {
  return value === null ? '' : String(Math.round(value * 10_000) / 10_000);
}

/** Returns a rating, or a word where the service gave none, because a zero or an empty cell would be read as a bad one. */
function ratingCell(value: number | null): string {
  return numberCell(value) || 'no rating';
}

/** Returns the file name for the table of all drivers. */
export function digestCsvName({ digest, period }: DigestContent): string {
  return `${fileName(digest.id)}-${fileName(period.now.to)}.csv`;
}

/** Keeps only characters that every file system takes. */
function fileName(text: string): string {
  return text.replace(/[^\w-]+/g, '-').slice(0, 80);
}
