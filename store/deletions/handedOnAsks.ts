import { sql } from 'kysely';
import { inTransaction } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';
import { NOT_BEGUN, getDelivery } from '../deliveries/index.ts';
import type { Delivery } from '../deliveries/index.ts';

/** Some deletions that a person decided, that came to their end, or that go. */
interface EndedDeletions {
  readonly fleetId: string;
  readonly deletionIds: readonly string[];
}

/** A message that stands for all that one rule stopped on one UTC date, as `YYYY-MM-DD`. */
interface DayAsk {
  readonly id: string;
  readonly rule: string;
  readonly version: number;
  readonly day: string;
}

/**
 * In a statement about `deletions`: the UTC date on which a rule that deletes by itself stopped at one. No row: it did not.
 * The audit log knows it, and forgets no time.
 */
const STOPPED = sql`lateral (
  select ((audit.at at time zone 'UTC')::date)::text as day from audit
  where audit.fleet_id = deletions.fleet_id and audit.subject_type = 'deletion' and audit.subject_id = deletions.id::text
    and audit.action = 'deletion.stopped' order by audit.id limit 1) stopped`;

/** The UTC date, `YYYY-MM-DD`, on which a rule that deletes by itself stopped at a deletion; undefined: it did not. */
export async function dayStopped(
  db: Db,
  { fleetId, id }: { readonly fleetId: string; readonly id: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select stopped.day from deletions cross join ${STOPPED}
    where deletions.fleet_id = ${fleetId} and deletions.id = ${id}::bigint`.execute(db);
  return rows[0]?.day;
}

/** Deletions of a driver, or of some of his trips. */
export async function deletionIdsOf(
  tx: Tx,
  of: { readonly fleetId: string; readonly driverId: string; readonly tripIds?: readonly string[] },
): Promise<string[]> {
  let query = tx
    .selectFrom('deletions')
    .select('id')
    .where((row) => row.and({ fleetId: of.fleetId, driverId: of.driverId }));
  if (of.tripIds) query = query.where(sql<boolean>`trip_id = any(${[...of.tripIds]}::text[])`);
  return (await query.execute()).map(({ id }) => id);
}

/**
 * The day's message of a rule that stopped asks about one trip and stands for all of that day. Where it has not gone out and
 * nobody has to be asked about these deletions, it asks about another one that still waits; where none does, it is left as it is.
 * Held, it goes when it was to go; an attempt that composes it finds out that it may not begin, and the next composes it anew.
 */
export async function handOnAsks(tx: Tx, { fleetId, deletionIds }: EndedDeletions): Promise<void> {
  const ended = [...deletionIds];
  // What has begun to go out is about the deletion it was composed for.
  const { rows: asks } = await sql<DayAsk>`
    select deliveries.id, deliveries.rule, deliveries.version, stopped.day
    from deliveries
    join deletions on deletions.fleet_id = deliveries.fleet_id and deletions.id = deliveries.deletion_id
    cross join ${STOPPED}
    where deliveries.fleet_id = ${fleetId} and deliveries.deletion_id = any(${ended}::bigint[]) and deliveries.kind = 'deletion_request'
      and deliveries.state in ('pending', 'held') and ${NOT_BEGUN}
    order by deliveries.id for update of deliveries`.execute(tx);
  for (const { id, rule, version, day } of asks) {
    // Locked: a verdict on it waits, and finds the message when it is settled.
    const { rows: next } = await sql<{ id: string }>`
      select deletions.id from deletions cross join ${STOPPED}
      where deletions.fleet_id = ${fleetId} and deletions.rule = ${rule} and deletions.state = 'requested'
        and deletions.id <> all(${ended}::bigint[]) and stopped.day = ${day}
      order by deletions.version <> ${version}, deletions.id
      limit 1 for update of deletions`.execute(tx);
    if (!next[0]) continue;
    await sql`
      update deliveries set claimed_at = null, deletion_id = deletions.id, driver_id = deletions.driver_id, trip_id = deletions.trip_id,
        version = deletions.version, revision = coalesce(deletions.revision, 0)
      from deletions
      where deletions.fleet_id = ${fleetId} and deletions.id = ${next[0].id}::bigint
        and deliveries.fleet_id = ${fleetId} and deliveries.id = ${id}::bigint`.execute(tx);
  }
}

/**
 * Hands a question on before it goes, where its deletion was decided: by somebody who was not asked, or while an attempt at it
 * was under way that came to nothing.
 * @returns the question as it is now; undefined: it is no longer kept
 */
export async function handOnDecided(db: Db, ask: Delivery): Promise<Delivery | undefined> {
  const { fleetId, deletionId } = ask;
  if (ask.kind !== 'deletion_request' || deletionId === null) return ask;
  const deletion = await db
    .selectFrom('deletions')
    .select('state')
    .where((row) => row.and({ fleetId, id: deletionId }))
    .executeTakeFirst();
  if (deletion?.state === 'requested') return ask;
  await inTransaction(db, (tx) => handOnAsks(tx, { fleetId, deletionIds: [deletionId] }));
  return getDelivery(db, ask);
}
