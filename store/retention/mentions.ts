import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Json } from '../../rules/vocabulary/index.ts';
import { namesDriver, isUnmistakable, soughtDriver } from './matchDriver.ts';
import type { NamedDriver, SoughtDriver } from './matchDriver.ts';
import { rowsWhere } from '../db/index.ts';
import type { Db, RowKey } from '../db/index.ts';
import { isNamedIn } from './redactDriver.ts';

/** A driver to search for in the stored data of a fleet. */
export interface DriverInFleet extends SoughtDriver {
  readonly fleetId: string;
}

/** A table that may mention a driver. */
export interface SearchedTable {
  readonly table: string;
  /** Columns by which an index orders a fleet's rows. The last one is the id. Default: only the id. */
  readonly key?: readonly string[];
  readonly texts: readonly string[];
  readonly values: readonly string[];
}

/** A row that was found: its id and the columns that were searched. */
export type MentioningRow = { readonly id: string } & Readonly<Record<string, Json>>;

/** Tables that may mention a driver and whose rows have an id. Their rows are deleted or changed one by one. */
export const PLACES = {
  outbox: { table: 'outbox', texts: ['subject', 'text', 'html'], values: ['blocks'] },
  simulations: { table: 'simulations', texts: [], values: ['input', 'result'] },
  notifications: { table: 'notifications', texts: [], values: ['body'] },
  backtests: { table: 'backtests', texts: [], values: ['result'] },
  digests: { table: 'digest_runs', key: ['digest_id', 'id'], texts: [], values: ['content'] },
} as const satisfies Readonly<Record<string, SearchedTable>>;

/** A column with texts that people or Tripline wrote. */
export interface WordsPlace {
  readonly table: string;
  /** Columns by which an index orders a fleet's rows. */
  readonly key: readonly string[];
  readonly column: string;
  /** Set if the whole text is removed, because a part of it would not be a valid document. */
  readonly isWhole?: true;
}

/** Columns with texts by people or Tripline that may name any driver. */
export const WORDS: readonly WordsPlace[] = [
  { table: 'incidents', key: ['id'], column: 'note' },
  { table: 'incident_events', key: ['incident_id', 'seq'], column: 'note' },
  { table: 'deletions', key: ['id'], column: 'note' },
  { table: 'deliveries', key: ['id'], column: 'title' },
  { table: 'silences', key: ['id'], column: 'reason' },
  { table: 'silences', key: ['id'], column: 'ended_why' },
  { table: 'document_versions', key: ['kind', 'id', 'version'], column: 'why' },
  // Removing the text with comments loses nothing of the document, because its content is stored separately.
  { table: 'document_versions', key: ['kind', 'id', 'version'], column: 'source', isWhole: true },
  { table: 'documents', key: ['kind', 'id'], column: 'draft_source', isWhole: true },
  { table: 'fleet_alarms', key: ['kind', 'subject'], column: 'message' },
  { table: 'erasures', key: ['id'], column: 'why' },
];

/** Maximum number of other drivers, with ids that contain this driver's id, that a search in texts distinguishes. */
const MOST_OTHERS = 1_000;

/**
 * Prepares the search for a driver in a fleet. Looks up other drivers' ids that contain this driver's id, so that they are not
 * mistaken for it.
 */
export async function driverInFleet(
  db: Db,
  { fleetId, ...named }: NamedDriver & { readonly fleetId: string },
): Promise<DriverInFleet> {
  const { driverId } = named;
  if (!isUnmistakable(driverId)) return { fleetId, ...soughtDriver(named) };
  const holdsHis = sql`fleet_id = ${fleetId} and driver_id <> ${driverId} and strpos(driver_id, ${driverId}) > 0`;
  const { rows } = await sql<{ driverId: string }>`
    select driver_id from trips where ${holdsHis} union select driver_id from driver_groups where ${holdsHis}
    union select driver_id from driver_directory where ${holdsHis}
    union select driver_id from driver_readings where ${holdsHis} limit ${MOST_OTHERS}`.execute(db);
  return { fleetId, ...soughtDriver({ ...named, otherIds: rows.map((row) => row.driverId) }) };
}

/** Returns a cheap condition on a text column. It is true for every text that names the driver, and for some others. */
export function mayName(column: RawBuilder<unknown>, { words }: SoughtDriver): RawBuilder<unknown> {
  return anyOf(words.map((word) => sql`strpos(coalesce(${column}, ''), ${word}) > 0`));
}

/**
 * Returns a cheap condition on a JSON column: it contains one of the driver's names, or the id as a separate value (text or
 * number).
 */
export function mayHold(column: RawBuilder<unknown>, driver: SoughtDriver): RawBuilder<unknown> {
  const { driverId } = driver;
  const text = sql`${column}::text`;
  const words = driver.words.map((word) => JSON.stringify(word).slice(1, -1));
  const isNumber = /^-?\d{1,20}$/.test(driverId);
  return anyOf([
    mayName(text, { ...driver, words: [...words, JSON.stringify(driverId)] }),
    ...(isNumber ? [sql`coalesce(${text}, '') ~ ${`[[:space:]:,[]${driverId}([[:space:],}]|\\])`}`] : []),
  ]);
}

/** Joins conditions with "or". Without any condition, the result is `false`. */
export function anyOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`false` : sql`(${sql.join([...conditions], sql` or `)})`;
}

/** Yields the rows of a table that name the driver, in the order of their keys. */
export async function* rowsNaming(
  db: Db,
  driver: DriverInFleet,
  { texts, values, ...place }: SearchedTable,
): AsyncGenerator<MentioningRow> {
  const candidates = rowsWhere<MentioningRow>(db, driver.fleetId, {
    ...place,
    columns: [...texts, ...values].map((column) => sql.ref(column)),
    where: anyOf([
      ...texts.map((column) => mayName(sql.ref(column), driver)),
      ...values.map((column) => mayHold(sql.ref(column), driver)),
    ]),
  });
  for await (const row of candidates)
    if (
      texts.some((column) => typeof row[column] === 'string' && namesDriver(row[column], driver)) ||
      values.some((column) => isNamedIn(row[column] ?? null, driver))
    )
      yield row;
}

/** Yields the rows whose text in a column names the driver. */
export async function* wordsNaming(
  db: Db,
  driver: DriverInFleet,
  { table, key, column }: WordsPlace,
): AsyncGenerator<{ readonly key: RowKey; readonly words: string }> {
  const words = sql.ref(column);
  const candidates = rowsWhere<{ id: string; words: string }>(db, driver.fleetId, {
    table,
    key,
    columns: [sql`${words} as words`],
    where: mayName(words, driver),
  });
  for await (const row of candidates) if (namesDriver(row.words, driver)) yield row;
}
