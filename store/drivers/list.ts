import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DriverSource } from '../../rules/drivers/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { InvalidCursorError } from '../db/index.ts';
import type { Db, Listed, Page } from '../db/index.ts';
import { newestAttributesOf, rowAsRecord, sourceOf } from './sources.ts';

/** A driver about whom data is stored. */
export interface ListedDriver {
  readonly driverId: string;
  readonly source: DriverSource;
  /** Time of the last change of the driver's row in the directory. Null if there is no row. */
  readonly updatedAt: Date | null;
  /** Groups as they were last read. Null if they are unknown. */
  readonly groups: readonly string[] | null;
  /** The score in the newest reading. Null if the reading has no score, or no reading is stored. */
  readonly score: number | null;
  /** UTC date of the newest reading. */
  readonly scoreDate: string | null;
  /** End of the last trip. Null if no trip with an end is stored. */
  readonly lastTripAt: Date | null;
}

/** A driver as the queries return it. */
interface DriverRow extends Omit<ListedDriver, 'source'> {
  readonly directory: DriverSource['directory'] | null;
  readonly attributes: JsonObject | null;
}

function listedDriver({ directory, attributes, ...row }: DriverRow): ListedDriver {
  return { ...row, source: sourceOf({ directory, attributes }) };
}

/** Selects figures of the drivers in the query's `page` table. Each figure reads only a few rows of an index. */
function figuresOf(fleetId: string) {
  const own = (table: string) =>
    sql`from ${sql.table(table)} own where own.fleet_id = ${fleetId} and own.driver_id = page.driver_id`;
  return sql`
    (select groups ${own('driver_groups')}) as groups,
    (select max(ended_at) ${own('trips')}) as last_trip_at,
    reading.score, reading.end_date as score_date`;
}

const newestScoreOf = (fleetId: string) => sql`lateral (
  select score, end_date from driver_readings
  where fleet_id = ${fleetId} and driver_id = page.driver_id order by end_date desc limit 1) reading`;

const LIST = 'drivers';

function cursorOf(driverId: string): string {
  return Buffer.from(JSON.stringify([LIST, driverId])).toString('base64url');
}

/**
 * Returns the driver id in a cursor, after which the page starts.
 * @throws InvalidCursorError
 */
function startOf({ cursor }: Page): string {
  if (cursor === undefined) return '';
  try {
    const [list, after] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    if (list === LIST && typeof after === 'string' && !after.includes('\0')) return after;
  } catch {
    // The text is not a cursor.
  }
  throw new InvalidCursorError();
}

/** Escapes a text so that LIKE matches it literally. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * Combining marks (accents, for example) that NFKD normalisation separates from their letters. Below: letters that it does not
 * decompose, and their replacements.
 */
const MARKS = '\u0300-\u036f';
const [LETTERS, PLAIN] = ['łøđħŧıς', 'lodhtiσ'];

/** Returns a text in the form in which searches compare it: without letter case and accents, however the text was typed. */
function searched(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return [...plain.replaceAll('ß', 'ss')].map((letter) => PLAIN[LETTERS.indexOf(letter)] ?? letter).join('');
}

/** Returns a column in the form in which searches compare it. ASCII names, which are most, take a faster path. */
function searchedColumn(column: RawBuilder<unknown>) {
  return sql`case when octet_length(${column}) = char_length(${column}) then lower(${column})
    else translate(replace(lower(regexp_replace(normalize(${column}, NFKD), ${`[${MARKS}]`}, '', 'g')), 'ß', 'ss'),
      ${LETTERS}, ${PLAIN}) end`;
}

/**
 * Lists drivers by id: those in the directory, those in the fleet's groups, and those with stored readings.
 * @param args.search the beginning of an id, or part of a name
 * @param args.group lists only drivers of this group
 * @param args.nameSteps path to the name in a driver's attributes. Absent if the attributes contain no name.
 */
