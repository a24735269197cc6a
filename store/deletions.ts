import type { Selectable } from 'kysely';
import { recordAudit } from './audit.ts';
import { inTransaction } from './database.ts';
import { skipHeldDeletions } from './deliveries.ts';
import { isRowId } from './ids.ts';
import { pageOf, rowsToRead, startAfter } from './paging.ts';
import type { Listed, Page } from './paging.ts';
import type { Db, Tx } from './schema.ts';
import type { DeletionsTable, DeletionState } from './tables/deletions.ts';
import type { TripKey } from './tables/trips.ts';

export type { DeletionState } from './tables/deletions.ts';

/** The deletion of one trip that a rule asked for, from request to end. */
export type Deletion = Selectable<DeletionsTable>;

/** A trip has one deletion in these states at most. */
const OPEN: readonly DeletionState[] = ['requested', 'approved', 'deleting', 'unclear'];
/** A deletion in these states has come to its end. */
const SETTLED: ReadonlySet<DeletionState> = new Set(['rejected', 'expired', 'deleted', 'refused', 'gone']);

/**
 * Asks for a trip to be deleted. While one deletion of the trip is open, that one stands and is answered.
 * @param args.approval `required`: a person decides until `expiresAt`. `auto`: it is approved already.
 */
export async function requestDeletion(
  db: Db,
  args: TripKey & {
    readonly rule: string;
    readonly version: number;
    readonly approval: 'required' | 'auto';
    readonly cause?: string;
    readonly deliveryId?: string;
    /** The trip's revision and the fingerprint of its content, as it was decided. */
    readonly decided?: { readonly revision: number; readonly contentHash: string | null };
    readonly expiresAt: Date;
    readonly at: Date;
  },
): Promise<{ id: string; isNew: boolean; state: DeletionState }> {
  const { fleetId, driverId, tripId, rule, version, approval, expiresAt, at } = args;
  return inTransaction(db, async (tx) => {
    const inserted = await tx
      .insertInto('deletions')
      .values({
        fleetId,
        driverId,
        tripId,
        rule,
        version,
        approval,
        expiresAt,
        requestedAt: at,
        attempts: 0,
        state: approval === 'auto' ? 'approved' : 'requested',
        cause: args.cause ?? null,
        deliveryId: args.deliveryId ?? null,
        revision: args.decided?.revision ?? null,
        contentHash: args.decided?.contentHash ?? null,
        ...(approval === 'auto' ? { decidedAt: at, decidedWho: `rule ${rule}` } : {}),
      })
      .onConflict((conflict) =>
        conflict.columns(['fleetId', 'driverId', 'tripId']).where('state', 'in', OPEN).doNothing(),
      )
      .returningAll()
      .executeTakeFirst();
    if (inserted !== undefined) {
      await audit(tx, inserted, { at, who: 'tripline', action: 'deletion.requested', why: args.cause });
      return { id: inserted.id, isNew: true, state: inserted.state };
    }
    const open = await tx
      .selectFrom('deletions')
      .select(['id', 'state'])
      .where((row) => row.and({ fleetId, driverId, tripId }))
      .where('state', 'in', OPEN)
      .executeTakeFirstOrThrow();
    return { ...open, isNew: false };
  });
}

/** How an approval or a rejection ended: `ok` false with the present state when it is too late. */
export type DeletionVerdict =
  { readonly ok: true; readonly deletion: Deletion } | { readonly ok: false; readonly state: DeletionState };

/**
 * Approves or rejects a requested deletion. Of several verdicts at once the first counts.
 * @returns undefined when there is no such deletion
 */
