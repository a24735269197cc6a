import { sql } from 'kysely';
import { fingerprint, inTransaction } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import type { Delivery } from '../deliveries/index.ts';
import { handOnAsks } from './handedOnAsks.ts';
import type { TripKey } from '../tables/index.ts';

const DROPPED = 'already_decided';

/** Nobody can have it, and what it asked about came to its end when no other trip waited. */
const WAS_DROPPED = sql<boolean>`(deliveries.state = 'skipped' and deliveries.reason in (${sql.lit(DROPPED)}, 'erased')
  and deliveries.attempt = 0)`;

/**
 * Enters a message into the ledger that asks a person whether a trip may be deleted: once a deletion and receiver.
 * @param args.once what else makes it the same message: a rule that stopped by itself asks once a day, whatever the trip.
 *   One that did not go out, because nothing was left to ask about, asks about this deletion.
 */
export async function planDeletionAsk(
  db: Db,
  args: TripKey & {
    readonly deletionId: string;
    readonly rule: string;
    readonly version: number;
    readonly revision: number;
    /** Slack asks; the others tell that it waits. */
    readonly action: 'slack' | 'email' | 'webhook';
    /** A Slack channel or person, an address, a URL. */
    readonly receiver: string;
    readonly once?: readonly string[];
    readonly at: Date;
    /** Held until then; absent: it goes now. */
    readonly releaseAt?: Date | undefined;
  },
): Promise<void> {
  const { fleetId, driverId, tripId, deletionId, rule, version, revision, action, receiver } = args;
  const identity = [fleetId, 'deletion_request', ...(args.once ?? [deletionId]), action, receiver];
  const row = {
    ...{ fleetId, driverId, tripId, deletionId, rule, version, revision, action, receiver },
    kind: 'deletion_request' as const,
    deliveryKey: fingerprint(identity).slice(0, 32),
    actionIndex: 0,
    alertId: null,
    state: args.releaseAt ? ('held' as const) : ('pending' as const),
    reason: args.releaseAt ? 'quiet_hours' : null,
    attempt: 0,
    unclearAttempts: [],
    possibleRepeat: false,
    plannedAt: args.at,
    settledAt: null,
    releaseAt: args.releaseAt ?? null,
    carriedBy: null,
  };
  await db
    .insertInto('deliveries')
    .values(row)
    .onConflict((conflict) => {
      const same = conflict.columns(['fleetId', 'deliveryKey']);
      return args.once ? same.doUpdateSet(row).where(WAS_DROPPED) : same.doNothing();
    })
    .execute();
}

/** The messages that ask about a deletion, the one planned first first. */
export async function deletionAsks(
  db: Db,
  args: { readonly fleetId: string; readonly deletionId: string },
): Promise<Delivery[]> {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('fleetId', '=', args.fleetId)
    .where('deletionId', '=', args.deletionId)
    .where('kind', '=', 'deletion_request')
    .orderBy('id')
    .execute();
}

/**
 * Ends messages that ask about a deletion and have not begun to go out: nobody has to be asked any more. What stands for
 * other trips that wait asks about one of them.
 */
export async function dropDeletionAsks(
  db: Db,
  args: { readonly fleetId: string; readonly deletionId: string; readonly at: Date },
): Promise<void> {
  const { fleetId, deletionId, at } = args;
  await inTransaction(db, async (tx) => {
    await handOnAsks(tx, { fleetId, deletionIds: [deletionId] });
    await tx
      .updateTable('deliveries')
      .set({ state: 'skipped', reason: DROPPED, settledAt: at })
      .where('fleetId', '=', fleetId)
      .where('deletionId', '=', deletionId)
      .where('kind', '=', 'deletion_request')
      .where('state', 'in', ['pending', 'held'])
      .where('attempt', '=', 0)
      .execute();
  });
}

/**
 * Ends what asks about a deletion that nobody has to be asked about any more.
 * @returns whether messages went out, or may have, which then have to say how it ended
 */
export async function settleDeletionAsks(
  db: Db,
  args: { readonly fleetId: string; readonly deletionId: string; readonly at: Date },
): Promise<boolean> {
  await dropDeletionAsks(db, args);
  const asks = await deletionAsks(db, args);
  return asks.some(({ state }) => state === 'sent' || state === 'pending' || state === 'unconfirmed');
}
