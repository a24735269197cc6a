/** The configuration of all channels by name. It is the registry of this layer. */
export { channelSetting } from './entry.ts';
export type { ChannelsGiven } from './entry.ts';
export {
  CHANNEL_VARIABLES,
  channelStates,
  misplacedWords,
  missingChannels,
  readChannels,
} from './settings.ts';
export type { ChannelSettings } from './settings.ts';
export { withSlackSetting } from './slack.ts';