export async function decideDeletion(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly id: string;
    readonly decision: 'approved' | 'rejected';
    readonly who: string;
    readonly by?: string;
    readonly note?: string;
    readonly at: Date;
  },
): Promise<DeletionVerdict | undefined> {
  const { at, decision, who } = args;
  return inTransaction(db, async (tx) => {
    const row = await locked(tx, args);
    if (row === undefined) return undefined;
    if (row.state === 'requested' && row.expiresAt <= at) {
      const expired = await change(tx, row, { state: 'expired', settledAt: at });
      await afterExpiry(tx, expired, at);
      return { ok: false, state: 'expired' };
    }
    if (row.state !== 'requested') return { ok: false, state: row.state };
    const deletion = await change(tx, row, {
      state: decision,
      decidedAt: at,
      decidedWho: who,
      decidedBy: args.by ?? null,
      note: args.note ?? null,
      ...(decision === 'rejected' ? { settledAt: at } : {}),
    });
    await audit(tx, deletion, { at, who, by: args.by, action: `deletion.${decision}`, why: args.note });
    return { ok: true, deletion };
  });
}

/**
 * Moves a deletion to a state, with an entry in the audit log. A deletion that is settled stays as it is.
 * @param args.from only from one of these states, when given
 * @returns whether it moved
 */
export async function setDeletionState(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly id: string;
    readonly state: DeletionState;
    readonly from?: readonly DeletionState[];
    readonly reason?: string;
    readonly snapshotId?: string;
    readonly at: Date;
  },
): Promise<boolean> {
  const { at, state, reason, snapshotId } = args;
  return inTransaction(db, async (tx) => {
    const row = await locked(tx, args);
    if (row === undefined || SETTLED.has(row.state)) return false;
    if (args.from !== undefined && !args.from.includes(row.state)) return false;
    const moved = await change(tx, row, {
      state,
      reason: reason ?? null,
      settledAt: SETTLED.has(state) ? at : null,
      ...(snapshotId === undefined ? {} : { snapshotId }),
    });
    if (row.state !== state)
      await audit(tx, moved, { at, who: 'tripline', action: `deletion.${state}`, why: reason });
    return true;
  });
}

/**
 * Notes, before the DELETE goes out, that it does: an attempt that nobody reports on leaves `deleting` behind, and the next
 * one knows to look first. The first attempt's score stays, and its date: a later one may come after the trip has gone.
 * @param args.claim only while this claim holds the deletion
 * @param args.scoreBefore the driver's score as of today, when it could be read
 * @returns the number of this attempt, from 1; undefined when the deletion is not approved or is settled
 */
export async function recordDeletionAttempt(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly id: string;
    readonly at: Date;
    readonly claim?: number;
    readonly scoreBefore?: number | undefined;
    readonly snapshotId?: string;
  },
): Promise<number | undefined> {
  return inTransaction(db, async (tx) => {
    const row = await locked(tx, args);
    if (row === undefined || !['approved', 'deleting', 'unclear'].includes(row.state)) return undefined;
    if (args.claim !== undefined && (row.claim !== args.claim || row.claimedAt === null)) return undefined;
    const attempts = row.attempts + 1;
    const firstAttemptAt = row.firstAttemptAt ?? args.at;
    await change(tx, row, {
      ...{ state: 'deleting', reason: null, attempts, firstAttemptAt, lastAttemptAt: args.at },
      ...(row.attempts === 0 && { scoreBefore: args.scoreBefore ?? null }),
      ...(args.snapshotId !== undefined && { snapshotId: args.snapshotId }),
    });
    await audit(tx, row, { at: args.at, who: 'tripline', action: 'deletion.attempted' });
    return attempts;
  });
}

/** Notes the snapshot of a deletion that is asked for, so that whoever decides can look at it. */
export async function noteDeletionSnapshot(
  db: Db,
  args: { readonly fleetId: string; readonly id: string; readonly snapshotId: string },
): Promise<void> {
  await db
    .updateTable('deletions')
    .set({ snapshotId: args.snapshotId })
    .where((row) => row.and({ fleetId: args.fleetId, id: args.id }))
    .execute();
}

/**
 * Makes a deletion that needed nobody wait for a person instead, because its rule has to stop.
 * @returns whether it does now: false when it had begun, or came to its end
 */
