import { keepSlackPerson, slackPeople } from '../../store/deliveries/index.ts';
import { connectionsOf } from '../connections/index.ts';
import type { ActivityDependencies } from '../connections/index.ts';

/** People rename themselves; a day is soon enough to notice. */
const FRESH_MS = 86_400_000;

const PERSON = /^(?:slack:)?([UW][A-Z0-9]{1,20})$/;

/** The Slack id of somebody whom an answer names as `slack:U01`, or a receiver as `U01`. */
export function slackIdOf(who: string | null | undefined): string | undefined {
  return PERSON.exec(who ?? '')?.[1];
}

/**
 * What people are called in the fleet's Slack, by their ids. Asked once a day; whom Slack does not name keeps the name it gave
 * before, or is left out. Never throws for Slack's sake: a name delays no message.
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
      const name = await slack.nameOf(userId);
      if (name !== undefined) await keepSlackPerson(deps.db, { fleetId, userId, name, at });
      return [userId, name ?? kept?.name] as const;
    }),
  );
  return new Map(names.filter((each): each is [string, string] => each[1] !== undefined));
}
