/** Configuration of all channels, by the channel's name. Other folders of this layer use it from here. */
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
