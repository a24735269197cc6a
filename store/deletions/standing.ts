import { setDeletionState } from './progress.ts';
import type { Tx } from '../db/index.ts';
import type { TripKey } from '../tables/index.ts';

/** Why a deletion ended that its rule asks for no more. */
export const NO_LONGER_MATCHED = 'no_longer_matched';

/**
 * Ends a trip's deletion that has not begun, and held deliveries, of rules that ask for it no more. Where the deletion went,
 * those of other rules that were held beside it become due, to ask for one of their own.
 * @param args.asks whether a rule still asks
 */
export async function endUnmatchedDeletions(
  tx: Tx,
  args: TripKey & { readonly asks: (rule: string) => boolean; readonly at: Date },
): Promise<void> {
  const { fleetId, driverId, tripId, at } = args;
  const open = await tx
    .selectFrom('deletions')
    .select(['id', 'rule'])
    .where((row) => row.and({ fleetId, driverId, tripId }))
    .where('state', 'in', ['requested', 'approved'])
    .executeTakeFirst();
  const from = ['requested', 'approved'] as const;
  const ends =
    open !== undefined &&
    !args.asks(open.rule) &&
    (await setDeletionState(tx, {
      ...{ fleetId, id: open.id, state: 'refused', reason: NO_LONGER_MATCHED, from, at },
    }));
  const held = await tx
    .selectFrom('deliveries')
    .select(['id', 'rule'])
    .where((row) => row.and({ fleetId, driverId, tripId, action: 'delete_trip', state: 'held' }))
    .where('reason', '=', 'awaiting_approval')
    .execute();
  for (const { id, rule } of held) {
    const isOver = !args.asks(rule);
    if (!isOver && !ends) continue;
    await tx
      .updateTable('deliveries')
      .set(
        isOver
          ? { state: 'skipped', reason: NO_LONGER_MATCHED, settledAt: at }
          : { state: 'pending', reason: null },
      )
      .where((row) => row.and({ fleetId, id, state: 'held' }))
      .execute();
  }
}
