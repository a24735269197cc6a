import { recordAudit } from './audit.ts';
import { inTransaction } from './database.ts';
import { skipUnsubscribed } from './digestDeliveries.ts';
import type { Db } from './schema.ts';

/** One receiver of one digest, by address; letters' case means nothing. */
export interface DigestAddress {
  readonly fleetId: string;
  readonly digestId: string;
  readonly address: string;
}

/**
 * Keeps that somebody wants a digest no more, and ends what waits to be sent to them. Safe to repeat: it is one entry in the
 * audit log.
 */
export async function unsubscribe(db: Db, args: DigestAddress & { readonly at: Date }): Promise<void> {
  const { fleetId, digestId, at } = args;
  const address = args.address.toLowerCase();
  await inTransaction(db, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('digestUnsubscribes')
      .values({ fleetId, digestId, address, createdAt: at })
      .onConflict((conflict) => conflict.columns(['fleetId', 'digestId', 'address']).doNothing())
      .executeTakeFirst();
    await skipUnsubscribed(tx, { fleetId, digestId, at });
    if ((numInsertedOrUpdatedRows ?? 0n) > 0n)
      await recordAudit(tx, { ...entry(args), action: 'digest.unsubscribed' });
  });
}

/** Takes that back. */
export async function subscribeAgain(db: Db, args: DigestAddress & { readonly at: Date }): Promise<void> {
  const { fleetId, digestId } = args;
  await inTransaction(db, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('digestUnsubscribes')
      .where((row) => row.and({ fleetId, digestId, address: args.address.toLowerCase() }))
      .executeTakeFirst();
    if (numDeletedRows > 0n) await recordAudit(tx, { ...entry(args), action: 'digest.subscribed_again' });
  });
}

function entry({ fleetId, digestId, address, at }: DigestAddress & { readonly at: Date }) {
  return { fleetId, at, who: address, subjectType: 'digest', subjectId: digestId } as const;
}

/** Whether somebody wants a digest no more. */
export async function isUnsubscribed(
  db: Db,
  { fleetId, digestId, address }: DigestAddress,
): Promise<boolean> {
  const found = await db
    .selectFrom('digestUnsubscribes')
    .select('createdAt')
    .where((row) => row.and({ fleetId, digestId, address: address.toLowerCase() }))
    .executeTakeFirst();
  return found !== undefined;
}

/** Who unsubscribed from a digest, in small letters. */
export async function listUnsubscribed(
  db: Db,
  { fleetId, digestId }: Omit<DigestAddress, 'address'>,
): Promise<readonly { readonly address: string; readonly createdAt: Date }[]> {
  return db
    .selectFrom('digestUnsubscribes')
    .select(['address', 'createdAt'])
    .where((row) => row.and({ fleetId, digestId }))
    .orderBy('address')
    .execute();
}
