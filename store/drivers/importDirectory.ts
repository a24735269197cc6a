import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { DirectoryRow } from '../../rules/drivers/index.ts';
import type { DriverField, DriverRecord } from '../../rules/vocabulary/index.ts';
import { resolveAlarms } from '../alarms/index.ts';
import { jsonb, recordAudit, withFleetLock } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';
import { erasedAmong } from '../trips/index.ts';
import { rowAsRecord } from './sources.ts';

/** A change that an import makes to one driver's row. It contains the names of fields, but no values. */
export interface DirectoryChange {
  readonly driverId: string;
  readonly change: 'added' | 'changed' | 'removed';
  /** Fields whose value changes or is removed. */
  readonly fields: readonly DriverField[];
}

/** The changes that an import made, or would make in a dry run. */
export interface DirectoryOutcome {
  /** Id that all audit log entries of one import share. Absent if nothing was changed. */
  readonly importId?: string;
  /** Ordered by driver id. */
  readonly changes: readonly DirectoryChange[];
  readonly unchanged: number;
  /** Drivers who were erased and have not driven since. Nothing is stored about them. */
  readonly skipped: readonly string[];
}

/** An import: its fleet, its author and its rows. */
export interface DirectoryImport {
  readonly fleetId: string;
  readonly rows: readonly DirectoryRow[];
  /** Whether to remove the rows of drivers who are not in the import. */
  readonly prune: boolean;
  /** Whether to only report the changes. */
  readonly dryRun: boolean;
  readonly who: string;
  readonly at: Date;
}

/** Columns of the directory that hold a driver's fields. */
const COLUMNS = [
  ...(['name', 'phone', 'email', 'vehicle', 'license_plate', 'employee_number'] as const),
  ...(['manager_email', 'region', 'language'] as const),
] satisfies readonly DriverField[];

interface NewRow {
  readonly driverId: string;
  readonly record: DriverRecord;
}

/**
 * Imports a directory in one transaction. Fields in the import replace the stored values; other fields stay. Drivers who are not
 * in the import stay, unless `prune` is true.
 *
 * The audit log gets one entry with the import's counts, and one per changed driver with the names of the changed fields, without
 * values.
 */
export function importDirectory(db: Db, args: DirectoryImport): Promise<DirectoryOutcome> {
  const { fleetId, rows, prune } = args;
  // An erasure holds the same lock while it removes rows. So a concurrent import cannot restore removed rows.
  return withFleetLock(db, { fleetId, purpose: 'directory' }, async (tx) => {
    const ids = rows.map(({ driverId }) => driverId);
    const [erased, before] = [
      await erasedAmong(tx, { fleetId, driverIds: ids }),
      await rowsBefore(tx, fleetId, prune ? undefined : ids),
    ];
    const { changes, written } = compared(rows, { before, erased, prune });
    const outcome = {
      changes,
      unchanged: rows.length - erased.size - written.length,
      skipped: [...erased].sort(),
    };
    if (args.dryRun || changes.length === 0) return outcome;
    await write(tx, args, written);
    await remove(
      tx,
      fleetId,
      changes.filter(({ change }) => change === 'removed').map(({ driverId }) => driverId),
    );
    // The next message that reaches no recipient raises the alarm again.
    await resolveAlarms(tx, { fleetId, kind: 'recipients', at: args.at });
    const importId = randomUUID();
    await audit(tx, args, { ...outcome, importId });
    return { ...outcome, importId };
  });
}

/**
 * Returns the stored records by driver id.
 * @param driverIds undefined means all rows of the fleet
 */
async function rowsBefore(
  tx: Tx,
  fleetId: string,
  driverIds: readonly string[] | undefined,
): Promise<ReadonlyMap<string, DriverRecord>> {
  const { rows } = await sql<{ driverId: string; record: DriverRecord }>`
    select own.driver_id, ${rowAsRecord('own')} as record from driver_directory own
    where own.fleet_id = ${fleetId}
      ${driverIds === undefined ? sql`` : sql`and own.driver_id = any(${[...driverIds]}::text[])`}`.execute(
    tx,
  );
  return new Map(rows.map(({ driverId, record }) => [driverId, record]));
}

