import type { ConfiguredCommand, FleetConfig, GivenFleet } from '../fleets.ts';

/**
 * Word in place of a channel's value. `off`: messages go to the outbox. `worker`: this process is a web server, which sends no
 * messages and needs no password.
 */
type Word = 'off' | 'worker';

/** Setting of a channel: its value, or a word in its place. */
export interface ChannelSetting {
  readonly value?: string;
  readonly word?: Word;
}

/** Reads a channel's variable, such as `SMTP_URL` or `SLACK_BOT_TOKEN`. */
export function channelSetting(text: string | undefined): ChannelSetting {
  if (text === undefined) return {};
  return text === 'off' || text === 'worker' ? { word: text } : { value: text };
}

/** Settings from which the channels that `serve` and `worker` lack are determined. */
export interface ChannelsGiven {
  readonly command: ConfiguredCommand;
  readonly hasFleetsFile: boolean;
  readonly fleets: readonly Pick<GivenFleet, 'id' | 'slack' | 'isSlackOff'>[];
}

/** Checks of a channel that has to be either set or off. */
export interface ChannelChoice<Settings, Name extends string = string> {
  /** Name of the variable that sets the channel or turns it off. */
  readonly variable: Name;
  /** Returns a message about what `serve` and `worker` lack to send over the channel, or `undefined` if nothing is missing. */
  readonly missing: (setting: ChannelSetting, given: ChannelsGiven) => string | undefined;
  /** Returns the channel's state for a fleet, or `undefined` if this process does not know it. */
  readonly state: (config: Settings, fleet: FleetConfig) => 'set' | 'off' | undefined;
}

/** End of messages about a missing channel: the alternative to setting it. */
export const OFF = 'or write off: messages then stay in the outbox, and an alarm is open';
