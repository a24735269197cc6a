import type { FleetConfig } from '../fleets.ts';
import type { Read } from '../variable.ts';
import { email } from './email.ts';
import type { EmailSettings } from './email.ts';
import { channelSetting } from './entry.ts';
import type { ChannelChoice, ChannelsGiven } from './entry.ts';
import { slack } from './slack.ts';
import type { SlackSettings } from './slack.ts';
import { webhook } from './webhook.ts';
import type { WebhookSettings } from './webhook.ts';

/** The variables of all channels. */
export const CHANNEL_VARIABLES = { ...slack.variables, ...email.variables, ...webhook.variables };

/** Settings for sending over all channels. */
export type ChannelSettings = SlackSettings & EmailSettings & WebhookSettings;

type ReadAll = Read<typeof CHANNEL_VARIABLES>;

/** Reads the settings of each channel from the variables. */
export function readChannels(value: ReadAll): ChannelSettings {
  return { ...slack.read(value), ...email.read(value), ...webhook.read(value) };
}

/** Channels that have to be either set or off, in the order in which messages list them. */
const CHOICES = { email: email.choice, slack: slack.choice };
type Chosen = keyof typeof CHOICES;
const ALL = Object.entries(CHOICES) as [
  Chosen,
  ChannelChoice<ChannelSettings, (typeof CHOICES)[Chosen]['variable']>,
][];

/** Returns the state of each channel for a fleet. Omits channels whose state this process does not know. */
export function channelStates(
  config: ChannelSettings,
  fleet: FleetConfig,
): readonly (readonly [channel: Chosen, state: 'set' | 'off'])[] {
  return ALL.flatMap(([name, { state }]) => {
    const found = state(config, fleet);
    return found ? [[name, found] as const] : [];
  });
}

/** Returns a message for each variable in which the word `worker` is not allowed, because this process sends messages. */
export function misplacedWords(value: ReadAll): readonly string[] {
  return ALL.map(([, { variable }]) => variable)
    .filter((variable) => channelSetting(value(variable)).word === 'worker')
    .map((variable) => `${variable}=worker is for \`serve\` alone, which leaves sending to the workers.`);
}

/** Returns a message for each channel that `serve` and `worker` lack. */
export function missingChannels(value: ReadAll, given: ChannelsGiven): readonly string[] {
  return ALL.flatMap(([, { variable, missing }]) => missing(channelSetting(value(variable)), given) ?? []);
}
