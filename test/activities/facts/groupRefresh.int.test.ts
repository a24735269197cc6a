import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { readGroups, refreshStaleGroups } from '../../../activities/facts/index.ts';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import type { AnalyticsClient } from '../../../analytics/index.ts';
import { getDriverGroups, listGroups } from '../../../store/facts/index.ts';
import { claimTrip } from '../../../store/trips/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const test = useDatabase();
const MINUTE_MS = 60_000;
const LONG_MS = 30_000;

/** How a trip's reading of its driver's groups is asked for. */
interface ReadingRequest {
  readonly tripId?: string;
  readonly timing?: 'now' | 'wait';
}

/** Creates a worker with its own clock and service. Every page takes `pageMs` and lists one driver by default. */
function worker(fleetId: string, clock: { ms: number }, pageMs = 1.5 * MINUTE_MS) {
  const said: unknown[] = [];
  const served = {
    lists: 0,
    groups: ['north', 'south', 'east', 'west'],
    drivers: (group: string): string[] => [`d-${group}`],
  };
  let beforePage: (group: string) => Promise<void> = () => Promise.resolve();
  const analytics: Pick<AnalyticsClient, 'groups' | 'driversPages'> = {
    groups: () => {
      served.lists += 1;
      return Promise.resolve({ kind: 'ok', value: served.groups });
    },
    async *driversPages(query) {
      const groupId = query?.groupId ?? '';
      const rows = served.drivers(groupId).map((driverId) => ({ driverId }));
      await beforePage(groupId);
      clock.ms += pageMs;
      yield { kind: 'ok', value: { rows, received: rows.length } } as never;
    },
  };
  const log = { warn: (...words: unknown[]) => said.push(words), info: () => undefined };
  const fleets = new Map([[fleetId, { analytics }]]);
  const alarms = { raise: () => Promise.resolve(), clear: () => Promise.resolve() };
  const all = { db: test.db, now: () => new Date(clock.ms), log, fleets, alarms };
  const deps = all as unknown as ActivityDependencies;
  return {
    served,
    said,
    beforePage: (work: typeof beforePage) => void (beforePage = work),
    read: () => refreshStaleGroups(deps, fleetId, LONG_MS),
    groupsOf: (driverId: string, { tripId = 't', timing = 'now' }: ReadingRequest = {}) =>
      readGroups(deps, { fleet: fleetId, driverId, tripId }, timing),
    receive: (driverId: string, tripId = 't') =>
      claimTrip(test.db, { fleetId, driverId, tripId, workflowId: randomUUID(), at: new Date(clock.ms) }),
  };
}

it('a refresh that takes six minutes is not doubled by another worker', async () => {
  const fleetId = randomUUID();
  const clock = { ms: Date.parse('2026-06-10T12:00:00Z') };
  const [slow, other] = [worker(fleetId, clock), worker(fleetId, clock)];
  const asks: Promise<void>[] = [];
  slow.beforePage(async () => {
    // Another worker needs the groups too, and waits.
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

const UNKNOWN = { groups: undefined, incomplete: true };

it('a new driver whose first trip comes right after another’s has unknown groups until the next refresh', async () => {
  const clock = { ms: Date.parse('2026-06-10T12:00:00Z') };
  const one = worker(randomUUID(), clock, 10);
  one.served.groups = ['north'];
  one.served.drivers = () => ['first'];
  await one.receive('first');
  expect(await one.groupsOf('first')).toEqual({ groups: ['north'], incomplete: false });
  one.served.drivers = () => ['first', 'second'];
  clock.ms = Date.parse('2026-06-10T12:02:00Z');
  for (const driverId of ['second', 'loner']) await one.receive(driverId);
  expect(await one.groupsOf('second')).toEqual(UNKNOWN);
  expect(one.served.lists).toBe(1);
  // The completion of the decision is retried when the groups may be read again, and not before.
  await expect(one.groupsOf('second', { timing: 'wait' })).rejects.toMatchObject({
    type: 'groups_unread',
    nextRetryDelay: 3 * MINUTE_MS,
  });
  clock.ms += 3 * MINUTE_MS;
  expect(await one.groupsOf('second', { timing: 'wait' })).toEqual({ groups: ['north'], incomplete: false });
  expect(await one.groupsOf('loner')).toEqual({ groups: [], incomplete: false });
  expect(one.served.lists).toBe(2);
});

it('a driver who is in no group is looked up once', async () => {
  const fleetId = randomUUID();
  const clock = { ms: Date.parse('2026-06-10T12:00:00Z') };
  const one = worker(fleetId, clock, 10);
  await one.receive('loner');
  expect(await one.groupsOf('loner')).toEqual({ groups: [], incomplete: false });
  clock.ms += 30 * MINUTE_MS;
  expect(await one.groupsOf('loner')).toEqual({ groups: [], incomplete: false });
  expect(one.served.lists).toBe(1);
});

it('a refresh that began before the trip was received does not show that its driver is in no group', async () => {
  const fleetId = randomUUID();
  const clock = { ms: Date.parse('2026-06-10T12:00:00Z') };
  const one = worker(fleetId, clock, MINUTE_MS);
  one.beforePage(async (group) => {
    if (group === 'west') await one.receive('late');
  });
  await one.read();
  const { begunAt, refreshedAt } = await getDriverGroups(test.db, { fleetId, driverId: 'late' });
  expect([begunAt, refreshedAt]).toEqual([
    new Date('2026-06-10T12:00:00Z'),
    new Date('2026-06-10T12:04:00Z'),
  ]);
  expect(await one.groupsOf('late')).toEqual(UNKNOWN);
});

it('a driver who is listed again after a while has unknown groups until the next refresh', async () => {
  const clock = { ms: Date.parse('2026-06-10T12:00:00Z') };
  const one = worker(randomUUID(), clock, 10);
  one.served.groups = ['north'];
  one.served.drivers = () => ['away'];
  await one.receive('away');
  await one.groupsOf('away');
  one.served.drivers = () => [];
  clock.ms += 61 * MINUTE_MS;
  await one.read();
  one.served.drivers = () => ['away'];
  clock.ms += MINUTE_MS;
  await one.receive('away', 'back');
  expect(await one.groupsOf('away', { tripId: 'back' })).toEqual(UNKNOWN);
  clock.ms += 5 * MINUTE_MS;
  expect(await one.groupsOf('away', { tripId: 'back' })).toEqual({ groups: ['north'], incomplete: false });
});
