import { getSlackChannel, keepSlackChannel } from '../store/slackChannels.ts';
import type { ActivityDependencies } from './dependencies.ts';
import type { SlackSender } from './slackSender.ts';

/** A receiver of a rule's Slack action: `#name` or an id. */
interface Receiver {
  readonly fleetId: string;
  readonly receiver: string;
}

/**
 * The id of the channel a receiver means, or undefined when Slack does not tell. It is kept, because whoever comes after a
 * crash has to know where to look, whatever Slack answers by then.
 */
export async function channelOf(
  deps: Pick<ActivityDependencies, 'db' | 'now'>,
  slack: SlackSender,
  { fleetId, receiver }: Receiver,
): Promise<string | undefined> {
  if (!receiver.startsWith('#')) return receiver;
  const key = { fleetId, name: receiver };
  const known = await getSlackChannel(deps.db, key);
  if (known !== undefined) return known;
  const found = await slack.resolve(receiver);
  if (found !== undefined) await keepSlackChannel(deps.db, { ...key, channelId: found, at: deps.now() });
  return found;
}

/** Keeps where a message went, when that is not what was known: a channel made anew, or one that could not be resolved. */
export async function noteChannel(
  deps: Pick<ActivityDependencies, 'db' | 'now'>,
  of: Receiver & { readonly known: string | undefined; readonly channelId: string | undefined },
): Promise<void> {
  const { fleetId, receiver, known, channelId } = of;
  if (channelId === undefined || channelId === known || !receiver.startsWith('#')) return;
  await keepSlackChannel(deps.db, { fleetId, name: receiver, channelId, at: deps.now() });
}
