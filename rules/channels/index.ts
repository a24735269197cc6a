/** The registry of channels: their names and shared properties as data. It imports nothing, so that every layer may import it. */
export {
  CHANNELS,
  CHANNEL_ALARMS,
  CHANNEL_NAMES,
  PEOPLE_CHANNELS,
  PERSON_CHANNELS,
  channelAlarm,
  channelNamedBy,
  isChannel,
  isPeopleChannel,
  isPersonChannel,
  receiversNamed,
  sameReceiver,
} from './registry.ts';
export type { Channel, ChannelAlarm, ChannelService, PeopleChannel, PersonChannel } from './registry.ts';
