import { inTransaction, isRowId } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import type { Deletion } from './deletions.ts';

/** Key of one claim of a deletion. */
export interface DeletionClaimKey {
  readonly fleetId: string;
  readonly id: string;
  readonly claim: number;
}

/**
 * Result of a claim: `go` (this attempt has the deletion), `busy` (another attempt has it), `rests` (no work is left), or
 * `missing` (not stored).
 */
export type DeletionClaim =
  | { readonly kind: 'go'; readonly claim: number; readonly deletion: Deletion }
  | { readonly kind: 'busy'; readonly retryAfterMs: number }
  | { readonly kind: 'rests'; readonly deletion: Deletion }
  | { readonly kind: 'missing' };

const CARRIED_OUT: ReadonlySet<Deletion['state']> = new Set(['approved', 'deleting', 'unknown_outcome']);

/**
 * Claims an approved deletion for one attempt, so that two attempts never send a DELETE at the same time.
 * @param args.leaseMs duration for which a claim excludes other attempts after it was made or renewed
 */
export async function claimDeletion(
  db: Db,
  args: { readonly fleetId: string; readonly id: string; readonly at: Date; readonly leaseMs: number },
): Promise<DeletionClaim> {
  if (!isRowId(args.id)) return { kind: 'missing' };
  return inTransaction(db, async (tx) => {
    const deletion = await tx
      .selectFrom('deletions')
      .selectAll()
      .where((row) => row.and({ fleetId: args.fleetId, id: args.id }))
      .forUpdate()
      .executeTakeFirst();
    if (!deletion) return { kind: 'missing' };
    if (!CARRIED_OUT.has(deletion.state)) return { kind: 'rests', deletion };
    const waitMs = (deletion.claimedAt?.getTime() ?? -Infinity) + args.leaseMs - args.at.getTime();
    if (waitMs > 0) return { kind: 'busy', retryAfterMs: waitMs };
    const claim = deletion.claim + 1;
    await tx
      .updateTable('deletions')
      .set({ claim, claimedAt: args.at })
      .where((row) => row.and({ fleetId: args.fleetId, id: args.id }))
      .execute();
    return { kind: 'go', claim, deletion: { ...deletion, claim, claimedAt: args.at } };
  });
}

/**
 * Renews the lease of a claim.
 * @returns false when another attempt has claimed the deletion, or the deletion has ended
 */
export async function renewDeletionClaim(
  db: Db,
  args: DeletionClaimKey & { readonly at: Date },
): Promise<boolean> {
  return setClaimedAt(db, args, args.at);
}

/** Releases a claim, so that the next attempt need not wait for the end of the lease. */
export async function freeDeletion(db: Db, args: DeletionClaimKey): Promise<void> {
  await setClaimedAt(db, args, null);
}

async function setClaimedAt(db: Db, key: DeletionClaimKey, claimedAt: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deletions')
    .set({ claimedAt })
    .where((row) => row.and({ fleetId: key.fleetId, id: key.id, claim: key.claim }))
    .where('claimedAt', 'is not', null)
    .where('state', 'in', [...CARRIED_OUT])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
