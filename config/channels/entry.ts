import type { ConfiguredCommand, FleetConfig, GivenFleet } from '../fleets.ts';

/** `off`: messages stay in the outbox. `worker`: this is a web server, which sends nothing and needs no password for it. */
type Word = 'off' | 'worker';

/** The setting of a channel: what it sends with, or the word that stands in its place. */
export interface ChannelSetting {
  readonly value?: string;
  readonly word?: Word;
}

/** Reads a variable such as `SMTP_URL` or `SLACK_BOT_TOKEN`. */
export function channelSetting(text: string | undefined): ChannelSetting {
  if (text === undefined) return {};
  return text === 'off' || text === 'worker' ? { word: text } : { value: text };
}

/** What `serve` and `worker` have for their channels. */
export interface ChannelsGiven {
  readonly command: ConfiguredCommand;
  readonly hasFleetsFile: boolean;
  readonly fleets: readonly Pick<GivenFleet, 'id' | 'slack' | 'isSlackOff'>[];
}

/** Of a channel that is set or off, and nothing in between. */
export interface ChannelChoice<Settings, Name extends string = string> {
  /** The variable that says which. */
  readonly variable: Name;
  /** What is missing for `serve` and `worker`; undefined: nothing. */
  readonly missing: (setting: ChannelSetting, given: ChannelsGiven) => string | undefined;
  /** How a fleet has it; undefined: this process does not know. */
  readonly state: (config: Settings, fleet: FleetConfig) => 'set' | 'off' | undefined;
}

/** The other choice. */
export const OFF = 'or write off: messages then stay in the outbox, and an alarm is open';
