import { expect, it } from 'vitest';
import { listMembers } from '../../../activities/facts/index.ts';
import type { AnalyticsClient, DriversQuery } from '../../../analytics/index.ts';

const LONG = 'x'.repeat(300);

/** Creates a client whose groups hold these drivers. A missing group is no longer known. */
function clientWith(groupIds: readonly string[], drivers: Readonly<Record<string, readonly string[]>>) {
  const asked: DriversQuery[] = [];
  const client = {
    groups: () => Promise.resolve({ kind: 'ok', value: groupIds }),
    async *driversPages(query: DriversQuery) {
      asked.push(query);
      const listed = drivers[query.groupId ?? ''];
      yield await Promise.resolve(
        listed
          ? { kind: 'ok', value: { rows: listed.map((driverId) => ({ driverId })) } }
          : { kind: 'invalid', reason: 'the service refused the call with HTTP 404', notFound: true },
      );
    },
  };
  return { client: client as unknown as AnalyticsClient, asked };
}

it('asks for a month of active drivers, group by group, and turns the answers round', async () => {
  const { client, asked } = clientWith(['north', 'vans', 'north'], {
    north: ['d-1', 'd-2', 'd-2'],
    vans: ['d-2'],
  });
  expect(await listMembers(client, new Date('2026-03-10T23:30:00Z'))).toEqual({
    kind: 'ok',
    value: {
      groupIds: ['north', 'vans'],
      members: new Map([
        ['d-1', ['north']],
        ['d-2', ['north', 'vans']],
      ]),
    },
  });
  const range = { startDate: '2026-02-09', endDate: '2026-03-10', fields: ['info'] };
  expect(asked).toEqual([
    { ...range, groupId: 'north' },
    { ...range, groupId: 'vans' },
  ]);
});

it('leaves out what cannot be kept, and a group that went away meanwhile', async () => {
  const { client } = clientWith(['north', LONG, 'gone'], { north: [LONG, 'd\0', 'd-1'] });
  expect(await listMembers(client, new Date())).toMatchObject({
    value: { groupIds: ['north', 'gone'], members: new Map([['d-1', ['north']]]) },
  });
});
