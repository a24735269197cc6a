import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { isRowId, jsonbOrNull, newestFirst, whereGiven } from '../db/index.ts';
import type { Db, Listed, Page } from '../db/index.ts';
import type { OutboxTable } from '../tables/index.ts';

/**
 * A message whose channel is not configured, so that it is shown in the outbox instead of sent. The picture is fetched
 * separately.
 */
export type OutboxEntry = Omit<Selectable<OutboxTable>, 'picture'> & { readonly hasPicture: boolean };

/** Stores a message in the outbox, once per delivery. Unlike a mail server, the outbox can check for an earlier copy. */
export async function putOutbox(
  db: Db,
  args: {
    readonly fleetId: string;
    /** `slack`, `email` or `webhook`. */
    readonly channel: string;
    readonly receiver: string;
    readonly subject?: string;
    readonly text: string;
    readonly blocks?: readonly JsonObject[];
    readonly html?: string;
    readonly picture?: Uint8Array;
    readonly deliveryId?: string;
    readonly deliveryKey?: string;
    readonly possibleRepeat?: boolean;
    readonly at: Date;
  },
): Promise<{ id: string; isNew: boolean }> {
  const inserted = await db
    .insertInto('outbox')
    .values({
      fleetId: args.fleetId,
      channel: args.channel,
      receiver: args.receiver,
      text: args.text,
      at: args.at,
      subject: args.subject ?? null,
      blocks: jsonbOrNull(args.blocks),
      html: args.html ?? null,
      picture: args.picture === undefined ? null : Buffer.from(args.picture),
      deliveryId: args.deliveryId ?? null,
      deliveryKey: args.deliveryKey ?? null,
      possibleRepeat: args.possibleRepeat ?? false,
    })
    .onConflict((conflict) => conflict.columns(['fleetId', 'deliveryId']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted !== undefined) return { id: inserted.id, isNew: true };
  const earlier = await db
    .selectFrom('outbox')
    .select('id')
    .where('fleetId', '=', args.fleetId)
    .where('deliveryId', '=', args.deliveryId ?? null)
    .executeTakeFirstOrThrow();
  return { id: earlier.id, isNew: false };
}

/**
 * Replaces the content of a message in the outbox, as an update of a Slack message would.
 * @returns whether the message is stored
 */
export async function replaceInOutbox(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly id: string;
    readonly text: string;
    readonly blocks: readonly JsonObject[];
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ text: args.text, blocks: jsonbOrNull(args.blocks) as never })
    .where((row) => row.and({ fleetId: args.fleetId, id: args.id }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function entriesOf(db: Db, fleetId: string) {
  return db
    .selectFrom('outbox')
    .select(['id', 'fleetId', 'channel', 'receiver', 'subject', 'text', 'blocks', 'html'])
    .select(['deliveryId', 'deliveryKey', 'possibleRepeat', 'at'])
    .select(sql<boolean>`picture is not null`.as('hasPicture'))
    .where('fleetId', '=', fleetId);
}

/** Returns the outbox of a fleet, newest first. */
export async function listOutbox(
  db: Db,
  args: Page & { readonly fleetId: string; readonly channel?: string; readonly deliveryId?: string },
): Promise<Listed<OutboxEntry>> {
  const query = whereGiven(entriesOf(db, args.fleetId), args, ['channel', 'deliveryId']);
  const bytes = sql<number>`octet_length(text) + coalesce(octet_length(html), 0) + coalesce(octet_length(blocks::text), 0)`;
  return newestFirst(query, { ...args, list: 'outbox', by: 'id', bytes });
}

/** Returns one message of the outbox, or undefined if it is not stored. */
export async function getOutboxEntry(
  db: Db,
  { fleetId, id }: { readonly fleetId: string; readonly id: string },
): Promise<OutboxEntry | undefined> {
  if (!isRowId(id)) return undefined;
  return entriesOf(db, fleetId).where('id', '=', id).executeTakeFirst();
}

/** Returns the picture (PNG) of a message in the outbox. Returns undefined if the message is not stored or has no picture. */
export async function getOutboxPicture(
  db: Db,
  args: { readonly fleetId: string; readonly id: string },
): Promise<Buffer | undefined> {
  if (!isRowId(args.id)) return undefined;
  const row = await db
    .selectFrom('outbox')
    .select('picture')
    .where('fleetId', '=', args.fleetId)
    .where('id', '=', args.id)
    .executeTakeFirst();
  return row?.picture ?? undefined;
}
