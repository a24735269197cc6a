import { sql } from 'kysely';
import { countGrouped } from './carried.ts';
import type { Delivery } from './deliveries.ts';
import { withFleetLock } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';

/** An alert among those for the same channel or address. */
interface InLine {
  readonly delivery: Pick<Delivery, 'id' | 'fleetId' | 'receiver' | 'action'>;
  /** Alerts of this severity go alone. */
  readonly alone?: 'critical';
}

/** What of a flood goes into one message. */
interface Gathering extends InLine {
  /** So many have to wait for it to be a flood. */
  readonly from: number;
  /** So many are told beside its own at most, the oldest first; an attempt before this one may have taken some already. */
  readonly most: number;
  readonly at: Date;
}

/** Nothing of it may be out: it was never tried, or every attempt is known to have sent nothing. */
const UNTOLD = sql<boolean>`claimed_at is null and cardinality(unclear_attempts) = 0 and not possible_repeat`;

/**
 * Puts the alerts that wait for the same channel or address into the message of the one whose turn it is, when they are
 * many. Only what surely was not sent is taken, and into a message that surely was not sent: what it tells never changes.
 * @returns how many were taken
 */
export async function groupBurst(db: Db, args: Gathering): Promise<number> {
  const { fleetId, receiver, action, id } = args.delivery;
  // One after the other: what one puts into its message, another that looked before would not see, and take its carrier.
  const purpose = JSON.stringify(['gathering', action, receiver]);
  return withFleetLock(db, { fleetId, purpose }, async (tx) => {
    const room = args.most - (await carriedSoFar(tx, args));
    if (room <= 0) return 0;
    const waiting = await tx
      .selectFrom('deliveries')
      .select('id')
      .where((row) => row.and({ fleetId, receiver, action, kind: 'alert', state: 'pending' }))
      .where(UNTOLD)
      .where('id', '!=', id)
      // One that carries others already goes by itself.
      .where(
        sql<boolean>`not exists (select from deliveries carried
        where carried.fleet_id = deliveries.fleet_id and carried.carried_by = deliveries.id)`,
      )
      .where(goesWithOthers(args.alone))
      .orderBy('id')
      .limit(room)
      .forUpdate()
      .skipLocked()
      .execute();
    if (waiting.length < args.from) return 0;
    await tx
      .updateTable('deliveries')
      .set({ state: 'skipped', reason: 'grouped', settledAt: args.at, carriedBy: id })
      .where('fleetId', '=', fleetId)
      .where(
        'id',
        'in',
        waiting.map((each) => each.id),
      )
      .execute();
    return waiting.length;
  });
}

/** Whether an alert may wait and go with others: surely nothing of it was sent, and its severity does not go alone. */
export async function mayWaitInLine(db: Db, { delivery: { fleetId, id }, alone }: InLine): Promise<boolean> {
  const found = await db
    .selectFrom('deliveries')
    .select('id')
    .where((row) => row.and({ fleetId, id, kind: 'alert', state: 'pending' }))
    .where(UNTOLD)
    .where(goesWithOthers(alone))
    .executeTakeFirst();
  return found !== undefined;
}

/** How many that may go with others wait before an alert for the same receiver; no more than `most` are counted. */
export async function countBefore(db: Db, args: InLine & { readonly most: number }): Promise<number> {
  const { fleetId, receiver, action, id } = args.delivery;
  const before = await db
    .selectFrom('deliveries')
    .select('id')
    .where((row) => row.and({ fleetId, receiver, action, kind: 'alert', state: 'pending' }))
    .where(UNTOLD)
    .where('id', '<', id)
    .where(goesWithOthers(args.alone))
    .limit(args.most)
    .execute();
  return before.length;
}

/** Locks the message. @returns how many it tells beside its own; infinitely many when it takes none */
async function carriedSoFar(tx: Tx, { delivery: { fleetId, id }, alone }: Gathering): Promise<number> {
  const carrier = await tx
    .selectFrom('deliveries')
    .select('id')
    .where((row) => row.and({ fleetId, id, state: 'pending' }))
    .where(UNTOLD)
    .where(goesWithOthers(alone))
    .forUpdate()
    .executeTakeFirst();
  if (!carrier) return Infinity;
  return countGrouped(tx, { fleetId, id });
}

function goesWithOthers(alone: 'critical' | undefined) {
  return alone === undefined
    ? sql<boolean>`true`
    : sql<boolean>`not exists (select from alerts
        where alerts.fleet_id = deliveries.fleet_id and alerts.id = deliveries.alert_id and alerts.severity = ${alone})`;
}
