import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../db/index.ts';
import type { LiveEventsTable } from '../tables/index.ts';

/** A change of the state of an incident, alert, delivery or alarm. */
export interface LiveEvent extends Pick<
  Selectable<LiveEventsTable>,
  'id' | 'fleetId' | 'kind' | 'subjectId' | 'state'
> {
  /** The present groups of the event's driver. Null if the event is about no driver, or the driver is in no group. */
  readonly groups?: readonly string[] | null;
}

/**
 * Returns the set of transactions that have ended by now, in PostgreSQL's notation (`xmin:xmax:under way,under way`). A reader
 * that has read all events of a snapshot continues with the transactions outside it. The reader misses no event and reads none
 * twice, and a long transaction delays only its own events.
 */
export async function currentSnapshot(db: Db): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`
    select pg_current_snapshot()::text as snapshot`.execute(db);
  return rows[0]!.snapshot;
}

/**
 * Returns events of the transactions that ended between two snapshots, ordered by id. The same two snapshots always give the same
 * events, until these events are removed.
 * @param args.from, args.to results of `currentSnapshot`
 * @param args.fleetId returns only events of this fleet. Absent: of all fleets.
 * @param args.afterId returns only events after this one. Absent: begins with the first.
 * @param args.withGroups also looks up the groups of each event's driver
 */
export async function liveEventsBetween(
  db: Db,
  args: {
    readonly from: string;
    readonly to: string;
    readonly fleetId?: string;
    readonly afterId?: string | undefined;
    readonly withGroups?: boolean;
    readonly limit: number;
  },
): Promise<LiveEvent[]> {
  const from = sql`${args.from}::pg_snapshot`;
  const to = sql`${args.to}::pg_snapshot`;
  const { rows } = await sql<LiveEvent>`
    select id, fleet_id, kind, subject_id, state ${args.withGroups === true ? GROUPS : sql``} from live_events
    where xid >= pg_snapshot_xmin(${from}) and xid < pg_snapshot_xmax(${to})
      and not pg_visible_in_snapshot(xid, ${from}) and pg_visible_in_snapshot(xid, ${to})
      ${args.fleetId === undefined ? sql`` : sql`and fleet_id = ${args.fleetId}`}
      ${args.afterId === undefined ? sql`` : sql`and id > ${args.afterId}`}
    order by id limit ${args.limit}`.execute(db);
  return rows;
}

/**
 * Selects the groups of the event's driver through its incident, alert or delivery. Events themselves contain only ids, so that
 * an erasure need not change them.
 */
const GROUPS = sql`, (
  select own.groups from driver_groups own
  where own.fleet_id = live_events.fleet_id and own.driver_id = case live_events.kind
    when 'incident' then (select driver_id from incidents where id = live_events.subject_id::bigint)
    when 'alert' then (select driver_id from alerts where id = live_events.subject_id::bigint)
    when 'delivery' then (select driver_id from deliveries where id = live_events.subject_id::bigint) end) as groups`;

/**
 * Removes up to `limit` events from before an instant, of all fleets.
 * @returns the number of removed events
 */
export async function removeLiveEvents(
  db: Db,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from live_events where (xid, id) in (
      select xid, id from live_events where at < ${before} order by at limit ${limit} for update skip locked)`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}
