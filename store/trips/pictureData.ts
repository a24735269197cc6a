import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { PathPoint, SpeedSample, TripEvent } from '../../rules/vocabulary/index.ts';
import type { Db } from '../db/index.ts';
import type { TripKey } from '../tables/index.ts';
import { EVENT_FIELDS, present } from './content.ts';

/** Returns a trip's path and speed profile. A section that the service did not send is absent. */
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

/** Maximum number of path points and speed samples read for a picture. The picture itself shows fewer. */
const MOST_DRAWN = 20_000;

/** Maximum number of events read for a page. Only the first events are shown. */
const MOST_EVENTS_SHOWN = 2_000;

/** The data from which a trip's page draws its pictures. Its size is limited, however long the trip was. */
export interface TripToDraw {
  /** JSON text, because only the drawing code parses it. */
  readonly path: string | undefined;
  readonly speedProfile: string | undefined;
  /** Absent if the service did not send events. */
  readonly events: readonly TripEvent[] | undefined;
}

/** Returns a mark that changes when the result of `getTripToDraw` changes, for caches. Undefined if no data is stored. */
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
 * Returns the data from which pictures are drawn. A long path or speed profile is thinned out evenly.
 * @param most maximum number of path points, and of speed samples
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
 * Returns a section as JSON text: all entries, or every n-th and the last one. The subquery with `offset 0` determines the size
 * only once. Otherwise PostgreSQL would unpack the column again for each entry.
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
