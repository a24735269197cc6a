import { countCarried } from './carried.ts';
import { inTransaction } from './database.ts';
import type { Delivery } from './deliveries.ts';
import type { Db } from './schema.ts';

/**
 * Puts the alerts that wait for the same Slack channel into the message of the one whose turn it is, when they are many.
 * Only what no attempt has touched is taken, and into a message that no attempt has sent: what it tells never changes.
 * @param args.from so many have to wait for it to be a burst
 * @param args.most so many it carries in all, the oldest first; an attempt before this one may have taken some already
 * @returns how many were taken
 */
export async function gatherBurst(
  db: Db,
  args: {
    readonly delivery: Pick<Delivery, 'id' | 'fleetId' | 'receiver'>;
    readonly from: number;
    readonly most: number;
    readonly at: Date;
  },
): Promise<number> {
  const { fleetId, receiver, id } = args.delivery;
  return inTransaction(db, async (tx) => {
    const carrier = await tx
      .selectFrom('deliveries')
      .select(['state', 'attempt'])
      .where((row) => row.and({ fleetId, id }))
      .forUpdate()
      .executeTakeFirst();
    if (carrier?.state !== 'pending' || carrier.attempt > 0) return 0;
    const room = args.most - (await countCarried(tx, { fleetId, id }));
    if (room <= 0) return 0;
    const waiting = await tx
      .selectFrom('deliveries')
      .select('id')
      .where((row) =>
        row.and({ fleetId, receiver, action: 'slack', kind: 'alert', state: 'pending', attempt: 0 }),
      )
      .where('id', '!=', id)
      // One that carries others already goes by itself.
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('deliveries as carried')
              .select('carried.id')
              .whereRef('carried.fleetId', '=', 'deliveries.fleetId')
              .whereRef('carried.carriedBy', '=', 'deliveries.id'),
          ),
        ),
      )
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
