import type { Selectable } from 'kysely';
import { isChannel, isPeopleChannel } from '../../rules/channels/index.ts';
import type { Channel, PeopleChannel } from '../../rules/channels/index.ts';
import type { Alarm } from './alarms.ts';
import { getRow, inTransaction, requestTemporal } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';
import { NOT_BEGUN, deliveryKeyFrom, insertPlanned } from '../deliveries/index.ts';
import type { Delivery } from '../deliveries/index.ts';
import type { AlarmMessagesTable } from '../tables/index.ts';

/** One message about an alarm: that the alarm was raised, or that it was resolved. */
export type AlarmMessage = Selectable<AlarmMessagesTable>;

/** Key of a message about an alarm. */
export type AlarmMessageKey = Pick<AlarmMessage, 'fleetId' | 'id'>;

/** A recipient of a fleet's alarms, and the channel to reach the recipient. */
export interface AlarmReceiver {
  readonly action: PeopleChannel;
  readonly receiver: string;
}

/** Receiver of an alarm message. Alarms go to people; a test message may go over any channel. */
export interface MessageReceiver {
  readonly action: Channel;
  readonly receiver: string;
}

/**
 * Plans the messages about an alarm, one delivery per receiver, and requests the workflow that sends them. Sends the "resolved"
 * message only to recipients who may have received the alarm. Does nothing if the alarm has changed since `args.alarm` was read.
 */
export async function planAlarmMessage(
  db: Db,
  args: { readonly alarm: Alarm; readonly receivers: readonly AlarmReceiver[]; readonly at: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const alarm = await lockUnchanged(tx, args.alarm);
    if (!alarm) return;
    const { fleetId, kind, subject, message, raisedAt, resolvedAt, raisedMessageId } = alarm;
    const receivers =
      raisedMessageId === null
        ? args.receivers
        : await dropPending(tx, { fleetId, raisedMessageId, at: args.at });
    let messageId: string | null = null;
    if (receivers.length > 0) {
      const event = raisedMessageId === null ? 'raised' : 'resolved';
      const { id } = await tx
        .insertInto('alarmMessages')
        .values({ fleetId, kind, subject, event, message, raisedAt, resolvedAt, plannedAt: args.at })
        .returning('id')
        .executeTakeFirstOrThrow();
      await enterDeliveries(tx, { fleetId, id, receivers, at: args.at });
      await requestTemporal(tx, [{ fleetId, kind: 'start_alarm_message', subject: id }], args);
      if (event === 'raised') messageId = id;
    }
    await tx
      .updateTable('fleetAlarms')
      .set({ raisedMessageId: messageId })
      .where((row) => row.and({ fleetId, kind, subject }))
      .execute();
  });
}

async function lockUnchanged(tx: Tx, { fleetId, kind, subject, ...read }: Alarm): Promise<Alarm | undefined> {
  const alarm = await tx
    .selectFrom('fleetAlarms')
    .selectAll()
    .where((row) => row.and({ fleetId, kind, subject }))
    .forUpdate()
    .executeTakeFirst();
  const isSame =
    alarm?.raisedMessageId === read.raisedMessageId &&
    alarm.raisedAt.getTime() === read.raisedAt.getTime() &&
    alarm.resolvedAt?.getTime() === read.resolvedAt?.getTime();
  return isSame ? alarm : undefined;
}

/**
 * Skips pending "raised" messages of a resolved alarm.
 * @returns the recipients that received a "raised" message or may have received one
 */
async function dropPending(
  tx: Tx,
  {
    fleetId,
    raisedMessageId,
    at,
  }: { readonly fleetId: string; readonly raisedMessageId: string; readonly at: Date },
): Promise<readonly AlarmReceiver[]> {
  await tx
    .updateTable('deliveries')
    .set({ state: 'skipped', reason: 'resolved', settledAt: at, claimedAt: null })
    .where((row) => row.and({ fleetId, alarmMessageId: raisedMessageId, state: 'pending' }))
    .where(NOT_BEGUN)
    .execute();
  const heard = await tx
    .selectFrom('deliveries')
    .select(['action', 'receiver'])
    .where((row) => row.and({ fleetId, alarmMessageId: raisedMessageId }))
    .where('state', 'in', ['pending', 'sent', 'unconfirmed'])
    .orderBy('id')
    .execute();
  return heard.flatMap(({ action, receiver }) => (isPeopleChannel(action) ? [{ action, receiver }] : []));
}

/** Kind of a test message. It is about no alarm, and shows whether a channel works. */
export const CHANNEL_TEST = 'channel_test';

/**
 * Plans the deliveries of an alarm message, one per receiver. A delivery that is planned already stays unchanged.
 * @returns the ids of the new deliveries
 */
export async function enterDeliveries(
  tx: Tx,
  args: AlarmMessageKey & {
    readonly receivers: readonly MessageReceiver[];
    readonly at: Date;
  },
): Promise<readonly string[]> {
  const { fleetId, id, receivers, at } = args;
  const rows = await insertPlanned(
    tx,
    receivers.map(({ action, receiver }) => ({
      fleetId,
      kind: 'alarm' as const,
      alarmMessageId: id,
      version: 1,
      action,
      receiver,
      driverId: '',
      tripId: '',
      rule: '',
      actionIndex: 0,
      revision: 1,
      deliveryKey: deliveryKeyFrom([fleetId, 'alarm', id, action, receiver.toLowerCase()]),
      state: 'pending' as const,
      plannedAt: at,
    })),
  )
    .returning('id')
    .execute();
  return rows.map(({ id: deliveryId }) => deliveryId);
}

/** Returns the content of a message, or undefined if it is not stored. */
export function getAlarmMessage(db: Db, key: AlarmMessageKey): Promise<AlarmMessage | undefined> {
  return getRow(db, 'alarmMessages', key);
}

/** Returns the pending deliveries of an alarm message, with their channels. */
export async function pendingAlarmDeliveries(
  db: Db,
  { fleetId, id }: AlarmMessageKey,
): Promise<readonly (Pick<Delivery, 'id'> & Pick<MessageReceiver, 'action'>)[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['id', 'action'])
    .where((row) => row.and({ fleetId, alarmMessageId: id, state: 'pending' }))
    .orderBy('id')
    .execute();
  return rows.flatMap(({ id: deliveryId, action }) =>
    isChannel(action) ? [{ id: deliveryId, action }] : [],
  );
}
