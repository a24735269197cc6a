import type { Db } from '../db/index.ts';

/** A Slack channel's name as a rule writes it: `#fleet-safety`. */
interface ChannelName {
  readonly fleetId: string;
  readonly name: string;
}

/** Returns the channel's last known id. A lookup uses it to find the message of an attempt with an unknown outcome. */
export async function getSlackChannel(db: Db, args: ChannelName): Promise<string | undefined> {
  const found = await db
    .selectFrom('slackChannels')
    .select('channelId')
    .where((row) => row.and({ fleetId: args.fleetId, name: args.name }))
    .executeTakeFirst();
  return found?.channelId;
}

/** Stores a channel's id, replacing an older one. */
export async function keepSlackChannel(
  db: Db,
  args: ChannelName & { readonly channelId: string; readonly at: Date },
): Promise<void> {
  const { fleetId, name, channelId, at } = args;
  await db
    .insertInto('slackChannels')
    .values({ fleetId, name, channelId, seenAt: at })
    .onConflict((conflict) =>
      conflict
        .columns(['fleetId', 'name'])
        .doUpdateSet({ channelId, seenAt: at })
        .where('slackChannels.seenAt', '<=', at),
    )
    .execute();
}

/** A person's data as the fleet's Slack workspace last returned it. */
export interface SlackPerson {
  readonly name: string;
  /** Null unless Slack has confirmed the address and shows it to the app. */
  readonly email: string | null;
  readonly readAt: Date;
}

/** Returns Slack's last stored answers about some people of a fleet, with the time of each answer. */
export async function slackPeople(
  db: Db,
  args: { readonly fleetId: string; readonly userIds: readonly string[] },
): Promise<ReadonlyMap<string, SlackPerson>> {
  if (args.userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('slackPeople')
    .selectAll()
    .where('fleetId', '=', args.fleetId)
    .where('userId', 'in', args.userIds)
    .execute();
  return new Map(rows.map(({ userId, name, email, readAt }) => [userId, { name, email, readAt }]));
}

/** Stores Slack's answer about a person, replacing the earlier one. */
export async function keepSlackPerson(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly userId: string;
    readonly name: string;
    readonly email?: string;
    readonly at: Date;
  },
): Promise<void> {
  const { fleetId, userId, name, email = null, at } = args;
  await db
    .insertInto('slackPeople')
    .values({ fleetId, userId, name, email, readAt: at })
    .onConflict((conflict) =>
      conflict
        .columns(['fleetId', 'userId'])
        .doUpdateSet({ name, email, readAt: at })
        .where('slackPeople.readAt', '<=', at),
    )
    .execute();
}
