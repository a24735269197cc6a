import { sql } from 'kysely';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import type { Delivery } from '../deliveries/index.ts';
import { isRowId, jsonb } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import type { IncidentEvent } from './incidents.ts';

/** The incident or deletion that a message in Slack or in the outbox is about. */
export interface ShownAbout {
  readonly fleetId: string;
  readonly incidentId?: string;
  readonly deletionId?: string;
}

/** Returns the sent Slack messages about an incident or a deletion that are updated in place, oldest first. */
export async function shownMessages(db: Db, about: ShownAbout): Promise<Delivery[]> {
  const { fleetId, incidentId, deletionId } = about;
  if (!isRowId(incidentId ?? deletionId ?? '')) return [];
  const subject = incidentId === undefined ? { deletionId: deletionId ?? null } : { incidentId };
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where((row) => row.and({ fleetId, action: 'slack', state: 'sent', ...subject }))
    .where('kind', 'in', ['incident_page', 'deletion_request'])
    .orderBy('id')
    .execute();
}

/**
 * Records the version of the content that a message now shows. Does nothing if another update was recorded since `was` was read.
 * The order of the two updates is then unknown, and the message must be updated again.
 * @returns whether the version was recorded
 */
export async function noteShown(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly id: string;
    readonly was: number | null;
    readonly shown: number;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ shownChange: args.shown })
    .where((row) => row.and({ fleetId: args.fleetId, id: args.id }))
    .where(sql<boolean>`shown_change is not distinct from ${args.was}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Adds values to a message's `reference` (identifiers at the receiver), such as the file id of its picture. */
export async function addReference(
  db: Db,
  args: { readonly fleetId: string; readonly id: string; readonly more: Readonly<Record<string, string>> },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ reference: sql`coalesce(reference, '{}'::jsonb) || ${jsonb(args.more)}` })
    .where((row) => row.and({ fleetId: args.fleetId, id: args.id }))
    .execute();
}

/**
 * Returns the root message of an incident's thread in a channel: the first message sent there that is no reply.
 * @param args.channelId the channel's id if known, because two names of one channel have one thread
 */
export async function threadRoot(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly incidentId: string;
    readonly receiver: string;
    readonly channelId?: string | undefined;
    /** The delivery that looks for its thread. */
    readonly except: string;
  },
): Promise<Delivery | undefined> {
  const { fleetId, incidentId, receiver, channelId } = args;
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where((row) => row.and({ fleetId, incidentId, action: 'slack', state: 'sent' }))
    .where('id', '!=', args.except)
    .where((row) =>
      row.or([
        row('receiver', '=', receiver),
        ...(channelId === undefined ? [] : [sql<boolean>`reference ->> 'channel_id' = ${channelId}`]),
      ]),
    )
    .where(sql<boolean>`(reference ? 'ts' or reference ? 'outbox_id')`)
    .where(sql<boolean>`not (reference ? 'thread_ts' or reference ? 'thread_outbox_id')`)
    .orderBy('settledAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Returns answers through Slack that came too late and whose senders were not notified of this yet. */
export async function lateAnswers(
  db: Db,
  args: { readonly fleetId: string; readonly incidentId: string; readonly since: Date },
): Promise<IncidentEvent[]> {
  const { fleetId, incidentId, since } = args;
  return db
    .selectFrom('incidentEvents')
    .selectAll()
    .where((row) => row.and({ fleetId, incidentId, kind: 'late_answer', via: 'slack' }))
    .where('at', '>=', since)
    .where(sql<boolean>`not coalesce(details ? 'replied_at', false)`)
    .orderBy('seq')
    .execute();
}

interface LateOne {
  readonly fleetId: string;
  readonly incidentId: string;
  readonly seq: number;
}

/**
 * Claims the task to notify the sender of a late answer.
 * @returns false if another caller has claimed it
 */
export async function claimLate(db: Db, { at, ...key }: LateOne & { readonly at: Date }): Promise<boolean> {
  const replied: JsonObject = { replied_at: at.toISOString() };
  const { numUpdatedRows } = await db
    .updateTable('incidentEvents')
    .set({ details: sql`coalesce(details, '{}'::jsonb) || ${jsonb(replied)}` })
    .where((row) => row.and({ ...key }))
    .where(sql<boolean>`not coalesce(details ? 'replied_at', false)`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Releases the claim of a late answer whose notification certainly was not sent, so that it is sent later. */
export async function unclaimLate(db: Db, key: LateOne): Promise<void> {
  await db
    .updateTable('incidentEvents')
    .set({ details: sql`details - 'replied_at'` })
    .where((row) => row.and({ ...key }))
    .execute();
}
