import { sql } from 'kysely';
import type { DriverSource } from '../../rules/drivers/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { InvalidCursorError } from '../db/index.ts';
import type { Db, Listed, Page } from '../db/index.ts';
import { newestAttributesOf, rowAsRecord, sourceOf } from './sources.ts';

/** A driver of whom something is stored. */
export interface ListedDriver {
  readonly driverId: string;
  readonly source: DriverSource;
  /** When the directory's row changed last; null: there is none. */
  readonly updatedAt: Date | null;
}

const LIST = 'drivers';

function cursorOf(driverId: string): string {
  return Buffer.from(JSON.stringify([LIST, driverId])).toString('base64url');
}

/** @throws InvalidCursorError */
function startOf({ cursor }: Page): string {
  if (cursor === undefined) return '';
  try {
    const [list, after] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    if (list === LIST && typeof after === 'string' && !after.includes('\0')) return after;
  } catch {
    // It is no cursor at all.
  }
  throw new InvalidCursorError();
}

/** A text in which nothing stands for anything else in LIKE. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * Drivers in the order of their ids: those of the directory, of the fleet's groups, and those of whom readings are stored.
 * @param args.search the beginning of an id, or a part of a name
 * @param args.nameSteps steps of the path at which attributes hold the name; absent: they hold none
 */
export async function listDrivers(
  db: Db,
  args: Page & {
    readonly fleetId: string;
    readonly search?: string | undefined;
    readonly nameSteps?: readonly string[] | undefined;
  },
): Promise<Listed<ListedDriver>> {
  const { fleetId, search } = args;
  const limit = Math.min(200, Math.max(1, Math.trunc(args.limit ?? 50)));
  const after = startOf(args);
  const from = sql`fleet_id = ${fleetId} and driver_id > ${after}`;
  // Without a search, no source needs to name more drivers than the page holds.
  const most = search === undefined ? limit + 1 : null;
  const nameInAttributes = args.nameSteps
    ? sql`newest.attributes #>> ${[...args.nameSteps]}::text[]`
    : sql`null::text`;
  const isFound =
    search === undefined
      ? sql`true`
      : sql`(starts_with(known.driver_id, ${search})
          or coalesce(own.name, ${nameInAttributes}) ilike ${`%${literal(search)}%`})`;
  const { rows } = await sql<{
    driverId: string;
    directory: DriverSource['directory'] | null;
    attributes: JsonObject | null;
    updatedAt: Date | null;
  }>`
    with recursive readers (driver_id) as (
      (select driver_id from driver_readings where ${from} order by driver_id limit 1)
      union all
      select (select next.driver_id from driver_readings next
        where next.fleet_id = ${fleetId} and next.driver_id > readers.driver_id order by next.driver_id limit 1)
      from readers where readers.driver_id is not null
    ), known as (
      (select driver_id from readers where driver_id is not null limit ${most})
      union (select driver_id from driver_directory where ${from} order by driver_id limit ${most})
      union (select driver_id from driver_groups where ${from} order by driver_id limit ${most})
    )
    select known.driver_id, ${rowAsRecord('own')} as directory, own.updated_at,
      case when jsonb_typeof(newest.attributes) = 'object' then newest.attributes end as attributes
    from known
    left join driver_directory own on own.fleet_id = ${fleetId} and own.driver_id = known.driver_id
    left join ${newestAttributesOf(fleetId, 'known.driver_id')} on true
    where ${isFound} order by known.driver_id limit ${limit + 1}`.execute(db);
  const items = rows.slice(0, limit).map((row) => ({
    driverId: row.driverId,
    source: sourceOf(row),
    updatedAt: row.updatedAt,
  }));
  const last = items.at(-1);
  return rows.length > limit && last ? { items, nextCursor: cursorOf(last.driverId) } : { items };
}

/** One driver of whom anything is stored: a row of the directory, a reading, groups or a trip. */
export async function getDriver(
  db: Db,
  { fleetId, driverId }: { readonly fleetId: string; readonly driverId: string },
): Promise<ListedDriver | undefined> {
  const own = sql`fleet_id = ${fleetId} and driver_id = ${driverId}`;
  const { rows } = await sql<{
    isKnown: boolean;
    directory: DriverSource['directory'] | null;
    attributes: JsonObject | null;
    updatedAt: Date | null;
  }>`
    select own.driver_id is not null or exists (select from driver_readings where ${own})
        or exists (select from driver_groups where ${own}) or exists (select from trips where ${own}) as is_known,
      ${rowAsRecord('own')} as directory, own.updated_at,
      case when jsonb_typeof(newest.attributes) = 'object' then newest.attributes end as attributes
    from (select ${driverId}::text as driver_id) asked
    left join driver_directory own on own.fleet_id = ${fleetId} and own.driver_id = asked.driver_id
    left join ${newestAttributesOf(fleetId, 'asked.driver_id')} on true`.execute(db);
  const row = rows[0]!;
  return row.isKnown ? { driverId, source: sourceOf(row), updatedAt: row.updatedAt } : undefined;
}
