import { CHANNELS } from '../../rules/channels/index.ts';
import type { Channel } from '../../rules/channels/index.ts';

export { isChannel } from '../../rules/channels/index.ts';

/** Name of the activity that sends over a channel, such as `sendSlack`. */
export type SendActivity<C extends Channel = Channel> = `send${Capitalize<C>}`;

/** Returns the name of the activity that sends over a channel. */
export function sendActivity<C extends Channel>(channel: C): SendActivity<C> {
  return `send${channel.slice(0, 1).toUpperCase()}${channel.slice(1)}` as SendActivity<C>;
}

/** Returns whether a receiver may take minutes to answer even when it works normally, like a mail server. */
export function answersSlowly(channel: Channel): boolean {
  return CHANNELS[channel].answersWithin === 'minutes';
}
