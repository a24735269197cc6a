import type { AnalyticsClient, Outcome } from '../../analytics/index.ts';
import { isStorableId } from '../../store/db/index.ts';

/** A fleet's groups with their drivers. */
export interface GroupMembers {
  readonly groupIds: readonly string[];
  /** Every listed driver's groups, by driver id. */
  readonly members: ReadonlyMap<string, readonly string[]>;
}

/** The list of a group's drivers holds those who were active in a range: a month catches late uploads. */
const ACTIVE_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Asks for the drivers of every group and turns the answers round, since a driver does not say its group. Group after
 * group, so that a refresh never takes all of the fleet's requests. A list that breaks off is no list. Ids that cannot be kept are
 * left out: no trip and no rule can name them.
 * @param onPage called after each page; what it throws ends the listing
 */
export async function listMembers(
  client: AnalyticsClient,
  now: Date,
  onPage?: () => Promise<void>,
): Promise<Outcome<GroupMembers>> {
  const groups = await client.groups();
  if (groups.kind !== 'ok') return groups;
  const groupIds = [...new Set(groups.value)].filter(isStorableId);
  const members = new Map<string, string[]>();
  const date = (daysAgo: number): string =>
    new Date(now.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const range = { startDate: date(ACTIVE_DAYS - 1), endDate: date(0), fields: ['info'] } as const;
  for (const groupId of groupIds)
    for await (const page of client.driversPages({ ...range, groupId })) {
      await onPage?.();
      if (page.kind === 'invalid' && page.notFound === true) break;
      if (page.kind !== 'ok') return page;
      for (const { driverId } of page.value.rows)
        if (isStorableId(driverId)) addTo(members, driverId, groupId);
    }
  return { kind: 'ok', value: { groupIds, members } };
}

function addTo(members: Map<string, string[]>, driverId: string, groupId: string): void {
  const groups = members.get(driverId);
  if (!groups) members.set(driverId, [groupId]);
  else if (!groups.includes(groupId)) groups.push(groupId);
}
