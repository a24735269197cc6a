import { alarmMessage, channelTestMessage } from '../../messages/alerts/index.ts';
import type { ChannelTestMessage, SummaryMessage } from '../../messages/alerts/index.ts';
import { CHANNEL_TEST, getAlarmMessage, pendingAlarmDeliveries } from '../../store/alarms/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import type { AlarmMessageInput } from '../../workflows/contracts/index.ts';
import { connectionsOf } from '../dependencies/index.ts';
import type { ActivityDependencies, UnmarkedMessage } from '../dependencies/index.ts';
import { NotStoredError } from '../deliveries/index.ts';
import type { DueDelivery } from '../trips/index.ts';

/** Creates the activity that looks up the unsent deliveries of an alarm's message. */
export function createAlarmMessages({ db }: ActivityDependencies) {
  return {
    /** Returns the unsent deliveries of an alarm's message. Safe to repeat. */
    dueAlarmDeliveries({ fleet, alarmMessageId }: AlarmMessageInput): Promise<readonly DueDelivery[]> {
      return pendingAlarmDeliveries(db, { fleetId: fleet, id: alarmMessageId });
    },
  };
}

/**
 * Composes the message of a delivery about an alarm, or the test message of a channel.
 * @throws NotStoredError when the message is not stored, which only a defect can cause
 */
export async function composeAlarm(
  deps: ActivityDependencies,
  delivery: Delivery,
): Promise<UnmarkedMessage<SummaryMessage | ChannelTestMessage>> {
  const { fleetId, id, alarmMessageId, deliveryKey } = delivery;
  const alarm =
    alarmMessageId === null ? undefined : await getAlarmMessage(deps.db, { fleetId, id: alarmMessageId });
  if (!alarm)
    throw new NotStoredError(`Delivery ${id} refers to an alarm's message that is no longer stored.`);
  const { name, timezone } = connectionsOf(deps, fleetId);
  const { kind, subject, message, raisedAt, resolvedAt } = alarm;
  const shown = { kind, subject, message, raisedAt, ...(resolvedAt !== null && { resolvedAt }) };
  // Writes alarms in English, because they are for the operators of Tripline, not for a fleet.
  const fleet = { id: fleetId, name, timezone, language: 'en' } as const;
  return {
    marked: (possibleRepeat) => {
      const args = { fleet, deliveryKey, possibleRepeat };
      return {
        message:
          kind === CHANNEL_TEST
            ? channelTestMessage(shown, args)
            : alarmMessage(shown, { ...args, publicUrl: deps.publicUrl }),
      };
    },
  };
}
