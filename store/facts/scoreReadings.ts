import type { FleetReading } from '../../rules/vocabulary/index.ts';
import { jsonb } from '../db/index.ts';
import type { Db } from '../db/index.ts';

/** A fleet's or a group's reading and when it was read; `undefined`: the service had none. */
export interface StoredScoreReading {
  readonly reading: FleetReading | undefined;
  readonly readAt: Date;
}

/** Whose score, as of which UTC date (`YYYY-MM-DD`); without a group the whole fleet's. */
export interface ScoreKey {
  readonly fleetId: string;
  readonly groupId?: string;
  readonly endDate: string;
}

/** Keeps what the service says of a fleet or group as of one UTC date, in place of an older word. */
export async function keepScoreReading(
  db: Db,
  args: ScoreKey & { readonly reading: FleetReading | undefined; readonly at: Date },
): Promise<void> {
  const content = {
    score: args.reading?.score ?? null,
    reading: args.reading === undefined ? null : jsonb(args.reading),
    readAt: args.at,
  };
  await db
    .insertInto('scoreReadings')
    .values({ fleetId: args.fleetId, groupId: args.groupId ?? '', endDate: args.endDate, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(['fleetId', 'groupId', 'endDate'])
        .doUpdateSet(content)
        .where('scoreReadings.readAt', '<=', args.at),
    )
    .execute();
}

/**
 * Marks what is kept as of a date and later as old, because a trip of that date went: it is read again when next asked for.
 * @param args.from `YYYY-MM-DD`
 */
export async function doubtScoreReadings(
  db: Db,
  args: { readonly fleetId: string; readonly from: string },
): Promise<void> {
  await db
    .updateTable('scoreReadings')
    .set({ readAt: new Date(0) })
    .where('fleetId', '=', args.fleetId)
    .where('endDate', '>=', args.from)
    .execute();
}

/** What was read last of a fleet or group as of one UTC date. */
export async function getScoreReading(db: Db, key: ScoreKey): Promise<StoredScoreReading | undefined> {
  const row = await db
    .selectFrom('scoreReadings')
    .select(['reading', 'readAt'])
    .where('fleetId', '=', key.fleetId)
    .where('groupId', '=', key.groupId ?? '')
    .where('endDate', '=', key.endDate)
    .executeTakeFirst();
  return row && { reading: row.reading ?? undefined, readAt: row.readAt };
}
