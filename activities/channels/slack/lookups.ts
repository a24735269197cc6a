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

/** A receiver of a rule's Slack action: `#name` or an id. */
interface Receiver {
  readonly fleetId: string;
  readonly receiver: string;
}

/**
 * Returns the channel that a receiver names. Stores its id, because a lookup after a crash needs it, whatever Slack answers by
 * then.
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

/** Returns the id that was found, if any. */
export function channelIdOf(channel: ChannelLookup): string | undefined {
  return channel.kind === 'found' ? channel.channelId : undefined;
}

/** Stores the channel of a sent message when it differs from the known one: it was created again, or could not be resolved. */
export async function noteChannel(
  deps: Pick<ActivityDependencies, 'db' | 'now'>,
  of: Receiver & { readonly known: ChannelLookup; readonly channelId: string | undefined },
): Promise<void> {
  const { fleetId, receiver, known, channelId } = of;
  if (channelId === undefined || channelId === channelIdOf(known) || !receiver.startsWith('#')) return;
  await keepSlackChannel(deps.db, { fleetId, name: receiver, channelId, at: deps.now() });
}

/** Milliseconds for which a stored name is used: people rename themselves, and a day is soon enough to notice. */
const FRESH_MS = 86_400_000;

const PERSON = /^(?:slack:)?([UW][A-Z0-9]{1,20})$/;

/** Returns the Slack id of a person, given as `slack:U01` in an answer or as `U01` in a receiver. */
export function slackIdOf(who: string | null | undefined): string | undefined {
  return PERSON.exec(who ?? '')?.[1];
}

/**
 * Returns people's names in the fleet's Slack, by their ids. Requests a name once a day; a person whom Slack does not name
 * keeps the last name or is left out. Never throws because of Slack, so that a name delays no message.
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

/** Seconds before the planned time at which the search for an earlier message begins, because clocks differ. */
const CLOCK_SLACK_SECONDS = 120;

/** Looks up the message in Slack that an earlier attempt at a delivery may have left. */
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
