import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { inTransaction } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';
import type { DriverKey } from './eraseDriver.ts';
import { isAuditOf } from './logMentions.ts';

/** One row of data about a driver. */
export interface ExportedRow {
  /** Kind of the row, such as `trip`. */
  readonly kind: string;
  readonly data: JsonObject;
}

/** Maximum number of rows read at a time, because one trip's path may be a megabyte. */
const ROWS_AT_A_TIME = 20;

/**
 * The whole row as JSON. Written as `kept.*`, because plain `kept` would mean the column in a table that has a column of this
 * name.
 */
const WHOLE = sql`to_jsonb(kept.*) - 'fleet_id'`;
const OF_DRIVER = ({ fleetId, driverId }: DriverKey) =>
  sql`kept.fleet_id = ${fleetId} and kept.driver_id = ${driverId}`;

interface Source {
  readonly kind: string;
  readonly table: string;
  readonly where: (key: DriverKey) => RawBuilder<unknown>;
  readonly order: string;
  /** The part of a row that is about the driver. Absent: the whole row. */
  readonly data?: (key: DriverKey) => RawBuilder<unknown>;
}

/** Returns the source for a table whose rows contain the driver's id. */
function own(kind: string, table: string, order: string): Source {
  return { kind, table, where: OF_DRIVER, order };
}

/**
 * Selects the objects about the driver at any depth of a JSON column. Uses strict mode, because otherwise lists are unwrapped and
 * their objects are found twice.
 */
function mentioned(column: string, { driverId }: DriverKey): RawBuilder<unknown> {
  return sql`jsonb_path_query_array(${sql.ref(column)}::jsonb,
    'strict $.** ? (@.driverId == $driver || @.driver_id == $driver)', ${JSON.stringify({ driver: driverId })}::jsonb)`;
}

/** All places with stored data about a driver, in the order of the export. docs/privacy.md describes each. */
const SOURCES: readonly Source[] = [
  own('trip', 'trips', 'trip_id'),
  own('trip_event', 'trip_events', 'trip_id, position'),
  own('trip_path', 'trip_paths', 'trip_id'),
  own('notification', 'notifications', 'id'),
  own('decision', 'decisions', 'id'),
  own('alert', 'alerts', 'id'),
  own('delivery', 'deliveries', 'id'),
  {
    kind: 'outbox_message',
    table: 'outbox',
    order: 'id',
    where: ({ fleetId, driverId }) => sql`kept.fleet_id = ${fleetId} and kept.delivery_id in (
      select id from deliveries where fleet_id = ${fleetId} and driver_id = ${driverId})`,
    data: () => sql`to_jsonb(kept.*) - 'fleet_id' - 'picture'
      || jsonb_build_object('picture', encode(kept.picture, 'base64'))`,
  },
  own('deletion', 'deletions', 'id'),
  own('trip_snapshot', 'trip_snapshots', 'id'),
  own('incident', 'incidents', 'id'),
  own('incident_alert', 'incident_alerts', 'delivery_id'),
  {
    kind: 'incident_event',
    table: 'incident_events',
    order: 'incident_id, seq',
    where: ({ fleetId, driverId }) => sql`kept.fleet_id = ${fleetId} and kept.incident_id in (
      select id from incidents where fleet_id = ${fleetId} and driver_id = ${driverId})`,
  },
  own('driver_reading', 'driver_readings', 'end_date'),
  own('driver_groups', 'driver_groups', 'driver_id'),
  own('driver_directory', 'driver_directory', 'driver_id'),
  own('digest_driver', 'digest_drivers', 'run_id, range'),
  own('service_trip', 'service_trips', 'trip_id'),
  own('reconcile_driver', 'reconcile_drivers', 'run_id'),
  own('backfill_driver', 'backfill_drivers', 'backfill_id'),
  {
    kind: 'silence',
    table: 'silences',
    order: 'seq',
    where: ({ fleetId, driverId }) => sql`kept.fleet_id = ${fleetId} and ${driverId} = any(kept.drivers)`,
    data: ({ driverId }) =>
      sql`to_jsonb(kept.*) - 'fleet_id' || jsonb_build_object('drivers', jsonb_build_array(${driverId}::text))`,
  },
  {
    kind: 'simulation',
    table: 'simulations',
    order: 'id',
    where: ({ fleetId, driverId }) =>
      sql`kept.fleet_id = ${fleetId} and kept.input ->> 'driver_id' = ${driverId}`,
  },
  {
    kind: 'backtest_mentions',
    table: 'backtests',
    order: 'seq',
    where: (key) =>
      sql`kept.fleet_id = ${key.fleetId} and kept.result is not null
        and jsonb_array_length(${mentioned('kept.result', key)}) > 0`,
    data: (key) =>
      sql`jsonb_build_object('backtest_id', kept.id, 'mentions', ${mentioned('kept.result', key)})`,
  },
  {
    kind: 'digest_mentions',
    table: 'digest_runs',
    order: 'id',
    where: (key) =>
      sql`kept.fleet_id = ${key.fleetId} and kept.content is not null
        and jsonb_array_length(${mentioned('kept.content', key)}) > 0`,
    data: (key) =>
      sql`jsonb_build_object('digest', kept.digest_id, 'period_to', kept.period_to, 'mentions', ${mentioned('kept.content', key)})`,
  },
  {
    kind: 'erasure',
    table: 'erasures',
    order: 'seq',
    where: OF_DRIVER,
    data: () => sql`to_jsonb(kept.*) - 'fleet_id' - 'driver_hash'`,
  },
  {
    kind: 'audit',
    table: 'audit',
    order: 'id',
    where: (key) => sql`kept.fleet_id = ${key.fleetId} and ${isAuditOf('kept', key)}`,
  },
];

/** The tables that an export reads. */
export const EXPORTED_TABLES: readonly string[] = SOURCES.map(({ table }) => table);

/**
 * Passes all stored data about a driver to `take`, some rows at a time, as of one moment. Uses one transaction, which holds a
 * connection of the pool until the last call of `take` has ended.
 */
export async function exportDriver(
  db: Db,
  key: DriverKey,
  take: (rows: readonly ExportedRow[]) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`set transaction isolation level repeatable read read only`.execute(tx);
    for (const source of SOURCES) await readSource(tx, { key, source, take });
  });
}

/** Returns whether an export of the driver would contain any row. */
export async function isAnythingExported(db: Db, key: DriverKey): Promise<boolean> {
  for (const { table, where } of SOURCES) {
    const { rows } = await sql`
      select from ${sql.table(table)} kept where ${where(key)} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

async function readSource(
  tx: Tx,
  args: {
    readonly key: DriverKey;
    readonly source: Source;
    readonly take: (rows: readonly ExportedRow[]) => Promise<void>;
  },
): Promise<void> {
  const { key, source } = args;
  await sql`
    declare kept_rows no scroll cursor for
    select ${source.data?.(key) ?? WHOLE} as data from ${sql.table(source.table)} kept
    where ${source.where(key)} order by ${sql.raw(source.order)}`.execute(tx);
  for (;;) {
    const { rows } = await sql<{ data: JsonObject }>`
      fetch forward ${sql.raw(String(ROWS_AT_A_TIME))} from kept_rows`.execute(tx);
    if (rows.length === 0) break;
    await args.take(rows.map(({ data }) => ({ kind: source.kind, data })));
  }
  await sql`close kept_rows`.execute(tx);
}
