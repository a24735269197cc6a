import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { getRow, inTransaction, jsonb, newestFirst, recordAudit } from '../db/index.ts';
import type { Db, Listed, Page } from '../db/index.ts';
import { driverHash } from '../trips/index.ts';
import type { ErasuresTable } from '../tables/index.ts';

/** A request to erase a driver, and its result. */
export type Erasure = Selectable<ErasuresTable>;

/** Key of an erasure. */
export interface ErasureKey {
  readonly fleetId: string;
  readonly id: string;
}

/** Open incidents and deletions of a driver. They have to end before an erasure. */
export interface OpenMatters {
  /** Ids of unresolved incidents. */
  readonly incidents: readonly string[];
  /** Ids of unsettled deletions. */
  readonly deletions: readonly string[];
}

/** Returns the open incidents and deletions that prevent the erasure of a driver. */
export async function openMatters(
  db: Db,
  { fleetId, driverId }: { readonly fleetId: string; readonly driverId: string },
): Promise<OpenMatters> {
  const { rows } = await sql<{ incidents: string[]; deletions: string[] }>`
    select
      array(select id::text from incidents
        where fleet_id = ${fleetId} and driver_id = ${driverId} and state <> 'resolved' order by id) as incidents,
      array(select id::text from deletions
        where fleet_id = ${fleetId} and driver_id = ${driverId}
          and state in ('requested', 'approved', 'deleting', 'unknown_outcome') order by id) as deletions`.execute(
    db,
  );
  return rows[0]!;
}

/**
 * Stores a request to erase a driver, with an entry in the audit log that does not name the driver. If an erasure of the driver
 * is running, returns that erasure instead.
 */
export async function requestErasure(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly driverId: string;
    readonly who: string;
    readonly why: string;
    readonly at: Date;
  },
): Promise<Erasure> {
  const { fleetId, driverId, who, why, at } = args;
  const hash = await driverHash(db, { fleetId, driverId });
  return inTransaction(db, async (tx) => {
    const inserted = await tx
      .insertInto('erasures')
      .values({
        fleetId,
        id: randomUUID(),
        driverHash: hash,
        driverId,
        state: 'running',
        reason: null,
        who,
        why,
        requestedAt: at,
        finishedAt: null,
      })
      .onConflict((conflict) =>
        conflict.columns(['fleetId', 'driverHash']).where('state', '=', 'running').doNothing(),
      )
      .returningAll()
      .executeTakeFirst();
    if (inserted) {
      const subject = { subjectType: 'erasure', subjectId: inserted.id };
      await recordAudit(tx, { fleetId, at, who, why, action: 'driver.erasure_requested', ...subject });
      return inserted;
    }
    return tx
      .selectFrom('erasures')
      .selectAll()
      .where((row) => row.and({ fleetId, driverHash: hash, state: 'running' }))
      .executeTakeFirstOrThrow();
  });
}

/** Returns the newest erasure of a driver, or undefined if there was none. */
export async function latestErasure(
  db: Db,
  key: { readonly fleetId: string; readonly driverId: string },
): Promise<Erasure | undefined> {
  const hash = await driverHash(db, key);
  return db
    .selectFrom('erasures')
    .selectAll()
    .where((row) => row.and({ fleetId: key.fleetId, driverHash: hash }))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns one erasure, or undefined if it is not stored. */
export function getErasure(db: Db, key: ErasureKey): Promise<Erasure | undefined> {
  return getRow(db, 'erasures', key);
}

/** Returns erasures, newest first. */
export async function listErasures(
  db: Db,
  args: Page & { readonly fleetId: string },
): Promise<Listed<Erasure>> {
  const query = db.selectFrom('erasures').selectAll().where('fleetId', '=', args.fleetId);
  return newestFirst(query, { ...args, list: 'erasures', by: 'seq' });
}

/** Adds numbers of removed rows by kind to those of a running erasure. */
export async function countErased(
  db: Db,
  args: ErasureKey & { readonly removed: Readonly<Record<string, number>> },
): Promise<void> {
  const some = Object.fromEntries(Object.entries(args.removed).filter(([, count]) => count > 0));
  if (Object.keys(some).length === 0) return;
  await sql`
    update erasures set removed = removed || (select jsonb_object_agg(key, value::bigint + coalesce((removed ->> key)::bigint, 0))
      from jsonb_each_text(${jsonb(some)}))
    where fleet_id = ${args.fleetId} and id = ${args.id} and state = 'running'`.execute(db);
}

/** Ends an erasure, and removes the driver's id from it. Does nothing if the erasure has ended already. */
export async function endErasure(
  db: Db,
  args: ErasureKey & { readonly state: 'done' | 'refused'; readonly reason?: string; readonly at: Date },
): Promise<void> {
  const { fleetId, id, state, reason, at } = args;
  await inTransaction(db, async (tx) => {
    const ended = await tx
      .updateTable('erasures')
      .set({ state, reason: reason ?? null, driverId: null, finishedAt: at })
      .where((row) => row.and({ fleetId, id, state: 'running' }))
      .returning(['who', 'why'])
      .executeTakeFirst();
    if (!ended) return;
    const action = state === 'done' ? 'driver.erased' : 'driver.erasure_refused';
    const { who, why } = ended;
    await recordAudit(tx, { fleetId, at, who, why, action, subjectType: 'erasure', subjectId: id });
  });
}
