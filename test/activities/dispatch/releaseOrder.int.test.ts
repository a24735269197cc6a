import { MockActivityEnvironment } from '@temporalio/testing';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { createReleases } from '../../../activities/dispatch/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const inTest = useDatabase();
const fleetId = 'f';
const SIX = new Date('2026-01-13T05:00:00Z');

beforeEach(() => sql`truncate deliveries cascade`.execute(inTest.db));

interface Question {
  readonly underWay: readonly string[];
  readonly leftOut?: readonly string[];
}
type Answer = Awaited<ReturnType<ReturnType<typeof createReleases>['releaseHeld']>>;

function ask(question: Question): Promise<Answer> {
  const activities = createReleases({
    db: inTest.db,
    now: () => SIX,
  } as Partial<ActivityDependencies> as ActivityDependencies);
  const input = { fleet: fleetId, releaseAt: SIX.toISOString(), ...question };
  return new MockActivityEnvironment().run<[], Answer, () => Promise<Answer>>(() =>
    activities.releaseHeld(input),
  );
}

const idsOf = ({ deliveries }: Answer): string[] => deliveries.map(({ id }) => id);

/** Plans `count` released messages. Each `#` in the receiver becomes a number. @returns their ids, oldest first */
async function planReleased(action: 'slack' | 'email' | 'webhook', receiver: string, count: number) {
  const { rows } = await sql<{ id: string }>`
    insert into deliveries (fleet_id, driver_id, trip_id, delivery_key, rule, version, action, action_index,
      receiver, revision, state, planned_at, release_at)
    select ${fleetId}, 'd', 't', gen_random_uuid()::text, 'quiet', 1, ${action}, 0,
      replace(${receiver}, '#', n::text), 1, 'pending', ${SIX}::timestamptz, ${SIX}::timestamptz
    from generate_series(1, ${count}::int) n returning id`.execute(inTest.db);
  return rows.map(({ id }) => id);
}

it('is for people before webhooks, and hosts of webhooks have their turns', async () => {
  const dead = await planReleased('webhook', 'https://dead.example/hook/#', 200);
  const alive = await planReleased('webhook', 'https://alive.example/hook', 2);
  const mails = await planReleased('email', 'lead#@example.com', 1);
  const posts = await planReleased('slack', 'C#', 1);
  const first = await ask({ underWay: [] });
  expect(idsOf(first).slice(0, 2).sort()).toEqual([...mails, ...posts].sort());
  expect(idsOf(first).slice(2, 7)).toEqual([dead[0], alive[0], dead[1], alive[1], dead[2]]);
  expect(first.more).toBe(true);
});

it('leaves places to others, however much a host or a way has waiting', async () => {
  await planReleased('webhook', 'https://dead.example/hook/#', 200);
  const first = await ask({ underWay: [] });
  expect(first.deliveries).toHaveLength(25);
  await planReleased('webhook', 'https://Dead.Example/#', 1);
  expect(await ask({ underWay: idsOf(first) })).toEqual({ deliveries: [], more: true });
  const [other] = await planReleased('webhook', 'https://DEAD.example:8443/hook', 1);
  expect(await ask({ underWay: idsOf(first) })).toEqual({
    deliveries: [{ id: other, action: 'webhook' }],
    more: true,
  });
  const mails = await planReleased('email', 'lead#@example.com', 151);
  const posts = await planReleased('slack', 'C#', 1);
  const all = [...idsOf(first), other!, ...mails.slice(1)];
  expect(idsOf(await ask({ underWay: all }))).toEqual(posts);
});

it('gives the place of one that has ended, or is left out, to the next', async () => {
  const ids = await planReleased('webhook', 'https://dead.example/hook', 30);
  const underWay = ids.slice(2, 25);
  const { deliveries } = await ask({ underWay, leftOut: [ids[0]!] });
  expect(deliveries.map(({ id }) => id)).toEqual([ids[1], ids[25]]);
  await sql`update deliveries set state = 'sent' where id = ${ids[1]}`.execute(inTest.db);
  expect(await ask({ underWay, leftOut: [ids[0]!] })).toEqual({
    deliveries: [ids[25], ids[26]].map((id) => ({ id, action: 'webhook' })),
    more: true,
  });
});

it('is at most five hundred under way, and says when nothing more is there', async () => {
  let ids: string[] = [];
  for (let host = 0; host < 21; host += 1)
    ids = [...ids, ...(await planReleased('webhook', `https://host${host}.example/`, 25))];
  const underWay = ids.slice(0, 480);
  const last = await ask({ underWay });
  expect(last.deliveries).toHaveLength(20);
  expect(last.more).toBe(true);
  expect(await ask({ underWay: [...underWay, ...idsOf(last)] })).toEqual({ deliveries: [], more: true });
  expect(await ask({ underWay: [], leftOut: ids.slice(3) })).toEqual({
    deliveries: ids.slice(0, 3).map((id) => ({ id, action: 'webhook' })),
    more: false,
  });
});
