import type { ConfiguredCommand, FleetConfig, GivenFleet } from '../fleets.ts';

/**
 * `off`: messages stay in the outbox. `worker`: this process is a web server, which sends no messages and needs no password.
 */
type Word = 'off' | 'worker';

/** The setting of a channel: its value, or a word instead of it. */
export interface ChannelSetting {
  readonly value?: string;
  readonly word?: Word;
}

/** Reads a variable such as `SMTP_URL` or `SLACK_BOT_TOKEN`. */
export function channelSetting(text: string | undefined): ChannelSetting {
  if (text === undefined) return {};
  return text === 'off' || text === 'worker' ? { word: text } : { value: text };
}

/** The settings from which missing channels of `serve` and `worker` are found. */
export interface ChannelsGiven {
  readonly command: ConfiguredCommand;
  readonly hasFleetsFile: boolean;
  readonly fleets: readonly Pick<GivenFleet, 'id' | 'slack' | 'isSlackOff'>[];
}

/** The checks of a channel that has to be either set or off. */
export interface ChannelChoice<Settings, Name extends string = string> {
  /** The variable that sets the channel or turns it off. */
  readonly variable: Name;
  /** Returns a message about a setting that `serve` and `worker` lack, or `undefined` when nothing is missing. */
  readonly missing: (setting: ChannelSetting, given: ChannelsGiven) => string | undefined;
  /** Returns the channel's state for a fleet, or `undefined` when this process does not know it. */
  readonly state: (config: Settings, fleet: FleetConfig) => 'set' | 'off' | undefined;
}

/** Text for messages: the alternative to setting a channel. */
export const OFF = 'or write off: messages then stay in the outbox, and an alarm is open';
