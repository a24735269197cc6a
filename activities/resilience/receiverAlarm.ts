import type { ActivityDependencies, AlarmKind, ReceiverKind } from '../connections/index.ts';

/** Which alarm says that a receiver does not answer. */
export const UNAVAILABLE_ALARMS: Readonly<Record<Exclude<ReceiverKind, 'analytics'>, AlarmKind>> = {
  slack: 'slack_away',
  smtp: 'smtp_away',
  webhook: 'webhook_away',
};

/** The host that an alarm about a receiver of webhooks names: an address may hold a secret, its host does not. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}

/** Raises the alarm that whoever a delivery is for does not answer; without a delivery by message, none. */
export async function alarmUnavailable(
  deps: Pick<ActivityDependencies, 'alarms'>,
  fleet: string,
  delivery: { readonly action: string; readonly receiver: string },
): Promise<void> {
  const { action, receiver } = delivery;
  if (action === 'email') await deps.alarms.raise(fleet, UNAVAILABLE_ALARMS.smtp);
  if (action === 'webhook') await deps.alarms.raise(fleet, UNAVAILABLE_ALARMS.webhook, hostOf(receiver));
}
