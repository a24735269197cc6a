import { gzipSync } from 'node:zlib';
import type { DigestDriverRow } from '../messages/digest/content.ts';
import { digestCsv } from '../messages/digest/digestCsv.ts';
import type { Db } from '../store/database.ts';
import { digestTable } from '../store/digestDrivers.ts';
import type { DigestTableRow } from '../store/digestDrivers.ts';

/** A file that an e-mail carries. */
export interface MailFile {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Larger tables are packed: many mail servers take 10 MB in all, a third of which is lost to the way mail is written. */
const LARGEST_PLAIN_BYTES = 2_000_000;

/**
 * The table of all drivers of a run's period; packed when it is large. Undefined: no driver is kept.
 * @param args.isCompared whether the drivers of the period before were read to the end; if not, no score of it is told
 */
export async function digestTableFile(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly runId: string;
    readonly csvName: string;
    readonly isCompared: boolean;
  },
): Promise<MailFile | undefined> {
  const parts: Buffer[] = [];
  for await (const page of digestTable(db, args)) {
    const lines = [...digestCsv(page.map((row) => tableRow(row, args)))];
    // The names of the columns stand above the first page alone.
    parts.push(Buffer.from((parts.length === 0 ? lines : lines.slice(1)).join('')));
  }
  if (parts.length === 0) return undefined;
  const content = Buffer.concat(parts);
  if (content.length <= LARGEST_PLAIN_BYTES)
    return { filename: args.csvName, contentType: 'text/csv; charset=utf-8', content };
  return { filename: `${args.csvName}.gz`, contentType: 'application/gzip', content: gzipSync(content) };
}

function tableRow(row: DigestTableRow, of: { readonly isCompared: boolean }): DigestDriverRow {
  const { driverId, name, groups, score, scoreMissing } = row;
  const scoreBefore = of.isCompared ? row.scoreBefore : null;
  const { tripCount: trips, distanceKm, durationSeconds, missingSensors } = row;
  return {
    ...{ driverId, name, groups, score, scoreMissing, scoreBefore, trips, distanceKm, durationSeconds },
    ratings: {
      hard_brake_rating: row.hardBrakeRating,
      phone_use_rating: row.phoneUseRating,
      rapid_acceleration_rating: row.rapidAccelerationRating,
      overspeeding_rating: row.overspeedingRating,
    },
    missingSensors,
  };
}
