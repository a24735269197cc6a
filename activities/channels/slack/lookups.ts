import {
  getSlackChannel,
  keepSlackChannel,
  keepSlackPerson,
  slackPeople,
} from '../../../store/deliveries/index.ts';
import type { Delivery } from '../../../store/deliveries/index.ts';
import { connectionsOf } from '../../dependencies/index.ts';
import type {
  ActivityDependencies,
  ChannelLookup,
  LookupResult,
  SlackSender,
} from '../../dependencies/index.ts';

/** Recipient of a rule's Slack action: `#name` or a Slack id. */
interface Receiver {
  readonly fleetId: string;
  readonly receiver: string;
}

/**
 * Returns the Slack channel that a recipient's name or id refers to. Stores the id of a name, because a lookup after a crash
 * needs the id even if Slack no longer returns it.
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

/** Returns the channel's id if the lookup found the channel, otherwise `undefined`. */
export function channelIdOf(channel: ChannelLookup): string | undefined {
  return channel.kind === 'found' ? channel.channelId : undefined;
}

/**
 * Stores the channel id of a sent message if it differs from the known id. That happens when the channel was created again, or
 * its name could not be looked up.
 */
export async function noteChannel(
  deps: Pick<ActivityDependencies, 'db' | 'now'>,
  of: Receiver & { readonly known: ChannelLookup; readonly channelId: string | undefined },
): Promise<void> {
  const { fleetId, receiver, known, channelId } = of;
  if (channelId === undefined || channelId === channelIdOf(known) || !receiver.startsWith('#')) return;
  await keepSlackChannel(deps.db, { fleetId, name: receiver, channelId, at: deps.now() });
}

/** Milliseconds for which a stored name is used. People rename themselves, but a day's delay does not matter. */
const FRESH_MS = 86_400_000;

const PERSON = /^(?:slack:)?([UW][A-Z0-9]{1,20})$/;

/**
 * Returns the Slack id of a person, given as `slack:U01` (in an answer) or `U01` (as a recipient). Returns undefined for other
 * texts.
 */
export function slackIdOf(who: string | null | undefined): string | undefined {
  return PERSON.exec(who ?? '')?.[1];
}

/**
 * Returns the names of people in the fleet's Slack, by their ids. Requests each name at most once a day. If Slack returns no
 * name, uses the last known name or omits the person.
 *
 * Never throws because of Slack, so that a name delays no message.
 */
export async function slackNames(
  deps: Pick<ActivityDependencies, 'db' | 'fleets' | 'now'>,
  fleetId: string,
  userIds: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(userIds)];
  const known = await slackPeople(deps.db, { fleetId, userIds: wanted });
  const { slack } = connectionsOf(deps as ActivityDependencies, fleetId);
  const at = deps.now();
  const names = await Promise.all(
    wanted.map(async (userId) => {
      const kept = known.get(userId);
      if (!slack || (kept && at.getTime() - kept.readAt.getTime() < FRESH_MS))
        return [userId, kept?.name] as const;
      const person = await slack.personOf(userId);
      if (person) await keepSlackPerson(deps.db, { fleetId, userId, ...person, at });
      return [userId, person?.name ?? kept?.name] as const;
    }),
  );
  return new Map(names.filter((each): each is [string, string] => each[1] !== undefined));
}

/** Seconds before the planned time at which the search for an earlier message begins, because the clocks may differ. */
const CLOCK_SLACK_SECONDS = 120;

/** Searches Slack for the message that an earlier attempt of the same delivery may have sent. */
export async function lookUpInSlack(
  slack: SlackSender,
  it: {
    readonly delivery: Pick<Delivery, 'deliveryKey' | 'plannedAt'>;
    readonly channel: ChannelLookup;
    readonly threadTs?: string;
  },
): Promise<LookupResult> {
  if (it.channel.kind !== 'found') return it.channel.kind;
  const { deliveryKey, plannedAt } = it.delivery;
  const sinceSeconds = Math.floor(plannedAt.getTime() / 1000) - CLOCK_SLACK_SECONDS;
  const found = await slack.find({
    channelId: it.channel.channelId,
    deliveryKey,
    sinceSeconds,
    ...(it.threadTs !== undefined && { threadTs: it.threadTs }),
  });
  if (found.kind !== 'found') return found.kind;
  const inThread = found.threadTs !== undefined && { thread_ts: found.threadTs };
  return { kind: 'sent', reference: { channel_id: found.channelId, ts: found.ts, ...inThread } };
}
