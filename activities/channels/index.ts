/** The senders of all channels, by name: the registry of this layer. */
export { createChannels } from './senders.ts';
export type { ChannelParts } from './senders.ts';
