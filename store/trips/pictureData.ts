import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { PathPoint, SpeedSample, TripEvent } from '../../rules/vocabulary/index.ts';
import type { Db } from '../db/index.ts';
import type { TripKey } from '../tables/index.ts';
import { EVENT_FIELDS, present } from './content.ts';

/** Returns the sections of a trip that hold its way; a section that did not arrive is absent. */
export async function getTripPath(
  db: Db,
  key: TripKey,
): Promise<{ readonly path?: readonly PathPoint[]; readonly speedProfile?: readonly SpeedSample[] }> {
  const { fleetId, driverId, tripId } = key;
  const row = await db
    .selectFrom('tripPaths')
    .select(['path', 'speedProfile'])
    .where((where) => where.and({ fleetId, driverId, tripId }))
    .executeTakeFirst();
  return row === undefined ? {} : present(row, ['path', 'speedProfile']);
}

/** Points of a path and samples of a speed profile that a picture is drawn from; it shows fewer. */
const MOST_DRAWN = 20_000;

/** Events that are read for a page; of more, the first. */
const MOST_EVENTS_SHOWN = 2_000;

/** The data of a trip's path that a page shows, however long it was. */
export interface TripToDraw {
  /** JSON texts, which the code that draws them parses. */
  readonly path: string | undefined;
  readonly speedProfile: string | undefined;
  /** Absent when they did not arrive. */
  readonly events: readonly TripEvent[] | undefined;
}

/** Returns a mark that changes whenever `getTripToDraw` has a new result, or undefined when no content was stored. */
export async function tripContentMark(db: Db, key: TripKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('trips')
    .select(['contentHash', 'positionsRemovedAt', 'revision'])
    .where((where) => where.and({ ...key }))
    .executeTakeFirst();
  if (!row || row.contentHash === null) return undefined;
  return JSON.stringify([row.contentHash, row.positionsRemovedAt, row.revision]);
}

/**
 * Returns the sections from which a picture is drawn, with a long path and a long profile thinned out evenly.
 * @param most points of the path, and samples of the profile, that are read at most
 */
export async function getTripToDraw(
  db: Db,
  { fleetId, driverId, tripId }: TripKey,
  { most = MOST_DRAWN }: { readonly most?: number } = {},
): Promise<TripToDraw> {
  const key = { fleetId, driverId, tripId };
  const [row, trip, events] = await Promise.all([
    db
      .selectFrom('tripPaths')
      .select([thinned('path', most).as('path'), thinned('speed_profile', most).as('speedProfile')])
      .where((where) => where.and(key))
      .executeTakeFirst(),
    db
      .selectFrom('trips')
      .select('eventsKnown')
      .where((where) => where.and(key))
      .executeTakeFirst(),
    db
      .selectFrom('tripEvents')
      .select(EVENT_FIELDS)
      .where((where) => where.and(key))
      .orderBy('position')
      .limit(MOST_EVENTS_SHOWN)
      .execute(),
  ]);
  return {
    path: row?.path ?? undefined,
    speedProfile: row?.speedProfile ?? undefined,
    events: trip?.eventsKnown
      ? events.map((event) => ({ ...present(event, EVENT_FIELDS), extra: {} }))
      : undefined,
  };
}

/**
 * Returns a section as JSON text: whole, or every n-th of its entries, the last one included. Its size is counted once (`offset
 * 0`): for each entry again, it would be unpacked as often.
 */
function thinned(name: 'path' | 'speed_profile', most: number): RawBuilder<string | null> {
  return sql<string | null>`(
    select case when section.step <= 1 then section.entries::text else (
      select jsonb_agg(entry.value order by entry.place)::text
      from jsonb_array_elements(section.entries) with ordinality entry(value, place)
      where (entry.place - 1) % section.step = 0 or entry.place = section.size
    ) end
    from (
      select ${sql.ref(name)} as entries, jsonb_array_length(${sql.ref(name)}) as size,
        ceil(jsonb_array_length(${sql.ref(name)})::numeric / ${sql.lit(most)})::int as step
      offset 0
    ) section)`;
}