export async function askInstead(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly id: string;
    readonly reason: string;
    readonly expiresAt: Date;
    readonly at: Date;
  },
): Promise<boolean> {
  const { at, reason, expiresAt } = args;
  return inTransaction(db, async (tx) => {
    const row = await locked(tx, args);
    if (row?.state !== 'approved' || row.approval !== 'auto' || row.attempts > 0) return false;
    const asked = await change(tx, row, {
      ...{ state: 'requested', approval: 'required', reason, expiresAt },
      ...{ decidedAt: null, decidedWho: null, claimedAt: null, workflowStartedAt: null },
    });
    await audit(tx, asked, { at, who: 'tripline', action: 'deletion.stopped', why: reason });
    return true;
  });
}

/** Lets requests expire whose time is over. @returns the deletions that expired just now */
export async function expireDeletions(
  db: Db,
  args: { readonly fleetId: string; readonly at: Date },
): Promise<Deletion[]> {
  return inTransaction(db, async (tx) => {
    const expired = await tx
      .updateTable('deletions')
      .set({ state: 'expired', settledAt: args.at })
      .where('fleetId', '=', args.fleetId)
      .where('state', '=', 'requested')
      .where('expiresAt', '<=', args.at)
      .returningAll()
      .execute();
    for (const row of expired) await afterExpiry(tx, row, args.at);
    return expired;
  });
}

async function afterExpiry(tx: Tx, row: Deletion, at: Date): Promise<void> {
  const { fleetId, driverId, tripId } = row;
  await audit(tx, row, { at, who: 'tripline', action: 'deletion.expired' });
  await skipHeldDeletions(tx, { fleetId, driverId, tripId, reason: 'expired', at });
}

/** One deletion. */
export async function getDeletion(
  db: Db,
  args: { readonly fleetId: string; readonly id: string },
): Promise<Deletion | undefined> {
  if (!isRowId(args.id)) return undefined;
  return db
    .selectFrom('deletions')
    .selectAll()
    .where('fleetId', '=', args.fleetId)
    .where('id', '=', args.id)
    .executeTakeFirst();
}

/** Deletions, newest first. */
export async function listDeletions(
  db: Db,
  args: Page & {
    readonly fleetId: string;
    readonly driverId?: string;
    readonly tripId?: string;
    readonly rule?: string;
    readonly state?: DeletionState;
  },
): Promise<Listed<Deletion>> {
  const after = startAfter('deletions', args);
  let query = db.selectFrom('deletions').selectAll().where('fleetId', '=', args.fleetId);
  for (const field of ['driverId', 'tripId', 'rule', 'state'] as const) {
    const wanted = args[field];
    if (wanted !== undefined) query = query.where(field, '=', wanted);
  }
  if (after !== undefined) query = query.where('id', '<', after);
  const rows = await query.orderBy('id', 'desc').limit(rowsToRead(args)).execute();
  return pageOf(rows, { ...args, list: 'deletions', positionOf: (row) => row.id });
}

async function locked(
  tx: Tx,
  args: { readonly fleetId: string; readonly id: string },
): Promise<Deletion | undefined> {
  if (!isRowId(args.id)) return undefined;
  return tx
    .selectFrom('deletions')
    .selectAll()
    .where('fleetId', '=', args.fleetId)
    .where('id', '=', args.id)
    .forUpdate()
    .executeTakeFirst();
}

async function change(
  tx: Tx,
  row: Deletion,
  to: Partial<Omit<Deletion, 'id' | 'fleetId'>>,
): Promise<Deletion> {
  return tx
    .updateTable('deletions')
    .set(to)
    .where('fleetId', '=', row.fleetId)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function audit(
  tx: Tx,
  row: Deletion,
  entry: { at: Date; who: string; by?: string | undefined; action: string; why?: string | undefined },
): Promise<void> {
  const { by, why, ...rest } = entry;
  await recordAudit(tx, {
    ...rest,
    fleetId: row.fleetId,
    subjectType: 'deletion',
    subjectId: row.id,
    ...(by === undefined ? {} : { by }),
    ...(why === undefined ? {} : { why }),
    details: { driver_id: row.driverId, trip_id: row.tripId, rule: row.rule, version: row.version },
  });
}
