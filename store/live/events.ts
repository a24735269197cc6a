import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../db/index.ts';
import type { LiveEventsTable } from '../tables/index.ts';

/** A change of a state. */
export interface LiveEvent extends Pick<
  Selectable<LiveEventsTable>,
  'id' | 'fleetId' | 'kind' | 'subjectId' | 'state'
> {
  /** The groups that the driver whom it is about is in now; null: it is about no driver, or of one in no group. */
  readonly groups?: readonly string[] | null;
}

/**
 * Returns the transactions that have ended by now, as PostgreSQL writes it (`xmin:xmax:under way,under way`). A reader of all
 * events of such a snapshot resumes with the transactions outside it, whatever their ids. It loses none and reads none twice,
 * and a long transaction delays only its own events.
 */
export async function currentSnapshot(db: Db): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`
    select pg_current_snapshot()::text as snapshot`.execute(db);
  return rows[0]!.snapshot;
}

/**
 * Events of the transactions that ended between two snapshots, in the order of their ids. The same two snapshots always
 * give the same events, until these are removed.
 * @param args.from, args.to snapshots that a database can read
 * @param args.fleetId absent: of all fleets
 * @param args.afterId begins after this event; absent: with the first
 * @param args.withGroups looks up whose group each event is about as well
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

/** The groups of the event's driver, found through its incident, alert or delivery: events hold ids alone, so that erasure leaves nothing in them. */
const GROUPS = sql`, (
  select own.groups from driver_groups own
  where own.fleet_id = live_events.fleet_id and own.driver_id = case live_events.kind
    when 'incident' then (select driver_id from incidents where id = live_events.subject_id::bigint)
    when 'alert' then (select driver_id from alerts where id = live_events.subject_id::bigint)
    when 'delivery' then (select driver_id from deliveries where id = live_events.subject_id::bigint) end) as groups`;

/** Removes some of the events from before an instant, of all fleets. @returns how many */
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
