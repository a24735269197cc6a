import { sql } from 'kysely';
import type { ScoreBreak } from '../../rules/facts/index.ts';
import type { FleetReading } from '../../rules/vocabulary/index.ts';
import { jsonb } from '../db/index.ts';
import type { Db } from '../db/index.ts';

/** A break in a driver's scores: a deletion that changed, or may have changed, them. */
export interface StoredBreak {
  readonly deletionId: string;
  readonly driverId: string;
  /** UTC date (`YYYY-MM-DD`) on which the trip ended. Null if the end is unknown. */
  readonly tripDate: string | null;
  /** A time before the first DELETE was sent. */
  readonly from: Date;
  /** Time at which the trip was known to be gone. Null while it is being deleted. */
  readonly until: Date | null;
  /** UTC date of the baseline (the first score after the deletion), read or yet to be read. */
  readonly baselineDate: string;
  /** Time at which the baseline was read. Null if it was not read yet. */
  readonly baselineAt: Date | null;
  /** True: `scoreAfter` is the score. False: the driver was not rated. Null: the service had no score. */
  readonly baselineRated: boolean | null;
  readonly scoreAfter: number | null;
}

/** Returns deletions of some drivers' trips that ended at or after `since`, or are still under way. */
export async function scoreBreaksOf(
  db: Db,
  args: { readonly fleetId: string; readonly driverIds: readonly string[]; readonly since: Date },
): Promise<StoredBreak[]> {
  const { rows } = await sql<StoredBreak>`
    select d.id as deletion_id, d.driver_id, d.first_attempt_at as "from", d.settled_at as until,
      to_char(t.ended_at at time zone 'UTC', 'YYYY-MM-DD') as trip_date,
      coalesce(d.baseline_date, to_char(d.first_attempt_at at time zone 'UTC', 'YYYY-MM-DD')) as baseline_date,
      d.baseline_at, d.baseline_rated, d.score_after
    from deletions d
    left join trips t on t.fleet_id = d.fleet_id and t.driver_id = d.driver_id and t.trip_id = d.trip_id
    where d.fleet_id = ${args.fleetId} and d.driver_id = any(${[...args.driverIds]})
      and d.first_attempt_at is not null and d.state in ('deleting', 'unknown_outcome', 'deleted')
      and (d.settled_at is null or d.settled_at >= ${args.since})
    order by d.id`.execute(db);
  return rows;
}

/** Returns the same deletions as `scoreBreaksOf`, by driver, in the form that facts use. */
export async function breaksByDriver(
  db: Db,
  args: { readonly fleetId: string; readonly driverIds: readonly string[]; readonly since: Date },
): Promise<ReadonlyMap<string, readonly ScoreBreak[]>> {
  const found = new Map<string, ScoreBreak[]>();
  for (const stored of await scoreBreaksOf(db, args))
    found.set(stored.driverId, [...(found.get(stored.driverId) ?? []), asBreak(stored)]);
  return found;
}

/** Converts a stored break to the form that facts use. */
export function asBreak(stored: StoredBreak): ScoreBreak {
  const { tripDate, from, until, baselineAt, baselineDate, baselineRated, scoreAfter } = stored;
  return {
    from: from.getTime(),
    ...(tripDate !== null && { tripDate }),
    ...(until !== null && { until: until.getTime() }),
    ...(baselineAt !== null && {
      baseline: { endDate: baselineDate, ...(baselineRated !== null && { score: scoreAfter }) },
    }),
  };
}

/**
 * Stores the baseline: the first score read after a deletion, from which later changes are computed. Does nothing if a baseline
 * is stored.
 * @param args.score `null` if the driver was not rated. Absent if the service had no score.
 */
export async function keepBaseline(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly deletionId: string;
    readonly endDate: string;
    readonly score?: number | null | undefined;
    readonly at: Date;
  },
): Promise<void> {
  await db
    .updateTable('deletions')
    .set({
      baselineDate: args.endDate,
      baselineRated: args.score === undefined ? null : args.score !== null,
      baselineAt: args.at,
      scoreAfter: args.score ?? null,
    })
    .where((row) => row.and({ fleetId: args.fleetId, id: args.deletionId, state: 'deleted' }))
    .where('baselineAt', 'is', null)
    .execute();
}

/** A fleet's or a group's reading and the time at which it was read. `reading` is undefined if the service had none. */
export interface StoredScoreReading {
  readonly reading: FleetReading | undefined;
  readonly readAt: Date;
}

/** Key of a score: a fleet, or one of its groups, and a UTC date (`YYYY-MM-DD`). Without a group, the whole fleet. */
interface ScoreKey {
  readonly fleetId: string;
  readonly groupId?: string;
  readonly endDate: string;
}

/** Stores the service's score of a fleet or group as of one UTC date, replacing an older value. */
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
 * Marks a fleet's score readings of a date and later as stale, because a trip of that date was deleted. A stale reading is read
 * again when it is needed.
 * @param args.from `YYYY-MM-DD`
 */
export async function markScoreReadingsStale(
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

/** Returns the stored reading of a fleet or group as of one UTC date, or undefined if there is none. */
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
