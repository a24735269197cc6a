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
