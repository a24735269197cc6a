import type { Db } from '../db/index.ts';

/** Names a Slack channel as a rule does: `#fleet-safety`. */
interface ChannelName {
  readonly fleetId: string;
  readonly name: string;
}

/** The channel's id as it was last seen: where an attempt that nobody remembers may have left its message. */
export async function getSlackChannel(db: Db, args: ChannelName): Promise<string | undefined> {
  const found = await db
    .selectFrom('slackChannels')
    .select('channelId')
    .where((row) => row.and({ fleetId: args.fleetId, name: args.name }))
    .executeTakeFirst();
  return found?.channelId;
}

/** Keeps a channel's id, in place of an older one. */
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

/** What a fleet's Slack called some people last, and since when that is known. */
export async function slackPeople(
  db: Db,
  args: { readonly fleetId: string; readonly userIds: readonly string[] },
): Promise<ReadonlyMap<string, { readonly name: string; readonly readAt: Date }>> {
  if (args.userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('slackPeople')
    .select(['userId', 'name', 'readAt'])
    .where('fleetId', '=', args.fleetId)
    .where('userId', 'in', args.userIds)
    .execute();
  return new Map(rows.map(({ userId, name, readAt }) => [userId, { name, readAt }]));
}

/** Keeps what Slack calls someone, in place of what it did before. */
export async function keepSlackPerson(
  db: Db,
  args: { readonly fleetId: string; readonly userId: string; readonly name: string; readonly at: Date },
): Promise<void> {
  const { fleetId, userId, name, at } = args;
  await db
    .insertInto('slackPeople')
    .values({ fleetId, userId, name, readAt: at })
    .onConflict((conflict) =>
      conflict
        .columns(['fleetId', 'userId'])
        .doUpdateSet({ name, readAt: at })
        .where('slackPeople.readAt', '<=', at),
    )
    .execute();
}
