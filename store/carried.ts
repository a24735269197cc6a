import type { Tx } from './schema.ts';

/** A message that tells other deliveries beside its own. */
interface CarrierKey {
  readonly fleetId: string;
  readonly id: string;
}

/**
 * What a message was to tell beside its own fares as it does: nobody was told, or nobody knows, and each says so. Going by
 * themselves would help none of them: it is the same receiver. A replay of their trips tries again.
 * @returns how many there were
 */
export async function endCarried(
  tx: Tx,
  carrier: CarrierKey,
  end: { readonly state: 'failed' | 'unconfirmed'; readonly reason: string; readonly at: Date },
): Promise<number> {
  const reason = `The message that was to tell it too is ${end.state}: ${end.reason}`.slice(0, 1_000);
  const { numUpdatedRows } = await tx
    .updateTable('deliveries')
    .set({ state: end.state, reason, settledAt: end.at })
    .where((row) => row.and({ fleetId: carrier.fleetId, carriedBy: carrier.id }))
    .where((row) => row.and({ state: 'skipped', reason: 'grouped' }))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** A message that had failed goes out after all, or went: what it tells beside its own is told with it again. */
export async function carryAgain(tx: Tx, carrier: CarrierKey, at: Date): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ state: 'skipped', reason: 'grouped', settledAt: at })
    .where((row) => row.and({ fleetId: carrier.fleetId, carriedBy: carrier.id }))
    .where('state', 'in', ['failed', 'unconfirmed'])
    .execute();
}