function compared(
  rows: readonly DirectoryRow[],
  known: {
    readonly before: ReadonlyMap<string, DriverRecord>;
    readonly erased: ReadonlySet<string>;
    readonly prune: boolean;
  },
): { readonly changes: readonly DirectoryChange[]; readonly written: readonly NewRow[] } {
  const changes: DirectoryChange[] = [];
  const written: NewRow[] = [];
  for (const { driverId, fields } of rows) {
    if (known.erased.has(driverId)) continue;
    const before = known.before.get(driverId);
    const merged = Object.entries({ ...before, ...fields }).filter(([, value]) => value !== null);
    const record = Object.fromEntries(merged) as DriverRecord;
    const different = COLUMNS.filter((column) => record[column] !== before?.[column]);
    if (before && different.length === 0) continue;
    changes.push({ driverId, change: before ? 'changed' : 'added', fields: different });
    written.push({ driverId, record });
  }
  if (known.prune) {
    const named = new Set(rows.map(({ driverId }) => driverId));
    for (const [driverId, record] of known.before)
      if (!named.has(driverId))
        changes.push({
          driverId,
          change: 'removed',
          fields: COLUMNS.filter((column) => record[column] !== undefined),
        });
  }
  return { changes: changes.sort((a, b) => (a.driverId < b.driverId ? -1 : 1)), written };
}

const COLUMN_LIST = sql.raw(COLUMNS.join(', '));

async function write(tx: Tx, { fleetId, at }: DirectoryImport, written: readonly NewRow[]): Promise<void> {
  if (written.length === 0) return;
  const rows = written.map(({ driverId, record }) => ({ driver_id: driverId, ...record }));
  await sql`
    insert into driver_directory (fleet_id, driver_id, ${COLUMN_LIST}, updated_at)
    select ${fleetId}, driver_id, ${COLUMN_LIST}, ${at}
    from jsonb_populate_recordset(null::driver_directory, ${jsonb(rows)})
    on conflict (fleet_id, driver_id) do update set updated_at = excluded.updated_at,
      ${sql.raw(COLUMNS.map((column) => `${column} = excluded.${column}`).join(', '))}`.execute(tx);
}

async function remove(tx: Tx, fleetId: string, driverIds: readonly string[]): Promise<void> {
  if (driverIds.length === 0) return;
  await sql`
    delete from driver_directory
    where fleet_id = ${fleetId} and driver_id = any(${[...driverIds]}::text[])`.execute(tx);
}

async function audit(
  tx: Tx,
  { fleetId, who, at, prune }: DirectoryImport,
  { importId = '', changes, unchanged, skipped }: DirectoryOutcome,
): Promise<void> {
  const count = (kind: DirectoryChange['change']): number =>
    changes.filter(({ change }) => change === kind).length;
  await recordAudit(tx, {
    fleetId,
    at,
    who,
    action: 'directory.imported',
    subjectType: 'directory',
    subjectId: importId,
    details: {
      added: count('added'),
      changed: count('changed'),
      removed: count('removed'),
      unchanged,
      skipped: skipped.length,
      prune,
    },
  });
  const entries = changes.map(({ driverId, change, fields }) => ({
    subject_id: driverId,
    action: `driver.record_${change}`,
    details: { driver_id: driverId, import: importId, fields },
  }));
  await sql`
    insert into audit (fleet_id, at, who, action, subject_type, subject_id, details)
    select ${fleetId}, ${at}, ${who}, entry.action, 'driver', entry.subject_id, entry.details
    from jsonb_to_recordset(${jsonb(entries)}) as entry (subject_id text, action text, details jsonb)`.execute(
    tx,
  );
}
