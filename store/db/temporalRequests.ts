import type { Selectable, UpdateQueryBuilder, UpdateResult } from 'kysely';
import type { Db, Schema } from './connection/index.ts';
import type { RequestKind, TemporalRequestsTable } from '../tables/index.ts';

export type { RequestKind } from '../tables/index.ts';

/** Something that Temporal has to be asked to do. */
export type TemporalRequest = Selectable<TemporalRequestsTable>;

/** The key of a request. `subject` names its subject in the fleet; empty: the fleet. */
export type RequestKey = Pick<TemporalRequest, 'fleetId' | 'kind' | 'subject'>;

interface RowKey {
  readonly fleetId: string;
  readonly id: string;
}

/** Returns the key of the request that ticks a changed incident. */
export function incidentTick({ fleetId, id: subject }: RowKey): RequestKey {
  return { fleetId, kind: 'tick_incident', subject };
}

/** Returns the start of a deletion that a person approved or rejected. */
export function deletionStart({ fleetId, id: subject }: RowKey): RequestKey {
  return { fleetId, kind: 'start_deletion', subject };
}

/** Returns the comparison of a fleet's schedules with its digests. */
export function digestSync(fleetId: string): RequestKey {
  return { fleetId, kind: 'sync_digest_schedules', subject: '' };
}

/** Milliseconds in which only the requester carries out these kinds, right after its transaction. Other workers wait. */
const GRACE_MS = 3_000;
const CARRIED_OUT_BY_REQUESTER: readonly RequestKind[] = [
  'tick_incident',
  'start_deletion',
  'sync_digest_schedules',
];
/**
 * Milliseconds until an unfinished claim expires: its worker died, because a start waits at most 5 s for its slot and 5 s for
 * Temporal.
 */
const CLAIM_MS = 15_000;
/** Pauses between tries double from the first one up to this. */
const LONGEST_PAUSE_MS = 60_000;
const LONGEST_ERROR = 300;

/**
 * Stores requests to Temporal in the transaction that causes them, so that neither is stored without the other. A waiting request
 * is not stored twice. One that is being carried out is carried out again afterwards.
 */
export async function requestTemporal(
  db: Db,
  requests: readonly RequestKey[],
  { at }: { readonly at: Date },
): Promise<void> {
  if (requests.length === 0) return;
  const left = new Date(at.getTime() + GRACE_MS);
  await db
    .insertInto('temporalRequests')
    .values(
      requests.map(({ fleetId, kind, subject }) => ({
        fleetId,
        kind,
        subject,
        requestedAt: at,
        dueAt: CARRIED_OUT_BY_REQUESTER.includes(kind) ? left : at,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['fleetId', 'kind', 'subject']).doUpdateSet((row) => ({
        id: row.ref('excluded.id'),
        requestedAt: row.fn('least', ['temporalRequests.requestedAt', 'excluded.requestedAt']),
        dueAt: row.ref('excluded.dueAt'),
        attempts: 0,
        lastError: null,
      })),
    )
    .execute();
}

/** Claims requests that are due, of all fleets, the longest due first, for one process at a time. */
export async function claimDueRequests(
  db: Db,
  { at, limit }: { readonly at: Date; readonly limit: number },
): Promise<TemporalRequest[]> {
  return db
    .with('due', (query) =>
      query
        .selectFrom('temporalRequests')
        .select('id')
        .where('dueAt', '<=', at)
        .where((row) => row.or([row('claimedUntil', 'is', null), row('claimedUntil', '<=', at)]))
        .orderBy('dueAt')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('temporalRequests')
    .set({ claimedUntil: new Date(at.getTime() + CLAIM_MS) })
    .where('id', 'in', (query) => query.selectFrom('due').select('id'))
    .returningAll()
    .execute();
}

/** Claims one request, due or not; undefined: there is none, or another is at work on it. */
export async function claimRequest(
  db: Db,
  key: RequestKey,
  { at }: { readonly at: Date },
): Promise<TemporalRequest | undefined> {
  return ofKey(db.updateTable('temporalRequests'), key)
    .set({ claimedUntil: new Date(at.getTime() + CLAIM_MS) })
    .where((row) => row.or([row('claimedUntil', 'is', null), row('claimedUntil', '<=', at)]))
    .returningAll()
    .executeTakeFirst();
}

/**
 * Records that a claimed request was carried out.
 * @param again when it has to be carried out again; absent: it is done
 * @returns false when it was requested again meanwhile, so that it waits for a worker
 */
export async function finishRequest(db: Db, request: TemporalRequest, again?: Date): Promise<boolean> {
  const { id } = request;
  if (!again) {
    const { numDeletedRows } = await db
      .deleteFrom('temporalRequests')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n || !(await releaseNewer(db, request));
  }
  const { numUpdatedRows } = await ofKey(db.updateTable('temporalRequests'), request)
    .set({ requestedAt: again, dueAt: again, claimedUntil: null, attempts: 0, lastError: null })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n || !(await releaseNewer(db, request));
}

/** Notes that a claimed request failed, and when it is tried again: after a pause that doubles from `pauseMs` to a minute. */
export async function failRequest(
  db: Db,
  request: TemporalRequest,
  args: { readonly error: string; readonly at: Date; readonly pauseMs: number },
): Promise<void> {
  const { id, attempts } = request;
  const pauseMs = Math.min(LONGEST_PAUSE_MS, args.pauseMs * 2 ** Math.min(attempts, 20));
  const { numUpdatedRows } = await ofKey(db.updateTable('temporalRequests'), request)
    .set({ attempts: attempts + 1, lastError: args.error.slice(0, LONGEST_ERROR), claimedUntil: null })
    .set({ dueAt: new Date(args.at.getTime() + pauseMs) })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) await releaseNewer(db, request);
}

/** Returns since when the oldest due request of each fleet and kind waits; those that are due later are left out. */
export async function oldestRequests(
  db: Db,
  { at }: { readonly at: Date },
): Promise<Pick<TemporalRequest, 'fleetId' | 'kind' | 'requestedAt'>[]> {
  return db
    .selectFrom('temporalRequests')
    .select((row) => ['fleetId', 'kind', row.fn.min('requestedAt').as('requestedAt')])
    .where('requestedAt', '<=', at)
    .groupBy(['fleetId', 'kind'])
    .execute();
}

/**
 * Ends the claim on a request that was made again meanwhile.
 * @returns whether it was
 */
async function releaseNewer(db: Db, request: TemporalRequest): Promise<boolean> {
  const { numUpdatedRows } = await ofKey(db.updateTable('temporalRequests'), request)
    .set({ claimedUntil: null })
    .where('id', '!=', request.id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

type Update = UpdateQueryBuilder<Schema, 'temporalRequests', 'temporalRequests', UpdateResult>;

function ofKey(update: Update, { fleetId, kind, subject }: RequestKey): Update {
  return update.where((row) => row.and({ fleetId, kind, subject }));
}
