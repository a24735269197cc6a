import { getSlackChannel, keepSlackChannel } from '../../store/deliveries/index.ts';
import type { ActivityDependencies } from '../connections/index.ts';
import type { ChannelLookup, SlackSender } from '../channels/slack/index.ts';

/** A receiver of a rule's Slack action: `#name` or an id. */
interface Receiver {
  readonly fleetId: string;
  readonly receiver: string;
}

/**
 * The channel a receiver means. Its id is kept, because whoever comes after a crash has to know where to look, whatever
 * Slack answers by then.
 */
export async function channelOf(
  deps: Pick<ActivityDependencies, 'db' | 'now'>,
  slack: SlackSender,
  { fleetId, receiver }: Receiver,
): Promise<ChannelLookup> {
  if (!receiver.startsWith('#')) return { kind: 'found', channelId: receiver };
  const key = { fleetId, name: receiver };
  const known = await getSlackChannel(deps.db, key);
  if (known !== undefined) return { kind: 'found', channelId: known };
  const found = await slack.resolve(receiver);
  if (found.kind === 'found')
    await keepSlackChannel(deps.db, { ...key, channelId: found.channelId, at: deps.now() });
  return found;
}

/** The id that was found, if it was. */
export function channelIdOf(channel: ChannelLookup): string | undefined {
  return channel.kind === 'found' ? channel.channelId : undefined;
}

/** Keeps where a message went, when that is not what was known: a channel made anew, or one that could not be resolved. */
export async function noteChannel(
  deps: Pick<ActivityDependencies, 'db' | 'now'>,
  of: Receiver & { readonly known: ChannelLookup; readonly channelId: string | undefined },
): Promise<void> {
  const { fleetId, receiver, known, channelId } = of;
  if (channelId === undefined || channelId === channelIdOf(known) || !receiver.startsWith('#')) return;
  await keepSlackChannel(deps.db, { fleetId, name: receiver, channelId, at: deps.now() });
}
