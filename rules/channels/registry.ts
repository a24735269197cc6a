import { email } from './email.ts';
import type { ChannelAlarmWords, ChannelEntry } from './entry.ts';
import { slack } from './slack.ts';
import { webhook } from './webhook.ts';

/** Every channel, in the order in which people are shown them and a person of a rotation is reached. */
const REGISTRY = { slack, email, webhook } as const;

/** The name of a channel, which is also that of the action which sends over it. */
export type Channel = keyof typeof REGISTRY;

/** Channels that people read. */
export type PeopleChannel = {
  [C in Channel]: (typeof REGISTRY)[C]['readBy'] extends 'people' ? C : never;
}[Channel];

/** Channels in which people of rotations have an address. */
export type PersonChannel = {
  [C in Channel]: (typeof REGISTRY)[C] extends { readonly person: string } ? C : never;
}[Channel];

/** What is reached over a channel, as its circuit breaker and alarms name it. */
export type ChannelService = (typeof REGISTRY)[Channel]['service'];

/** Kinds of alarms about channels, such as `smtp_unavailable`. */
export type ChannelAlarm = {
  [C in Channel]: `${(typeof REGISTRY)[C]['service']}_${keyof (typeof REGISTRY)[C]['alarms'] & string}`;
}[Channel];

/** What is known of each channel. */
export const CHANNELS: { readonly [C in Channel]: ChannelEntry & { readonly service: ChannelService } } =
  REGISTRY;

/** The names of all channels. */
export const CHANNEL_NAMES = Object.keys(REGISTRY) as [Channel, ...Channel[]];

/** Whether an action sends a message: its name is that of a channel. */
export function isChannel(action: string): action is Channel {
  return Object.hasOwn(REGISTRY, action);
}

/** The channels that people read. */
export const PEOPLE_CHANNELS = CHANNEL_NAMES.filter((name) => CHANNELS[name].readBy === 'people') as [
  PeopleChannel,
  ...PeopleChannel[],
];

/** Whether an action sends messages that people read. */
export function isPeopleChannel(action: string): action is PeopleChannel {
  return isChannel(action) && CHANNELS[action].readBy === 'people';
}

/** The channels in which people of rotations have an address, in the order in which one is tried. */
export const PERSON_CHANNELS = CHANNEL_NAMES.filter((name) => CHANNELS[name].person !== undefined) as [
  PersonChannel,
  ...PersonChannel[],
];

/** Whether people of rotations have an address in a channel. */
export function isPersonChannel(action: string): action is PersonChannel {
  return isChannel(action) && CHANNELS[action].person !== undefined;
}

/** Over which channel a receiver is reached that is named by a text alone: `#fleet` or `lead@example.com`. */
export function channelNamedBy(text: string): PeopleChannel {
  return PEOPLE_CHANNELS.find((name) => CHANNELS[name].namedAlone?.pattern.test(text)) ?? PEOPLE_CHANNELS[0];
}

/** The receiver as it is compared: one mailbox is written in more than one way. */
export function sameReceiver(action: string, receiver: string): string {
  return isChannel(action) && CHANNELS[action].ignoresCase ? receiver.toLowerCase() : receiver;
}

/** Receivers of a channel's action, or of its part of a policy's step, each with its path below that. */
export function receiversNamed(
  named: { readonly type: Channel } & object,
): readonly { readonly receiver: string; readonly path: readonly (string | number)[] }[] {
  const field = CHANNELS[named.type].receiversIn;
  const value = (named as Readonly<Record<string, unknown>>)[field] as string | readonly string[];
  return typeof value === 'string'
    ? [{ receiver: value, path: [field] }]
    : value.map((receiver, index) => ({ receiver, path: [field, index] }));
}

/** A kind of alarm about a channel. */
export function channelAlarm(name: Channel, kind: keyof ChannelEntry['alarms']): ChannelAlarm | undefined {
  const { service, alarms } = CHANNELS[name];
  return alarms[kind] && (`${service}_${kind}` as ChannelAlarm);
}

/** The alarms about channels, in words. */
export const CHANNEL_ALARMS = Object.fromEntries(
  CHANNEL_NAMES.flatMap((name) =>
    Object.entries(CHANNELS[name].alarms).map(([kind, words]) => [
      `${CHANNELS[name].service}_${kind}`,
      words,
    ]),
  ),
) as Readonly<Record<ChannelAlarm, ChannelAlarmWords>>;
