import { CHANNELS, isChannel } from '../../rules/channels/index.ts';

/** Returns the host that an alarm about a webhook receiver names, because an address may hold a secret and its host does not. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}

/** Returns the subject of an alarm about a receiver: its host, where each receiver is a service of its own. */
export function alarmSubject(action: string, receiver: string): string {
  return isChannel(action) && CHANNELS[action].isEachReceiverAService ? hostOf(receiver) : '';
}
