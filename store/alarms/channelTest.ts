import { inTransaction, recordAudit, requestTemporal } from '../db/index.ts';
import type { Db, RequestKey } from '../db/index.ts';
import type { Delivery } from '../deliveries/index.ts';
import { CHANNEL_TEST, enterDeliveries } from './messages.ts';
import type { MessageReceiver } from './messages.ts';

/** A test message. People send it to see whether a channel works. */
interface ChannelTest extends MessageReceiver {
  readonly fleetId: string;
  readonly message: string;
  readonly who: string;
  readonly by?: string;
  readonly at: Date;
}

/**
 * Plans a test message: its delivery, an entry in the audit log, and a request for the workflow that sends it.
 * @returns the delivery's id, and the request
 */
export function planChannelTest(
  db: Db,
  test: ChannelTest,
): Promise<{ readonly deliveryId: string; readonly request: RequestKey }> {
  const { fleetId, action, receiver, message, who, by, at } = test;
  return inTransaction(db, async (tx) => {
    const { id } = await tx
      .insertInto('alarmMessages')
      .values({
        fleetId,
        kind: CHANNEL_TEST,
        subject: '',
        event: 'raised',
        message,
        raisedAt: at,
        resolvedAt: null,
        plannedAt: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const [deliveryId] = await enterDeliveries(tx, {
      fleetId,
      id,
      receivers: [{ action, receiver }],
      at,
    });
    await recordAudit(tx, {
      fleetId,
      at,
      who,
      action: 'channel.tested',
      subjectType: 'channel',
      subjectId: action,
      ...(by !== undefined && { by }),
      details: { delivery_id: deliveryId!, receiver },
    });
    const request = { fleetId, kind: 'start_alarm_message', subject: id } as const;
    await requestTemporal(tx, [request], { at });
    return { deliveryId: deliveryId!, request };
  });
}

/**
 * Returns the delivery of a test message, or undefined if the id is unknown, is no test message, or belongs to another channel.
 */
export async function getChannelTest(
  db: Db,
  { fleetId, action, id }: { readonly fleetId: string; readonly action: string; readonly id: string },
): Promise<Delivery | undefined> {
  if (!/^\d{1,18}$/.test(id)) return undefined;
  return db
    .selectFrom('deliveries')
    .innerJoin('alarmMessages', (join) =>
      join
        .onRef('alarmMessages.fleetId', '=', 'deliveries.fleetId')
        .onRef('alarmMessages.id', '=', 'deliveries.alarmMessageId'),
    )
    .selectAll('deliveries')
    .where('deliveries.fleetId', '=', fleetId)
    .where('deliveries.id', '=', id)
    .where('deliveries.action', '=', action as Delivery['action'])
    .where('alarmMessages.kind', '=', CHANNEL_TEST)
    .executeTakeFirst();
}

/** Returns those of the given alarm messages' ids that belong to tests of a channel. */
export async function testMessagesAmong(
  db: Db,
  { fleetId, ids }: { readonly fleetId: string; readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('alarmMessages')
    .select('id')
    .where((row) => row.and({ fleetId, kind: CHANNEL_TEST }))
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}
