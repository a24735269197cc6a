import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { getRow, newestFirst } from '../db/index.ts';
import type { Db, Listed, Page } from '../db/index.ts';
import type { DeadLettersTable } from '../tables/index.ts';

/** Maximum number of bytes stored of a body. The full length and the hash of the whole body are stored too. */
export const DEAD_LETTER_BODY_LIMIT = 65_536;

/** A body that could not be read as a notification, stored once per content. `body` is cut after 65,536 bytes. */
export type DeadLetter = Selectable<DeadLettersTable>;

/** Stores an unreadable body. If the same body arrives again, its counter is increased and the reason is replaced. */
export async function keepDeadLetter(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly reason: string;
    readonly body: Buffer;
    readonly contentType?: string;
    readonly at: Date;
  },
): Promise<{ id: string; count: number }> {
  return db
    .insertInto('deadLetters')
    .values({
      fleetId: args.fleetId,
      contentHash: createHash('sha256').update(args.body).digest('hex'),
      reason: args.reason.slice(0, 1_000),
      count: 1,
      firstSeenAt: args.at,
      lastSeenAt: args.at,
      contentType: args.contentType?.slice(0, 200) ?? null,
      body: args.body.subarray(0, DEAD_LETTER_BODY_LIMIT),
      bodyBytes: args.body.length,
    })
    .onConflict((conflict) =>
      conflict.columns(['fleetId', 'contentHash']).doUpdateSet((row) => ({
        count: sql<number>`dead_letters.count + 1`,
        lastSeenAt: sql<Date>`greatest(dead_letters.last_seen_at, excluded.last_seen_at)`,
        reason: row.ref('excluded.reason'),
      })),
    )
    .returning(['id', 'count'])
    .executeTakeFirstOrThrow();
}

/** Returns dead letters without their bodies, ordered by first arrival, newest first. */
export async function listDeadLetters(
  db: Db,
  args: Page & { readonly fleetId: string },
): Promise<Listed<Omit<DeadLetter, 'body'>>> {
  const query = db
    .selectFrom('deadLetters')
    .select(['id', 'fleetId', 'contentHash', 'reason', 'count', 'firstSeenAt', 'lastSeenAt'])
    .select(['contentType', 'bodyBytes'])
    .where('fleetId', '=', args.fleetId);
  return newestFirst(query, { ...args, list: 'dead-letters', by: 'id' });
}

/** Returns one dead letter with its body, or undefined if it is not stored. */
export function getDeadLetter(
  db: Db,
  key: { readonly fleetId: string; readonly id: string },
): Promise<DeadLetter | undefined> {
  return getRow(db, 'deadLetters', key);
}
