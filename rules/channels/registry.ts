import { email } from './email.ts';
import type { ChannelAlarmWords, ChannelEntry } from './entry.ts';
import { slack } from './slack.ts';
import { webhook } from './webhook.ts';

/** All channels, in the order in which they are displayed and in which a person in a rotation is contacted. */
const REGISTRY = { slack, email, webhook } as const;

/** The name of a channel, which is also the name of the action that sends through it. */
export type Channel = keyof typeof REGISTRY;

/** Channels that people read. */
export type PeopleChannel = {
  [C in Channel]: (typeof REGISTRY)[C]['readBy'] extends 'people' ? C : never;
}[Channel];

/** Channels in which people of rotations have an address. */
export type PersonChannel = {
  [C in Channel]: (typeof REGISTRY)[C] extends { readonly person: string } ? C : never;
}[Channel];

/** Name of the service behind a channel, used in circuit breakers and alarms. */
export type ChannelService = (typeof REGISTRY)[Channel]['service'];

/** Kinds of alarms about channels, such as `smtp_unavailable`. */
export type ChannelAlarm = {
  [C in Channel]: `${(typeof REGISTRY)[C]['service']}_${keyof (typeof REGISTRY)[C]['alarms'] & string}`;
}[Channel];

/** The properties of each channel. */
export const CHANNELS: { readonly [C in Channel]: ChannelEntry & { readonly service: ChannelService } } =
  REGISTRY;

/** The names of all channels. */
export const CHANNEL_NAMES = Object.keys(REGISTRY) as [Channel, ...Channel[]];

/** Returns whether an action sends a message. Such actions are named after their channel. */
export function isChannel(action: string): action is Channel {
  return Object.hasOwn(REGISTRY, action);
}

/** The channels that people read. */
export const PEOPLE_CHANNELS = CHANNEL_NAMES.filter((name) => CHANNELS[name].readBy === 'people') as [
  PeopleChannel,
  ...PeopleChannel[],
];

/** Returns whether an action sends messages that people read. */
export function isPeopleChannel(action: string): action is PeopleChannel {
  return isChannel(action) && CHANNELS[action].readBy === 'people';
}

/** The channels in which people of rotations have an address, in the order in which they are tried. */
export const PERSON_CHANNELS = CHANNEL_NAMES.filter((name) => CHANNELS[name].person !== undefined) as [
  PersonChannel,
  ...PersonChannel[],
];

/** Returns whether people of rotations have an address in a channel. */
export function isPersonChannel(action: string): action is PersonChannel {
  return isChannel(action) && CHANNELS[action].person !== undefined;
}

/** Returns the channel of a receiver that is named without a channel, such as `#fleet` or `lead@example.com`. */
export function channelNamedBy(text: string): PeopleChannel {
  return PEOPLE_CHANNELS.find((name) => CHANNELS[name].namedAlone?.pattern.test(text)) ?? PEOPLE_CHANNELS[0];
}

/** Returns a receiver in a normal form for comparisons, because one mailbox may be spelled in several ways. */
export function sameReceiver(action: string, receiver: string): string {
  return isChannel(action) && CHANNELS[action].ignoresCase ? receiver.toLowerCase() : receiver;
}

/** Returns the receivers of a channel's action or policy step, each with its path within that object. */
export function receiversNamed(
  named: { readonly type: Channel } & object,
): readonly { readonly receiver: string; readonly path: readonly (string | number)[] }[] {
  const field = CHANNELS[named.type].receiversIn;
  const value = (named as Readonly<Record<string, unknown>>)[field] as string | readonly string[];
  return typeof value === 'string'
    ? [{ receiver: value, path: [field] }]
    : value.map((receiver, index) => ({ receiver, path: [field, index] }));
}

/** Returns the name of a channel's alarm of some kind, or `undefined` if the channel has no such alarm. */
export function channelAlarm(name: Channel, kind: keyof ChannelEntry['alarms']): ChannelAlarm | undefined {
  const { service, alarms } = CHANNELS[name];
  return alarms[kind] && (`${service}_${kind}` as ChannelAlarm);
}

/** The titles of all alarms about channels, by kind of alarm. */
export const CHANNEL_ALARMS = Object.fromEntries(
  CHANNEL_NAMES.flatMap((name) =>
    Object.entries(CHANNELS[name].alarms).map(([kind, words]) => [
      `${CHANNELS[name].service}_${kind}`,
      words,
    ]),
  ),
) as Readonly<Record<ChannelAlarm, ChannelAlarmWords>>;
