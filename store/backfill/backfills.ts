import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { getRow, inTransaction, newestFirst, recordAudit } from '../db/index.ts';
import type { Db, Listed, Page } from '../db/index.ts';
import type { BackfillState, BackfillsTable } from '../tables/index.ts';

export type { BackfillProblem, BackfillRefusal, BackfillState } from '../tables/index.ts';

/** A backfill: the request and its progress. */
export type Backfill = Selectable<BackfillsTable>;

/** Key of a backfill. */
export interface BackfillKey {
  readonly fleetId: string;
  readonly id: string;
}

const AT_WORK: readonly BackfillState[] = ['waiting', 'running'];

/** Returns whether a backfill is waiting or running. */
export function isAtWork({ state }: Pick<Backfill, 'state'>): boolean {
  return AT_WORK.includes(state);
}

/**
 * Stores a backfill request, unless the fleet has an unfinished backfill: two would request the same trips from the service.
 * @returns the new backfill's id, or the id of the unfinished one
 */
export async function createBackfill(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly from: string;
    readonly to: string;
    /** Time zone of the days `from` and `to`. Default: UTC. */
    readonly timezone?: string;
    readonly alerts: boolean;
    readonly who: string;
    readonly at: Date;
  },
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const { fleetId, from: fromDate, to: toDate, timezone = 'UTC', alerts, who } = args;
  return inTransaction(db, async (tx) => {
    const inserted = await tx
      .insertInto('backfills')
      .values({
        fleetId,
        id: randomUUID(),
        state: 'waiting',
        fromDate,
        toDate,
        timezone,
        alerts,
        who,
        createdAt: args.at,
      })
      .onConflict((conflict) => conflict.columns(['fleetId']).where('state', 'in', AT_WORK).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return { id: (await backfillAtWork(tx, fleetId))?.id ?? '', isNew: false };
    await auditBackfill(tx, { ...args, id: inserted.id, action: 'backfill.requested' });
    return { id: inserted.id, isNew: true };
  });
}

async function backfillAtWork(db: Db, fleetId: string): Promise<Backfill | undefined> {
  return db
    .selectFrom('backfills')
    .selectAll()
    .where('fleetId', '=', fleetId)
    .where('state', 'in', AT_WORK)
    .executeTakeFirst();
}

/** Returns one backfill, or undefined if it is not stored. */
export function getBackfill(db: Db, key: BackfillKey): Promise<Backfill | undefined> {
  return getRow(db, 'backfills', key);
}

/** Returns a fleet's backfills, newest first. */
export async function listBackfills(
  db: Db,
  args: Page & { readonly fleetId: string },
): Promise<Listed<Backfill>> {
  const query = db.selectFrom('backfills').selectAll().where('fleetId', '=', args.fleetId);
  return newestFirst(query, { ...args, list: 'backfills', by: 'seq' });
}

/** Records that work on a backfill has begun. Repeating the call after a restart changes nothing. */
export async function beginBackfill(db: Db, args: BackfillKey & { readonly at: Date }): Promise<void> {
  await db
    .updateTable('backfills')
    .set((row) => ({ state: 'running', startedAt: row.fn.coalesce('startedAt', sql<Date>`${args.at}`) }))
    .where('fleetId', '=', args.fleetId)
    .where('id', '=', args.id)
    .where('state', 'in', AT_WORK)
    .execute();
}

/**
 * Records the progress of a backfill. `calls` and `readingsStored` are added to the stored numbers.
 * @returns whether the backfill is still unfinished
 */
export async function noteBackfill(
  db: Db,
  args: BackfillKey & {
    readonly driversListedAt?: Date;
    readonly readingsUntil?: string;
    readonly readingsStored?: number;
    readonly calls?: number;
    readonly waitingFor?: string | null;
  },
): Promise<boolean> {
  const { fleetId, id, calls = 0, readingsStored = 0, ...plain } = args;
  const row = await db
    .updateTable('backfills')
    .set((row) => ({
      ...plain,
      calls: row('calls', '+', String(calls)),
      readingsStored: row('readingsStored', '+', readingsStored),
    }))
    .where('fleetId', '=', fleetId)
    .where('id', '=', id)
    .returning('state')
    .executeTakeFirst();
  return row !== undefined && isAtWork(row);
}

/**
 * Ends a backfill. Does nothing if it has ended already.
 * @param args.who the person who ended the backfill, or `tripline` if it finished by itself
 * @returns whether this call ended the backfill
 */
export async function endBackfill(
  db: Db,
  args: BackfillKey & {
    readonly state: 'done' | 'failed' | 'cancelled';
    readonly error?: string;
    readonly who?: string;
    readonly at: Date;
  },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const ended = await tx
      .updateTable('backfills')
      .set({ state: args.state, finishedAt: args.at, waitingFor: null, error: args.error ?? null })
      .where('fleetId', '=', args.fleetId)
      .where('id', '=', args.id)
      .where('state', 'in', AT_WORK)
      .returning(['fromDate as from', 'toDate as to', 'alerts'])
      .executeTakeFirst();
    if (!ended) return false;
    const { who = 'tripline', error, ...rest } = args;
    const why = error === undefined ? {} : { why: error };
    await auditBackfill(tx, { ...rest, ...ended, who, ...why, action: `backfill.${args.state}` });
    return true;
  });
}

async function auditBackfill(
  db: Db,
  args: BackfillKey & {
    readonly from: string;
    readonly to: string;
    /** Time zone of the days `from` and `to`. Default: UTC. */
    readonly timezone?: string;
    readonly alerts: boolean;
    readonly who: string;
    readonly why?: string;
    readonly action: string;
    readonly at: Date;
  },
): Promise<void> {
  const { fleetId, at, who, why, action, id, from, to, alerts } = args;
  await recordAudit(db, {
    fleetId,
    at,
    who,
    action,
    subjectType: 'backfill',
    subjectId: id,
    ...(why === undefined ? {} : { why }),
    details: { from, to, alerts },
  });
}