export async function listDrivers(
  db: Db,
  args: Page & {
    readonly fleetId: string;
    readonly search?: string | undefined;
    readonly group?: string | undefined;
    readonly nameSteps?: readonly string[] | undefined;
  },
): Promise<Listed<ListedDriver>> {
  const { fleetId, search, group } = args;
  const limit = Math.min(200, Math.max(1, Math.trunc(args.limit ?? 50)));
  const after = startOf(args);
  const from = sql`fleet_id = ${fleetId} and driver_id > ${after}`;
  // Without a search, each source needs to return only as many drivers as fit on one page of the list.
  const most = search === undefined ? limit + 1 : null;
  const nameInAttributes = args.nameSteps
    ? sql`newest.attributes #>> ${[...args.nameSteps]}::text[]`
    : sql`null::text`;
  const isFound =
    search === undefined
      ? sql`true`
      : sql`(starts_with(known.driver_id, ${search}) or starts_with(normalize(known.driver_id, NFC), ${search.normalize('NFC')})
          or ${searchedColumn(sql`coalesce(own.name, ${nameInAttributes})`)} like ${`%${literal(searched(search))}%`})`;
  const known =
    group === undefined
      ? sql`(select driver_id from readers where driver_id is not null limit ${most})
      union (select driver_id from driver_directory where ${from} order by driver_id limit ${most})
      union (select driver_id from driver_groups where ${from} order by driver_id limit ${most})`
      : sql`select driver_id from driver_groups
      where ${from} and groups @> array[${group}]::text[] order by driver_id limit ${most}`;
  const { rows } = await sql<DriverRow>`
    with recursive readers (driver_id) as (
      (select driver_id from driver_readings where ${from} order by driver_id limit 1)
      union all
      select (select next.driver_id from driver_readings next
        where next.fleet_id = ${fleetId} and next.driver_id > readers.driver_id order by next.driver_id limit 1)
      from readers where readers.driver_id is not null
    ), known as (
      ${known}
    ), page as (
      select known.driver_id, ${rowAsRecord('own')} as directory, own.updated_at,
        case when jsonb_typeof(newest.attributes) = 'object' then newest.attributes end as attributes
      from known
      left join driver_directory own on own.fleet_id = ${fleetId} and own.driver_id = known.driver_id
      left join ${newestAttributesOf(fleetId, 'known.driver_id')} on true
      where ${isFound} order by known.driver_id limit ${limit + 1}
    )
    select page.*, ${figuresOf(fleetId)}
    from page left join ${newestScoreOf(fleetId)} on true order by page.driver_id`.execute(db);
  const items = rows.slice(0, limit).map(listedDriver);
  const last = items.at(-1);
  return rows.length > limit && last ? { items, nextCursor: cursorOf(last.driverId) } : { items };
}

/** Returns one driver with a stored directory row, reading, group or trip, otherwise undefined. */
export async function getDriver(
  db: Db,
  { fleetId, driverId }: { readonly fleetId: string; readonly driverId: string },
): Promise<ListedDriver | undefined> {
  const own = sql`fleet_id = ${fleetId} and driver_id = ${driverId}`;
  const { rows } = await sql<DriverRow & { isKnown: boolean }>`
    with page as (
      select own.driver_id is not null or exists (select from driver_readings where ${own})
          or exists (select from driver_groups where ${own}) or exists (select from trips where ${own}) as is_known,
        asked.driver_id, ${rowAsRecord('own')} as directory, own.updated_at,
        case when jsonb_typeof(newest.attributes) = 'object' then newest.attributes end as attributes
      from (select ${driverId}::text as driver_id) asked
      left join driver_directory own on own.fleet_id = ${fleetId} and own.driver_id = asked.driver_id
      left join ${newestAttributesOf(fleetId, 'asked.driver_id')} on true
    )
    select page.*, ${figuresOf(fleetId)}
    from page left join ${newestScoreOf(fleetId)} on true`.execute(db);
  const { isKnown, ...row } = rows[0]!;
  return isKnown ? listedDriver(row) : undefined;
}
