import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { refreshStaleGroups } from '../../../activities/facts/index.ts';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import type { AnalyticsClient } from '../../../analytics/index.ts';
import { listGroups } from '../../../store/facts/index.ts';
import { useDatabase } from '../../support/useDatabase.ts';

const test = useDatabase();
const MINUTE_MS = 60_000;
const LONG_MS = 30_000;

/** A worker with a clock and a service of its own, whose every page takes so long. */
function worker(fleetId: string, clock: { ms: number }) {
  const said: unknown[] = [];
  const served = { lists: 0, groups: ['north', 'south', 'east', 'west'] };
  let beforePage: (group: string) => Promise<void> = () => Promise.resolve();
  const analytics: Pick<AnalyticsClient, 'groups' | 'driversPages'> = {
    groups: () => {
      served.lists += 1;
      return Promise.resolve({ kind: 'ok', value: served.groups });
    },
    async *driversPages(query) {
      const groupId = query?.groupId ?? '';
      await beforePage(groupId);
      clock.ms += 1.5 * MINUTE_MS;
      yield { kind: 'ok', value: { rows: [{ driverId: `d-${groupId}` }], received: 1 } } as never;
    },
  };
  const log = { warn: (...words: unknown[]) => said.push(words), info: () => undefined };
  const fleets = new Map([[fleetId, { analytics }]]);
  const deps = { db: test.db, now: () => new Date(clock.ms), log, fleets };
  return {
    ...{ served, said },
    beforePage: (work: typeof beforePage) => void (beforePage = work),
    read: () => refreshStaleGroups(deps as unknown as ActivityDependencies, fleetId, LONG_MS),
  };
}

it('a refresh that takes six minutes is not doubled by another worker', async () => {
  const fleetId = randomUUID();
  const clock = { ms: Date.parse('2026-06-10T12:00:00Z') };
  const [slow, other] = [worker(fleetId, clock), worker(fleetId, clock)];
  const asks: Promise<void>[] = [];
  slow.beforePage(async () => {
    // Someone else wants them, too, and waits.
    asks.push(other.read());
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await slow.read();
  await Promise.all(asks);
  expect(other.served.lists).toBe(0);
  expect(await listGroups(test.db, fleetId)).toEqual(['east', 'north', 'south', 'west']);
  expect(slow.said).toEqual([]);
});

it('one that says nothing for two minutes is taken over, and keeps nothing when it comes back', async () => {
  const fleetId = randomUUID();
  const clock = { ms: Date.parse('2026-06-10T12:00:00Z') };
  const [lost, other] = [worker(fleetId, clock), worker(fleetId, clock)];
  other.served.groups = ['newer'];
  lost.beforePage(async (group) => {
    if (group !== 'north') return;
    clock.ms += 3 * MINUTE_MS;
    await other.read();
  });
  await lost.read();
  expect(other.served.lists).toBe(1);
  expect(await listGroups(test.db, fleetId)).toEqual(['newer']);
});
