import { sql } from 'kysely';
import type { RawBuilder, Selectable, SelectQueryBuilder } from 'kysely';
import { isRowId, isStorableId, isUuid } from './ids.ts';
import type { Db, Schema } from './connection/index.ts';

/** Tables whose rows are found by the fleet and an id, and what such an id is. */
const IDS = {
  alarmMessages: isRowId,
  alerts: isRowId,
  backfills: isUuid,
  backtests: isUuid,
  deadLetters: isRowId,
  deletions: isRowId,
  deliveries: isRowId,
  erasures: isUuid,
  incidents: isRowId,
  reconcileRuns: isRowId,
  silences: isStorableId,
  simulations: isUuid,
  tripSnapshots: isRowId,
} as const satisfies Partial<Record<keyof Schema, (id: string) => boolean>>;

/** Returns one row of a fleet; undefined when there is none, or the id cannot be one of the table's. */
export async function getRow<Table extends keyof typeof IDS>(
  db: Db,
  table: Table,
  { fleetId, id }: { readonly fleetId: string; readonly id: string },
): Promise<Selectable<Schema[Table]> | undefined> {
  if (!IDS[table](id)) return undefined;
  const { rows } = await sql<Selectable<Schema[Table]>>`
    select * from ${sql.table(table)} where fleet_id = ${fleetId} and id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Returns a condition on a table that names drivers: its driver is in one of the groups now, as the fleet's groups were read
 * last.
 */
export function ofDriversIn(
  table: 'alerts' | 'incidents' | 'trips',
  groups: readonly string[],
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from driver_groups limited where limited.fleet_id = ${sql.ref(`${table}.fleetId`)}
    and limited.driver_id = ${sql.ref(`${table}.driverId`)} and limited.groups && ${[...groups]}::text[])`;
}

/** Returns the query with the given ones of the filters: each names a column and its value. */
export function whereGiven<Table extends keyof Schema, Row, Filters extends object>(
  query: SelectQueryBuilder<Schema, Table, Row>,
  filters: Filters,
  columns: readonly (keyof Filters & keyof Schema[Table] & string)[],
): SelectQueryBuilder<Schema, Table, Row> {
  const given = columns.filter((column) => filters[column] !== undefined);
  return given.reduce((rest, column) => rest.where(sql.ref(column), '=', filters[column]), query);
}
