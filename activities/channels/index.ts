/** Senders of all channels, by the channel's name. Other folders of this layer use them from here. */
export { createChannels } from './senders.ts';
export type { ChannelParts } from './senders.ts';
